import type { Connection } from '../contract/connection.ts'
import type { JournalEntry, Reader, Transaction } from '../contract/store.ts'

// Records by a part of their slug, and the table of redirects: former slugs, and the ids and slugs of records that were merged.

/** The name of an id in the table; no slug contains this sign. */
export const idName = (id: number) => `#${id}`

export const redirectReader = ({
  get,
  all,
}: Connection): Pick<Reader, 'movedTo' | 'idsWithSlug' | 'namesOf'> => ({
  async namesOf(kind, id) {
    const slugs = await all<{ slug: string }>(
      'SELECT slug FROM slug WHERE kind = ? AND id = ? ORDER BY slug',
      [kind, id],
    )
    const moved = await all<{ name: string }>(
      'SELECT name FROM moved WHERE kind = ? AND id = ? ORDER BY name',
      [kind, id],
    )
    return { slugs: slugs.map(({ slug }) => slug), moved: moved.map(({ name }) => name) }
  },
  idsWithSlug: async (kind, part, after, limit) =>
    (
      await all<{ id: number }>(
        `SELECT DISTINCT id FROM slug WHERE kind = ? AND id > ? AND slug LIKE ? ESCAPE '\\'
          ORDER BY id LIMIT ?`,
        [kind, after, `%${part.replace(/[\\%_]/g, '\\$&')}%`, limit],
      )
    ).map(({ id }) => id),
  movedTo: async (kind, name) =>
    (await get<{ id: number }>('SELECT id FROM moved WHERE kind = ? AND name = ?', [kind, name]))
      ?.id,
})

export const redirectWriter = ({ run }: Connection): Pick<Transaction, 'keepName' | 'leadOn'> => ({
  keepName: (kind, name, id) =>
    run(
      'INSERT INTO moved (kind, name, id) VALUES (?, ?, ?) ON CONFLICT (kind, name) DO UPDATE SET id = excluded.id',
      [kind, name, id],
    ),
  leadOn: (kind, from, to) =>
    run('UPDATE moved SET id = ? WHERE kind = ? AND id = ?', [to, kind, from]),
})

/** Nothing leads to a record that is gone for good. */
export const dropNames = ({ run }: Connection, kind: string, id: number) =>
  run('DELETE FROM moved WHERE kind = ? AND id = ?', [kind, id])

/** True if it is the very line. A restored database, or a standby with fewer lines that took over, may have given its number to another. */
export const isSameLine = (one: JournalEntry, other: JournalEntry) =>
  written(one) === written(other)

const written = ({
  seq,
  instant,
  actor,
  verb,
  kind,
  id,
  language,
  version,
  detail,
}: JournalEntry) => JSON.stringify([seq, instant, actor, verb, kind, id, language, version, detail])
