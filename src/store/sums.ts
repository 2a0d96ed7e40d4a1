import { allDone } from './all-done.ts'
import type { Connection } from './connection.ts'

export type Sums = ReturnType<typeof openSums>

/** A group of writes counts the same few terms again and again: what they add up to is written once, at its end. */
export function openSums(connection: Connection) {
  const sums = new Map<string, { sql: string; id: number; value: number }>()
  let added = 0
  return {
    /** The value as it is now. */
    async add(kind: string, id: number, fact: string, delta: number): Promise<number> {
      const key = `${kind} ${id} ${fact}`
      let sum = sums.get(key)
      if (!sum) {
        const sql = `SELECT coalesce("${fact}", 0) AS value FROM "${kind}" WHERE id = ?`
        const { value = 0 } = (await connection.get<{ value: number }>(sql, [id])) ?? {}
        sum = { sql: `UPDATE "${kind}" SET "${fact}" = ? WHERE id = ?`, id, value }
        sums.set(key, sum)
      }
      sum.value += delta
      added++
      return sum.value
    },
    get added() {
      return added
    },
    get isEmpty() {
      return sums.size === 0
    },
    async flush() {
      const all = [...sums.values()]
      sums.clear()
      await allDone(all.map(({ sql, id, value }) => connection.run(sql, [value, id])))
    },
    forget: () => sums.clear(),
  }
}
