import { runProgram } from './runProgram';

/** A process of this machine; `command` has its arguments. */
export interface ListedProcess {
  pid: number;
  command: string;
}

/** The processes whose command line holds the text, e.g. a control plane's folder. */
export async function processesNaming(text: string): Promise<ListedProcess[]> {
  const { stdout } = await runProgram({ command: 'ps', args: ['-axww', '-o', 'pid=,args='] });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid !== undefined && command?.includes(text) === true ? [{ pid: Number(pid), command }] : [];
  });
}
