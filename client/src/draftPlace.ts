import * as vscode from 'vscode';
import type { DraftPlace } from '../../server/src/protocol/messages';

/**
 * Where the server may keep what unsaved texts were edited from: a folder in the storage of the workspace, and the key
 * that is kept in the editor's secret storage. Undefined, and logged, where there is none.
 */
export async function findDraftPlace(
  { storageUri, globalStorageUri, secrets }: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): Promise<DraftPlace | undefined> {
  const folder = vscode.Uri.joinPath(storageUri ?? globalStorageUri, 'drafts');
  try {
    return { folder: folder.fsPath, key: await withinTime(findKey(secrets)) };
  } catch (error) {
    log.warn(`What unsaved texts were edited from will not outlive this session: ${String(error)}`);
    return undefined;
  }
}

async function findKey(secrets: vscode.SecretStorage): Promise<string> {
  const known = await secrets.get(keyName);
  if (known !== undefined) return known;
  const key = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64');
  await secrets.store(keyName, key);
  // Another window may have made one at the same time.
  return (await secrets.get(keyName)) ?? key;
}

/** A keyring may wait for somebody to unlock it, and the language server for the key. */
async function withinTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('the secret storage does not answer')), longestWait);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const keyName = 'kubernetesLiveEdit.draftKey';
/** Milliseconds. */
const longestWait = 5_000;
