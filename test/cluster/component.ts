import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { ComponentName } from './binary';
import { ControlPlaneError } from './errors';

export interface ComponentSpecification {
  name: ComponentName;
  command: readonly [command: string, ...args: string[]];
  environment: NodeJS.ProcessEnv;
  /** Takes both outputs; a restart appends. */
  logFile: string;
  isReady: () => Promise<boolean>;
  /** Called before every start. */
  prepare: () => Promise<void>;
  /** Called with every change of `pid`. */
  onProcessChanged: () => void;
}

/** A process of the control plane that can be started again. */
export interface Component {
  readonly name: ComponentName;
  /** The running process, also a suspended one. */
  readonly pid: number | undefined;
  /** Resolves when it is ready; throws a ControlPlaneError with the end of its log where it exits or takes a minute. */
  start(): Promise<void>;
  /**
   * Kills it, also a suspended one, and resolves when it has exited. By force, as an API server that is asked to end
   * waits for its watches; nothing that has been answered is lost.
   */
  stop(): Promise<void>;
  /** Sends SIGSTOP or SIGCONT. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
}

const startTimeout = 60_000;

/** Makes a component that does not run yet. */
export function createComponent(specification: ComponentSpecification): Component {
  const { name, isReady, onProcessChanged } = specification;
  let child: ChildProcess | undefined;
  const running = () =>
    child?.pid !== undefined && child.exitCode === null && child.signalCode === null ? child : undefined;

  async function start(): Promise<void> {
    if (running() !== undefined) return;
    await specification.prepare();
    const started = spawnComponent(specification);
    child = started;
    started.on('error', onProcessChanged); // there is no such program
    started.on('exit', onProcessChanged);
    onProcessChanged();
    const deadline = Date.now() + startTimeout;
    for (;;) {
      const ready = await isReady();
      // Looked at afterwards: a stranger may have answered on the port that this process wanted.
      if (running() === undefined) throw await failure(specification, 'exited before it was ready');
      if (ready) return;
      if (Date.now() > deadline) throw await failure(specification, 'was not ready after a minute');
      await wait(50);
    }
  }

  async function stop(): Promise<void> {
    const stopping = running();
    if (stopping === undefined) return;
    const exited = once(stopping, 'exit');
    stopping.ref();
    stopping.kill('SIGKILL');
    await exited;
  }

  return {
    name,
    get pid() {
      return running()?.pid;
    },
    start,
    stop,
    signal(signal) {
      if (running()?.kill(signal) !== true) throw new ControlPlaneError(`${name} does not run.`);
    },
  };
}

function spawnComponent({ command: [command, ...args], environment, logFile }: ComponentSpecification) {
  const log = openSync(logFile, 'a');
  try {
    const child = spawn(command, args, {
      stdio: ['ignore', log, log],
      env: environment,
      detached: true, // a terminal's Ctrl+C goes to the owner alone, which stops its components
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

async function failure({ name, logFile }: ComponentSpecification, what: string): Promise<ControlPlaneError> {
  const log = await readFile(logFile, 'utf8');
  return new ControlPlaneError(
    `${name} ${what}. Its log ends with:\n${log.trimEnd().split('\n').slice(-20).join('\n')}`,
  );
}
