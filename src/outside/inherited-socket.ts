/** The descriptor of the first socket that systemd passes on. */
const first = 3

/**
 * The descriptor of a socket that systemd has opened for this service (`LISTEN_FDS`), or for the process that started this worker;
 * undefined: there is none. Connections wait in it while the service is restarted.
 */
export function inheritedSocket(
  { LISTEN_FDS: count, LISTEN_PID: pid }: NodeJS.ProcessEnv = process.env,
  self: { pid: number; ppid: number; isWorker: boolean } = {
    pid: process.pid,
    ppid: process.ppid,
    isWorker: process.getBuiltinModule('node:cluster').isWorker,
  },
): number | undefined {
  if (!(Number(count) >= 1)) return undefined
  // a worker listens by the process that has the descriptor
  return Number(pid) === (self.isWorker ? self.ppid : self.pid) ? first : undefined
}
