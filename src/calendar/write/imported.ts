import type { Row } from '../../define/record.ts'
import type { Caller, ImportedDates } from '../context.ts'

/**
 * The note of an import about a record that it has written: the version, a mark of the item, and the fields whose edits stayed; for a series, the
 * same of its dates.
 */
type Imported = { version: number; mark: string; edited: string[]; dates: ImportedDates }

/** The fact of a record that an import writes, as this version of it. */
export function importedAs({ importing }: Caller, version: number): Row {
  if (importing?.mark === undefined) return {}
  const { mark, edited = [], dates = new Map() } = importing
  const ofDates = [...dates].map(
    ([id, { imported, edited }]) => `${dateSign}${id}:${imported.join()}:${edited.join()}`,
  )
  return { imported: [version, mark, ...edited, ...ofDates].join(' ') }
}

export function importedIn({ imported }: Row): Imported | undefined {
  if (typeof imported !== 'string') return undefined
  const [version, mark = '', ...words] = imported.split(' ')
  const dates = words.filter(word => word.startsWith(dateSign)).map(dateIn)
  const edited = words.filter(word => !word.startsWith(dateSign))
  return { version: Number(version), mark, edited, dates: new Map(dates) }
}

/** The first character of a word about a date: no name of a field begins with it. */
const dateSign = '@'

function dateIn(word: string) {
  const [id, imported = '', edited = ''] = word.slice(dateSign.length).split(':')
  return [Number(id), { imported: namesIn(imported), edited: namesIn(edited) }] as const
}

const namesIn = (list: string) => list.split(',').filter(name => name !== '')
