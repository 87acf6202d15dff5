import * as vscode from 'vscode';
import type { SaveAnswer } from '../../server/src/protocol/messages';
import { type Settings, settingsSection } from '../../server/src/protocol/settings';

type Success = Exclude<SaveAnswer, { kind: 'problem' }>;

/**
 * Says what became of saves: each in the status bar, and what was merged in, or several within a moment as by Save
 * All, where there is room. How much is said is a setting of the user's.
 */
export class SaveMessages implements vscode.Disposable {
  private gathered: { uri: vscode.Uri; answer: Success }[] = [];
  private timer: NodeJS.Timeout | undefined;

  dispose(): void {
    clearTimeout(this.timer);
  }

  say(uri: vscode.Uri, answer: Success): void {
    const level = readLevel();
    const warnings = answer.kind === 'saved' ? answer.warnings : [];
    const warned = warnings.length === 0 ? undefined : `The API server warns: ${warnings.join(' ')}`;
    const isWarnedHere = level === 'none' && warned !== undefined;
    vscode.window.setStatusBarMessage(
      isWarnedHere ? `${answer.message} ${warned}` : answer.message,
      messageMilliseconds,
    );
    if (level !== 'none' && warned !== undefined) void vscode.window.showWarningMessage(`Saved. ${warned}`);
    if (level !== 'all') return;
    this.gathered.push({ uri, answer });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.sayTogether(), gatherMilliseconds);
  }

  private sayTogether(): void {
    const gathered = this.gathered.splice(0);
    const merged = gathered.filter(({ answer }) => answer.merged).map(({ uri }) => uri);
    if (gathered.length > 1 || merged.length > 0)
      void showWhole(gathered.map(({ answer }) => answer.message).join(' '), merged);
  }
}

/** VS Code shows a message without a button in one line, cut off at its end. */
async function showWhole(message: string, merged: readonly vscode.Uri[]): Promise<void> {
  const button = merged.length > 0 ? 'Show Diff' : 'Show Log';
  if ((await vscode.window.showInformationMessage(message, button)) !== button) return;
  if (merged.length === 0) await vscode.commands.executeCommand('kubernetesLiveEdit.showLog');
  for (const uri of merged) await vscode.commands.executeCommand('kubernetesLiveEdit.showDiff', uri);
}

function readLevel(): Settings['notificationLevel'] {
  const settings = vscode.workspace.getConfiguration(settingsSection);
  return settings.get<Settings['notificationLevel']>('notificationLevel', 'all');
}

const gatherMilliseconds = 500;
const messageMilliseconds = 8_000;
