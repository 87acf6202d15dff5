import * as vscode from 'vscode';
import type { DraftPlace } from '../../server/src/protocol/messages';

/**
 * Where the server may keep what unsaved texts were edited from: a folder in the storage of the workspace, and the key
 * that the editor keeps elsewhere. Undefined, and logged, where there is none.
 */
export async function findDraftPlace(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): Promise<DraftPlace | undefined> {
  const folder = vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, 'drafts');
  try {
    return { folder: folder.fsPath, key: await withinTime(findKey(chooseStore(context))) };
  } catch (error) {
    log.warn(`What unsaved texts were edited from will not outlive this session: ${String(error)}`);
    return undefined;
  }
}

interface KeyStore {
  get: () => Thenable<string | undefined>;
  store: (key: string) => Thenable<void>;
}

/**
 * In a browser VS Code may keep secrets in memory alone, for as long as the page is there; what it keeps of an
 * extension's state stays with the browser, and is not on the machine that has the drafts.
 */
function chooseStore({ secrets, globalState }: vscode.ExtensionContext): KeyStore {
  return vscode.env.uiKind === vscode.UIKind.Web
    ? {
        get: () => Promise.resolve(globalState.get<string>(keyName)),
        store: (key) => globalState.update(keyName, key),
      }
    : { get: () => secrets.get(keyName), store: (key) => secrets.store(keyName, key) };
}

async function findKey({ get, store }: KeyStore): Promise<string> {
  const known = await get();
  if (known !== undefined) return known;
  const key = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64');
  await store(key);
  // Another window may have made one at the same time.
  return (await get()) ?? key;
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
