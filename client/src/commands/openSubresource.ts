import * as vscode from 'vscode';
import { type Subresource, toUri } from '../../../server/src/protocol/objectRef';
import { findCurrentObject } from './currentObject';
import { openDocument } from './openDocument';
import { openLiveObject } from './openLiveObject';
import type { StepContext } from './steps';

/**
 * *Open Scale of Live Object* and *Open Status of Live Object*: the document of a subresource, beside that of the object
 * which the command is about; where the active editor shows none, of an object that the user picks.
 */
export function openSubresource(
  { services, recentStore }: StepContext,
  { subresource, argument }: { subresource: Subresource; argument: unknown },
): Promise<void> {
  const object = findCurrentObject(argument);
  return object === undefined
    ? openLiveObject(services, recentStore, subresource)
    : openDocument(toUri({ ...object.ref, subresource }), {
        viewColumn: vscode.ViewColumn.Beside,
        preview: false,
      });
}
