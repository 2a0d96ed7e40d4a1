import { existing } from '../../define/base/objects.ts'
import type { Connection } from '../contract/connection.ts'
import { allDone } from './all-done.ts'

export type Sums = ReturnType<typeof openSums>
type Sum = { kind: string; id: number; fact: string; value: number }

/** A group of writes counts the same few terms again and again: the sums are written once, at its end. */
export function openSums(connection: Connection) {
  const sums = new Map<string, Sum>()
  let added = 0
  async function read(kind: string, id: number, fact: string): Promise<[number, number]> {
    const sql = `SELECT coalesce("${fact}", 0) AS value FROM "${kind}" WHERE id = ?`
    return [id, (await connection.get<{ value: number }>(sql, [id]))?.value ?? 0]
  }
  return {
    /** The value of a record as it is in the database. */
    read,
    /** The values as they are now, by id. Those that the group has counted before are not read again. */
    async add(
      kind: string,
      ids: readonly number[],
      fact: string,
      delta: number,
    ): Promise<[id: number, value: number][]> {
      const keyOf = (id: number) => `${kind} ${id} ${fact}`
      const unread = ids.filter(id => !sums.has(keyOf(id)))
      if (unread.length > 0)
        for (const [id, value] of await allDone(unread.map(id => read(kind, id, fact))))
          sums.set(keyOf(id), { kind, id, fact, value })
      added += ids.length
      return ids.map(id => {
        // each was read, now or before
        const sum = existing(sums.get(keyOf(id)))
        sum.value += delta
        return [id, sum.value]
      })
    },
    get added() {
      return added
    },
    get isEmpty() {
      return sums.size === 0
    },
    /** True if sums of records of this kind are still to be written. */
    isOf: (kind: string) => sums.values().some(sum => sum.kind === kind),
    async flush() {
      const all = [...sums.values()]
      sums.clear()
      await allDone(
        all.map(({ kind, id, fact, value }) =>
          connection.run(`UPDATE "${kind}" SET "${fact}" = ? WHERE id = ?`, [value, id]),
        ),
      )
    },
    forget: () => sums.clear(),
  }
}
