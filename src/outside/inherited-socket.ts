/** The descriptor of the first socket that systemd passes on. */
const first = 3

/**
 * The descriptor of a socket that systemd has opened for this service (`LISTEN_FDS`), or for the process that started this worker;
 * undefined: there is none. Connections wait in it while the service is restarted.
 */
export function inheritedSocket(): number | undefined {
  const { LISTEN_FDS: count, LISTEN_PID: pid } = process.env
  if (!(Number(count) >= 1)) return undefined
  // a worker listens by the process that has the descriptor
  const { isWorker } = process.getBuiltinModule('node:cluster')
  return Number(pid) === (isWorker ? process.ppid : process.pid) ? first : undefined
}
