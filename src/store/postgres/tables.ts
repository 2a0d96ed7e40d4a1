import { crc32 } from 'node:zlib'
import type { Connection } from '../contract/connection.ts'
import { DatabaseError } from '../contract/database-error.ts'
import type { Shape } from '../contract/shape.ts'
import { type Ends, ends, partsOf, renewable, renewed } from '../sql/journal-detail.ts'
import { readNote, setNote } from '../sql/notes.ts'
import { columnsOf, schema } from '../sql/schema.ts'
import { dialect } from './dialect.ts'
import { type Link, lockKey } from './link.ts'

/**
 * Raise it with a step in `steps` when what a column of records means changes, or how processes hear of each other; a new column needs
 * neither.
 */
const current = 3

/** The steps that bring a database from one version to the next, in order. */
const steps: readonly { to: number; run(connection: Connection): Promise<void> }[] = [
  // lines that a move has brought from a data folder of an earlier version
  { to: 2, run: renewJournal },
  // Processes of version 2 report commits on another channel, so they must not write while these do.
  { to: 3, run: async () => {} },
]

async function renewJournal({ all, run }: Connection) {
  for (const each of await all<Ends>(ends))
    for (const part of partsOf(each))
      for (const { seq, detail } of await all<{ seq: number; detail: string }>(renewable, part)) {
        const written = renewed(detail)
        if (written !== undefined)
          await run('UPDATE journal SET detail = ? WHERE seq = ?', [written, seq])
      }
}

export const versionNote = 'version'
const schemaNote = 'schema'

/**
 * Brings the tables to the version of this program, in the transaction of `connection`, during which no other connection writes; says
 * from which version to which, if it was another. A newer one is refused: it has changed what columns mean. Columns that a newer program has added are no reason for that.
 */
export async function bringUpToDate(connection: Connection, shapes: readonly Shape[]) {
  const statements = schema(shapes, dialect)
  const form = formOf(statements)
  const isNew = (await readNote(connection, schemaNote)) === undefined
  const version = isNew ? current : Number(await readNote(connection, versionNote)) || 1
  refuseNewer(version)
  for (const step of steps) if (!isNew && step.to > version) await step.run(connection)
  if ((await readNote(connection, schemaNote)) === form && version === current) return undefined
  // A table is changed as soon as all who read it are done, which may take as long as a statement may.
  await connection.run('SET LOCAL lock_timeout = 0')
  for (const shape of isNew ? [] : shapes) await addColumns(connection, shape)
  if (!isNew)
    await connection.run(
      `ALTER TABLE IF EXISTS series_date ADD COLUMN IF NOT EXISTS moved ${dialect.type.integer}`,
    )
  for (const statement of statements) await connection.run(statement)
  for (const [key, value] of notesOf(form)) await setNote(connection, key, value)
  return version === current ? undefined : { from: version, to: current }
}

const formOf = (statements: readonly string[]) => crc32(statements.join('\n')).toString(16)
const notesOf = (form: string): [key: string, value: string][] => [
  [versionNote, String(current)],
  [schemaNote, form],
]

/** The notes of a database whose tables this program has made. */
export const notesOfNew = (shapes: readonly Shape[]) => notesOf(formOf(schema(shapes, dialect)))

/** A newer program has changed what columns mean: this one must not write there, nor one that was running when it happened. */
export function refuseNewer(version: number) {
  if (version > current) throw new DatabaseError('DATABASE_NEWER', { version, current })
}

/** Every transaction looks into the table of notes: it is made before the first, by one process of all that start at once. */
export async function createNote(link: Link) {
  const text = "SELECT to_regclass('note') IS NOT NULL AS is"
  const { rows } = await link.query<{ is: boolean }>({ text })
  if (rows[0]?.is) return
  const [statement = ''] = schema([], dialect)
  // Sent as one text, the server runs both in one transaction: whatever fails, none stays open.
  await link.query({ text: `SELECT pg_advisory_xact_lock(${lockKey}); ${statement}` })
}

/** Adds the columns that a new field brings: empty for every record so far. */
async function addColumns(connection: Connection, shape: Shape) {
  const rows = await connection.all<{ name: string }>(dialect.columnsOf, [shape.kind])
  if (rows.length === 0) return
  const present = new Set(rows.map(({ name }) => name))
  for (const [name, type] of Object.entries(columnsOf(shape)))
    if (!present.has(name))
      await connection.run(
        `ALTER TABLE "${shape.kind}" ADD COLUMN IF NOT EXISTS "${name}" ${dialect.type[type]}`,
      )
}
