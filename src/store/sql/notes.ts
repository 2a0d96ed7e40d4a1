import type { Connection } from '../contract/connection.ts'

// Notes of the database about itself, by a key.

/** The statement that sets a note. */
export const setting =
  'INSERT INTO note (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value'

export const setNote = ({ run }: Pick<Connection, 'run'>, key: string, value: string) =>
  run(setting, [key, value])

export async function readNote({ get }: Pick<Connection, 'get'>, key: string) {
  return (await get<{ value: string }>('SELECT value FROM note WHERE key = ?', [key]))?.value
}
