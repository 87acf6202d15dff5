import type * as vscode from 'vscode';
import type { FileChoice } from '../../server/src/protocol/files';

/** Where the user has said that the objects of files go: kept for the workspace, by the files' URIs. */
export class FileChoices {
  private readonly state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.state = state;
  }

  /** Undefined where nothing was said. */
  find(uri: vscode.Uri): FileChoice | undefined {
    return this.read().find(([key]) => key === uri.toString())?.[1];
  }

  /** Keeps a choice, or takes it back; the choices that were made longest ago make room. */
  async keep(uri: vscode.Uri, choice: FileChoice | undefined): Promise<void> {
    const others = this.read().filter(([key]) => key !== uri.toString());
    const kept = choice === undefined ? others : [...others, [uri.toString(), choice]];
    await this.state.update(stateKey, kept.slice(-mostChoices));
  }

  private read(): [string, FileChoice][] {
    return this.state.get<[string, FileChoice][]>(stateKey, []);
  }
}

const stateKey = 'fileChoices';
const mostChoices = 1_000;
