import type { Connection } from '../contract/connection.ts'
import type { Informed } from '../contract/store.ts'

// Notes of the database about itself, by a key.

/** The statement that sets a note. */
export const setting =
  'INSERT INTO note (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value'

export const setNote = ({ run }: Pick<Connection, 'run'>, key: string, value: string) =>
  run(setting, [key, value])

export async function readNote({ get }: Pick<Connection, 'get'>, key: string) {
  return (await get<{ value: string }>('SELECT value FROM note WHERE key = ?', [key]))?.value
}

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
