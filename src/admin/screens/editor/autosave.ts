/** How long nothing is typed before a draft is saved, and how far apart two savings are, in milliseconds. */
const pause = 3000
const apart = 10_000

type State<V> = {
  /** Is there anything that may be saved by itself? */
  isDue: boolean
  /** Does something else come first: a conflict, a copy to be restored? */
  isHeld: boolean
  /** Is something being saved, or waiting for the network? */
  isBusy: boolean
  isRefused: boolean
  values: V
  /** When it was last saved by itself, and with what. */
  last: { at: number; values?: V }
}

/** How long until a draft is saved by itself; undefined: not as things are. */
export function waitUntilSaved<V>(
  { isDue, isHeld, isBusy, isRefused, values, last }: State<V>,
  now: number,
): number | undefined {
  // what was refused is refused again until something else is typed
  if (!isDue || isHeld || isBusy || (isRefused && last.values === values)) return undefined
  return Math.max(pause, last.at + apart - now)
}
