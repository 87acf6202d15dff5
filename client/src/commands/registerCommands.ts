import * as vscode from 'vscode';
import { compareWithLive, compareWithOpened } from './compare';
import { copyKubectlCommand } from './copyKubectlCommand';
import { editDecodedValue, showDecodedValues } from './decodedValues';
import { findCurrentObject } from './currentObject';
import type { CurrentObject } from './currentObject';
import { decide } from './decide';
import { describeError, reportFailure } from './failure';
import { createAnew, discard } from './gone';
import { registerManifestCommands } from './manifestCommands';
import { openFromName } from './openFromName';
import { openLiveObject } from './openLiveObject';
import { openMergeView } from './openMergeView';
import { openSubresource } from './openSubresource';
import { reload } from './reload';
import { saveAsManifest } from './saveAsManifest';
import type { CommandServices } from './services';
import { showDiff } from './showDiff';
import { showHistory } from './showHistory';
import { showLiveObject } from './showLiveObject';
import { tryAgain } from './tryAgain';
import { showWhatChanged } from './showWhatChanged';

/** Registers every command of the extension. A command's promise is fulfilled when it is over, failed or not. */
export function registerCommands(
  context: vscode.ExtensionContext,
  services: CommandServices,
): vscode.Disposable {
  const { globalState } = context;
  const register = (name: string, run: (...args: unknown[]) => unknown) =>
    vscode.commands.registerCommand(`kubernetesLiveEdit.${name}`, async (...args: unknown[]) => {
      try {
        await run(...args);
      } catch (error) {
        reportFailure(services.log, describeError(error));
      }
    });
  const registerForObject = (
    name: string,
    run: (services: CommandServices, object: CurrentObject, argument: unknown) => unknown,
  ) =>
    register(name, (uri, argument) => {
      const object = findCurrentObject(uri);
      return object === undefined
        ? reportFailure(
            services.log,
            'Open a live object first: this command is about the one in the active editor.',
          )
        : run(services, object, argument);
    });
  const openPart = (part: Parameters<typeof openSubresource>[1]) =>
    openSubresource({ services, recentStore: globalState }, part);
  return vscode.Disposable.from(
    register('openLiveObject', () => openLiveObject(services, globalState)),
    register('openFromName', () => openFromName(services, globalState)),
    register('openScale', (argument) => openPart({ subresource: 'scale', argument })),
    register('openStatus', (argument) => openPart({ subresource: 'status', argument })),
    register('showLog', () => services.log.show()),
    registerForObject('showLiveObject', (_, object) => showLiveObject(object)),
    registerForObject('reload', reload),
    registerForObject('saveAsManifest', saveAsManifest),
    registerForObject('showDecodedValues', showDecodedValues),
    registerForObject('editDecodedValue', editDecodedValue),
    registerForObject('copyKubectlCommand', copyKubectlCommand),
    registerForObject('keepYours', (_, object, path) => decide(services, object, { keep: 'yours', path })),
    registerForObject('takeLive', (_, object, path) => decide(services, object, { keep: 'live', path })),
    registerForObject('keepAllYours', (_, object) => decide(services, object, { keep: 'yours' })),
    registerForObject('takeAllLive', (_, object) => decide(services, object, { keep: 'live' })),
    registerForObject('compare', (_, object) => compareWithLive(object)),
    registerForObject('compareWithOpened', (_, object) => compareWithOpened(object)),
    registerForObject('openMergeView', openMergeView),
    // VS Code shows no button for it: its own belongs to Git. Asks where conflicts are left, saves, closes the view.
    register('completeMerge', () => vscode.commands.executeCommand('mergeEditor.acceptMerge')),
    registerForObject('showDiff', showDiff),
    registerForObject('tryAgain', tryAgain),
    registerForObject('showHistory', showHistory),
    registerForObject('showWhatChanged', showWhatChanged),
    registerForObject('createAnew', createAnew),
    registerForObject('discard', discard),
    ...registerManifestCommands(register, services),
  );
}
