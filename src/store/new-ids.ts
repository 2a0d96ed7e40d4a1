import type { Connection } from './connection.ts'
import type { GroupRows } from './group-rows.ts'
import { insertion } from './insertion.ts'
import type { Dialect } from './schema.ts'

/** So many ids are reserved at once, at most. */
const mostReserved = 32

export type NewIds = ReturnType<typeof openNewIds>

/**
 * Ids of new records, in the order of the writes. Where asking for one means waiting for a server, a group reserves the more of
 * them the more it has used: their rows go in with those of its records.
 */
export function openNewIds(connection: Connection, { reserve }: Dialect, rows: GroupRows) {
  const tables = new Map<string, ReturnType<typeof reserving>>()
  let many = 1

  function reserving(table: string, sql: string) {
    const into = insertion(connection, table, ['id', 'kind'])
    let ids: number[] = []
    return {
      async next(kind: string) {
        if (ids.length === 0) {
          ids = (await connection.all<{ id: number }>(sql, [many])).map(({ id }) => id).reverse()
          many = Math.min(many * 2, mostReserved)
        }
        const id = ids.pop() as number
        rows.add(table, into.rows, [[id, kind]])
        return id
      },
      forget() {
        ids = []
      },
    }
  }

  return {
    next(family: string, kind: string): Promise<number> {
      const table = `${family}_id`
      if (!reserve) return connection.insert(`INSERT INTO ${table} (kind) VALUES (?)`, [kind], 'id')
      let ids = tables.get(table)
      if (!ids) {
        ids = reserving(table, reserve(table))
        tables.set(table, ids)
      }
      return ids.next(kind)
    },
    /** A group ends: the next may be a single write. */
    flushed() {
      many = 1
    },
    /** What is left is given up: others have been given higher ones meanwhile. */
    forget() {
      for (const ids of tables.values()) ids.forget()
    },
  }
}
