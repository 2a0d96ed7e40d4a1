/** The pause in typing before a draft is saved, and the least interval between two saves, in milliseconds. */
const pause = 3000
const apart = 10_000

type State<V> = {
  /** True if there are changes that may be saved automatically. */
  isDue: boolean
  /** True while a conflict is open. */
  isHeld: boolean
  /** True while a save is running or waiting for the network. */
  isBusy: boolean
  isRefused: boolean
  values: V
  /** When it was last saved by itself, and with what. */
  last: { at: number; values?: V }
}

/** Milliseconds until a draft is saved automatically; undefined: it is not, at present. */
export function waitUntilSaved<V>(
  { isDue, isHeld, isBusy, isRefused, values, last }: State<V>,
  now: number,
): number | undefined {
  // what was refused is refused again until something else is typed
  if (!isDue || isHeld || isBusy || (isRefused && last.values === values)) return undefined
  return Math.max(pause, last.at + apart - now)
}
