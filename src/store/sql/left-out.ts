import type { Informed } from '../contract/store.ts'

/** More records than this are not named one by one. */
const most = 1000

/** Reports each record that is left out once, as long as the process runs. */
export function openLeftOut(log: Informed) {
  const known = new Set<string>()
  return (kind: string, id: number) => {
    const name = `${kind} ${id}`
    if (known.has(name) || known.size >= most) return
    known.add(name)
    log('a record cannot be shown and is left out: see `almanac doctor`', { kind, id })
  }
}
