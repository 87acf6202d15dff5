import * as vscode from 'vscode';
import {
  type SeenVersionList,
  type SeenVersionSummary,
  versionsRequest,
} from '../../../server/src/protocol/versions';
import { toTwinUri } from '../twinUris';
import type { CurrentObject } from './currentObject';
import { reportFailure } from './failure';
import type { CommandServices } from './services';

/**
 * *Show Versions Seen Since Opening…*: what the object was since its document was opened, newest first. A chosen
 * version is compared with the text, by its buttons with the version before it or with any other.
 */
export async function showHistory(services: CommandServices, object: CurrentObject): Promise<void> {
  const seen = await readVersions(services, object);
  if (seen === undefined) return;
  const chosen = await chooseVersion(object, seen);
  if (chosen === undefined) return;
  const { version, against } = chosen;
  switch (against) {
    case 'text':
      return compareVersions(object, version, undefined);
    case 'before': {
      const before = seen.versions[seen.versions.indexOf(version) + 1];
      return before && compareVersions(object, before, version);
    }
    case 'other': {
      const other = await chooseOther(object, { ...seen, version });
      return other && compareInOrder(object, seen.versions, [version, other]);
    }
  }
}

/** The versions of an object; undefined where they could not be read, which the user has been told. */
export async function readVersions(
  services: CommandServices,
  { uri }: CurrentObject,
): Promise<SeenVersionList | undefined> {
  const client = await services.client();
  const answer = await client.sendRequest(versionsRequest, { uri: client.code2ProtocolConverter.asUri(uri) });
  if (answer.kind === 'ok') return answer.value;
  reportFailure(services.log, answer.problem.message);
  return undefined;
}

/** Compares an older version with a newer one; without one with the text, which stands on the right then. */
export async function compareVersions(
  { uri, ref }: CurrentObject,
  older: SeenVersionSummary,
  newer: SeenVersionSummary | undefined,
): Promise<void> {
  const right = newer === undefined ? uri : toTwinUri(uri, nameOf(newer));
  const title = `${ref.name}: ${older.name} ↔ ${newer?.name ?? 'yours'}`;
  await vscode.commands.executeCommand('vscode.diff', toTwinUri(uri, nameOf(older)), right, title);
}

function compareInOrder(
  object: CurrentObject,
  newestFirst: SeenVersionSummary[],
  pair: [SeenVersionSummary, SeenVersionSummary],
): Promise<void> {
  const [newer, older] = pair.toSorted((one, other) => newestFirst.indexOf(one) - newestFirst.indexOf(other));
  return compareVersions(object, older!, newer);
}

function nameOf({ resourceVersion }: SeenVersionSummary): { resourceVersion: string } {
  return { resourceVersion };
}

type Against = 'text' | 'before' | 'other';
type VersionItem = vscode.QuickPickItem & { version?: SeenVersionSummary };

/** Enter compares with the text; the buttons of a line with what they say. Undefined where the user has left. */
async function chooseVersion(
  { ref }: CurrentObject,
  { versions, dropped }: SeenVersionList,
): Promise<{ version: SeenVersionSummary; against: Against } | undefined> {
  const quickPick = vscode.window.createQuickPick<VersionItem>();
  quickPick.title = `${ref.name}: versions seen since opening`;
  quickPick.placeholder = 'Version to compare with your text';
  quickPick.matchOnDescription = true;
  quickPick.matchOnDetail = true;
  const before = {
    iconPath: new vscode.ThemeIcon('git-compare'),
    tooltip: 'Compare with the Version Before',
  };
  const other = {
    iconPath: new vscode.ThemeIcon('list-selection'),
    tooltip: 'Compare with Another Version…',
  };
  quickPick.items = listItems(versions, dropped).map((item) =>
    item.version === undefined
      ? item
      : {
          ...item,
          buttons: [
            ...(item.version === versions.at(-1) ? [] : [before]),
            ...(versions.length > 1 ? [other] : []),
          ],
        },
  );
  try {
    return await new Promise((resolve) => {
      const choose = (version: SeenVersionSummary | undefined, against: Against) =>
        version !== undefined && resolve({ version, against });
      quickPick.onDidAccept(() => choose(quickPick.selectedItems[0]?.version, 'text'));
      quickPick.onDidTriggerItemButton(({ item, button }) =>
        choose(item.version, button === before ? 'before' : 'other'),
      );
      quickPick.onDidHide(() => resolve(undefined));
      quickPick.show();
    });
  } finally {
    quickPick.dispose();
  }
}

async function chooseOther(
  { ref }: CurrentObject,
  { versions, dropped, version }: Omit<SeenVersionList, 'moved'> & { version: SeenVersionSummary },
): Promise<SeenVersionSummary | undefined> {
  const items = listItems(versions, dropped).filter((item) => item.version !== version);
  const chosen = await vscode.window.showQuickPick(items, {
    title: `${ref.name}: versions seen since opening`,
    placeHolder: `Version to compare with ${version.name}`,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.version;
}

function listItems(versions: SeenVersionSummary[], dropped: number): VersionItem[] {
  const items = versions.map((version): VersionItem => ({
    version,
    label: `$(${icons[version.origin]}) ${version.title}`,
    description: version.description,
    detail: version.detail,
  }));
  const label = dropped === 1 ? '1 version is not kept' : `${dropped} versions are not kept`;
  return dropped === 0 ? items : items.toSpliced(-1, 0, { label, kind: vscode.QuickPickItemKind.Separator });
}

const icons: Record<SeenVersionSummary['origin'], string> = {
  opened: 'go-to-file',
  own: 'account',
  other: 'cloud',
};
