import type { Values } from '../../forms/values.ts'
import type { Edits } from './use-edits.ts'

/** Runs `act` some milliseconds after the last change of values; `waitOf` says how many, or not at all. Returns what ends it. */
export function onChanges(
  edits: Edits,
  act: (values: Values) => void,
  waitOf: (values: Values) => number | undefined,
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let seen: Values | undefined
  const wait = () => {
    const { values } = edits
    if (values === seen) return
    seen = values
    clearTimeout(timer)
    const ms = waitOf(values)
    timer = ms === undefined ? undefined : setTimeout(() => act(values), ms)
  }
  wait()
  const stop = edits.subscribe(wait)
  return () => {
    stop()
    clearTimeout(timer)
  }
}
