import type * as vscode from 'vscode';
import { chooseContext } from './chooseContext';
import { openLiveObjectOfFile, removeCopiedFields, takeLiveIntoFile } from './editManifest';
import type { CommandServices } from './services';
import { applyFile, decideOwnership, writeObject } from './writeManifest';

/** Registers a command by its name without our prefix. */
export type Register = (name: string, run: (...args: unknown[]) => unknown) => vscode.Disposable;

/** Registers the commands about manifest files; each gets the file's URI, and perhaps an object's key and a field. */
export function registerManifestCommands(register: Register, services: CommandServices): vscode.Disposable[] {
  return [
    register('chooseContext', (uri) => chooseContext(services, uri)),
    register('applyFile', (uri) => applyFile(services, uri)),
    register('applyObject', (...args) => writeObject(services, 'apply', args)),
    register('replaceObject', (...args) => writeObject(services, 'replace', args)),
    register('createObject', (...args) => writeObject(services, 'create', args)),
    register('deleteObject', (...args) => writeObject(services, 'delete', args)),
    register('takeLiveIntoFile', (...args) => takeLiveIntoFile(services, args)),
    register('removeCopiedFields', (...args) => removeCopiedFields(services, args)),
    register('openLiveObjectOfFile', (...args) => openLiveObjectOfFile(services, args)),
    register('takeOver', (...args) => decideOwnership(services, 'takeOver', args)),
    register('leaveToThem', (...args) => decideOwnership(services, 'leave', args)),
    register('takeTheirs', (...args) => decideOwnership(services, 'takeTheirs', args)),
    register('acceptReview', () => services.reviews.answer(true)),
    register('declineReview', () => services.reviews.answer(false)),
  ];
}
