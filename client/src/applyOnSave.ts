import * as vscode from 'vscode';
import { settingsSection } from '../../server/src/protocol/settings';
import type { Manifests } from './manifests';
import { SaveReasons } from './saveReasons';

/** Applies a manifest file that its user has saved by hand, where the setting for its folder says so. */
export function applyOnSave(manifests: Manifests): vscode.Disposable {
  const reasons = new SaveReasons(({ uri }) => manifests.has(uri));
  return vscode.Disposable.from(
    reasons,
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      const isAsked = reasons.take(uri) === vscode.TextDocumentSaveReason.Manual;
      const isWanted = vscode.workspace
        .getConfiguration(settingsSection, uri)
        .get<boolean>('applyOnSave', false);
      if (isAsked && isWanted && manifests.has(uri))
        void vscode.commands.executeCommand('kubernetesLiveEdit.applyFile', uri);
    }),
  );
}
