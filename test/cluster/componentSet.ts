import type { Tokens } from './access';
import { isOk } from './apiRequest';
import type { ComponentName, Programs } from './binary';
import { createComponent, type Component } from './component';
import { flagsOf, readinessProbe } from './componentFlags';
import { ControlPlaneError } from './errors';
import { logFile, type Layout } from './layout';

/** The components of one control plane. */
export interface ComponentSet {
  /** Adds a component and starts it. */
  start(name: ComponentName): Promise<void>;
  /** A component that was added; throws a ControlPlaneError for any other. */
  get(name: ComponentName): Component;
  /** The running processes, suspended ones among them. */
  processIds(): Partial<Record<ComponentName, number>>;
  /** Kills all and resolves when they have exited. */
  stopAll(): Promise<void>;
}

export interface ComponentSetInputs {
  layout: Layout;
  programs: Programs;
  tokens: Tokens;
  environment: NodeJS.ProcessEnv;
  /** Told whenever a process begins or ends. */
  onProcessesChanged: (pids: number[]) => void;
}

/** Makes an empty set. */
export function createComponentSet(inputs: ComponentSetInputs): ComponentSet {
  const { layout, programs, tokens } = inputs;
  const components = new Map<ComponentName, Component>();

  function processIds(): Partial<Record<ComponentName, number>> {
    const running = [...components].filter(([, { pid }]) => pid !== undefined);
    return Object.fromEntries(running.map(([name, { pid }]) => [name, pid]));
  }

  function create(name: ComponentName): Component {
    const [command, ...args] = programs.commandOf(name);
    return createComponent({
      name,
      command: [command, ...args, ...flagsOf(name, layout)],
      environment: inputs.environment,
      logFile: logFile(layout, name),
      isReady: () => isOk(readinessProbe(name, layout, tokens)),
      async prepare() {
        await layout.ports[name].release();
        if (name === 'etcd') await layout.etcdPeerPort.release();
      },
      onProcessChanged: () => inputs.onProcessesChanged(Object.values(processIds())),
    });
  }

  return {
    async start(name) {
      const component = create(name);
      components.set(name, component);
      await component.start();
    },
    get(name) {
      const component = components.get(name);
      if (component === undefined) throw new ControlPlaneError(`${name} is no part of this control plane.`);
      return component;
    },
    processIds,
    async stopAll() {
      await Promise.all([...components.values()].map((component) => component.stop()));
    },
  };
}
