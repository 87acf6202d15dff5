/**
 * How the server's process is started, by the client and by what measures it: its garbage is collected in small pieces
 * (MiB), it may give memory back (`memory.ts`), and its threads take memory from one place, since in glibc each place
 * keeps what was once used there. Other C libraries do not know the variable.
 */
export const serverProcess = {
  execArgv: ['--max-semi-space-size=8', '--expose-gc'],
  env: { MALLOC_ARENA_MAX: '1' },
};
