// How a service is started so that it stays small. Node and the C library read both once, when a process begins.

/** A smaller nursery: a third less memory for the same speed. */
const flags = ['--max-semi-space-size=8']

/**
 * The C library of Linux holds on to what has been freed, in pieces and for each thread anew: after many reads and writes a
 * third of what the service would occupy. Told so, it gives large blocks back at once, and threads share one heap.
 */
const env = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

const nameOf = flag => flag.split('=')[0]

/** Flags and environment for a process of ours; what somebody has set stays. */
export const thrifty = () => ({
  flags: [
    ...flags.filter(flag => !process.execArgv.some(given => nameOf(given) === nameOf(flag))),
    ...process.execArgv,
  ],
  env: { ...env, ...process.env },
})

/** Begins this process anew, under the same number, where that is to be had; it takes some forty milliseconds. */
export function beginThrifty() {
  const isBegun = Object.keys(env).some(name => name in process.env)
  if (process.platform !== 'linux' || isBegun || !process.execve) return
  const { flags, env: wanted } = thrifty()
  process.execve(process.execPath, [process.execPath, ...flags, ...process.argv.slice(1)], wanted)
}
