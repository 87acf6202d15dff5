import * as vscode from 'vscode';
import { copyKubectlCommand } from './copyKubectlCommand';
import { findCurrentObject } from './currentObject';
import type { CurrentObject } from './currentObject';
import { describeError, reportFailure } from './failure';
import { openFromName } from './openFromName';
import { openLiveObject } from './openLiveObject';
import { reload } from './reload';
import type { CommandServices } from './services';
import { showLiveObject } from './showLiveObject';

/** Registers every command of the extension. A command's promise is fulfilled when it is over, failed or not. */
export function registerCommands(
  context: vscode.ExtensionContext,
  services: CommandServices,
): vscode.Disposable {
  const { globalState } = context;
  const register = (name: string, run: (argument: unknown) => unknown) =>
    vscode.commands.registerCommand(`kubernetesLiveEdit.${name}`, async (argument: unknown) => {
      try {
        await run(argument);
      } catch (error) {
        reportFailure(services.log, describeError(error));
      }
    });
  const forObject = (run: (object: CurrentObject) => unknown) => (argument: unknown) => {
    const object = findCurrentObject(argument);
    return object === undefined
      ? reportFailure(
          services.log,
          'Open a live object first: this command is about the one in the active editor.',
        )
      : run(object);
  };
  return vscode.Disposable.from(
    register('openLiveObject', () => openLiveObject(services, globalState)),
    register('openFromName', () => openFromName(services, globalState)),
    register('showLiveObject', forObject(showLiveObject)),
    register(
      'reload',
      forObject((object) => reload(services, object)),
    ),
    register(
      'copyKubectlCommand',
      forObject((object) => copyKubectlCommand(services, object)),
    ),
    register('showLog', () => services.log.show()),
  );
}
