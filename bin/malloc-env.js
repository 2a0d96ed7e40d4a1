// The flags and environment that keep a process small. Node and the C library read both once, when a process begins.

/** A smaller nursery: a third less memory at the same speed. */
export const flags = ['--max-semi-space-size=8']

/** Imports and exports hold a few records at a time. */
const movingFlags = ['--max-semi-space-size=4']

/** The commands that run for long or read a whole calendar, with their flags; the launcher of a release chooses by them too. */
export const commandFlags = { serve: flags, import: movingFlags, export: movingFlags }

/** The flags of the command in these arguments; undefined: it is soon over. */
export function flagsOf(args) {
  // what follows the command may be a file or a folder of the same name
  const command = args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '--lang')
  return Object.hasOwn(commandFlags, command ?? '') ? commandFlags[command] : undefined
}

/**
 * The C library of Linux holds on to freed memory, separately for each thread: after many reads and writes a third of the
 * memory of the service. With these settings it returns large blocks at once, and threads share heaps.
 */
export const env = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

const nameOf = flag => flag.split('=')[0]

/** Flags and environment for a process of the program; existing ones stay. */
export const mallocEnv = (wanted = flags) => ({
  flags: [
    ...wanted.filter(flag => !process.execArgv.some(given => nameOf(given) === nameOf(flag))),
    ...process.execArgv,
  ],
  env: { ...env, ...process.env },
})

/** Starts this process again under the same process ID, where the system can; it takes some forty milliseconds. */
export function beginWithMallocEnv(given) {
  const isConfigured = Object.keys(env).some(name => name in process.env)
  // a socket that systemd has given would be closed by that: the unit sets these itself
  if (process.env.LISTEN_FDS) return
  if (process.platform !== 'linux' || isConfigured || !process.execve) return
  const { flags, env: wanted } = mallocEnv(given)
  process.execve(process.execPath, [process.execPath, ...flags, ...process.argv.slice(1)], wanted)
}
