import type { Row } from '../../define/record.ts'
import type { ImportedDates, WriteCaller } from '../base/context.ts'

/**
 * The note of an import about a record that it has written: the version, a mark of the item, and the fields whose edits stayed; for a series, the
 * same of its dates. `digests`: a hash of each value of the source. `lines`: the start and recurrence of the source, where those here differ.
 */
type Imported = {
  version: number
  mark: string
  edited: string[]
  dates: ImportedDates
  digests: ReadonlyMap<string, string>
  lines?: string
}

/** The first characters of words that are no edited fields: no name of a field begins with one. */
const signs = { date: '@', digests: '=', lines: '~' } as const

/** The fact of a record that an import writes, as this version of it. */
export function importedAs({ importing }: WriteCaller, version: number): Row {
  if (importing?.mark === undefined) return {}
  const { mark, edited = [], dates = new Map(), digests = new Map(), lines } = importing
  const ofDates = [...dates].map(
    ([id, { imported, edited }]) => `${signs.date}${id}:${imported.join()}:${edited.join()}`,
  )
  const values = [...digests].map(([name, hash]) => `${name}:${hash}`)
  const words = [
    ...edited,
    ...ofDates,
    ...(values.length > 0 ? [signs.digests + values.join()] : []),
    ...(lines === undefined ? [] : [signs.lines + encodeURIComponent(lines)]),
  ]
  return { imported: [version, mark, ...words].join(' ') }
}

export function importedIn({ imported }: Row): Imported | undefined {
  if (typeof imported !== 'string') return undefined
  const [version, mark = '', ...words] = imported.split(' ')
  const behind = (sign: string) =>
    words.filter(word => word.startsWith(sign)).map(word => word.slice(sign.length))
  const [lines] = behind(signs.lines)
  return {
    version: Number(version),
    mark,
    edited: words.filter(word => !Object.values(signs).some(sign => word.startsWith(sign))),
    dates: new Map(behind(signs.date).map(dateIn)),
    digests: new Map(behind(signs.digests).flatMap(namesIn).map(digestsIn)),
    ...(lines !== undefined && { lines: decodeURIComponent(lines) }),
  }
}

/**
 * True if the source gives another start, title or place than at the last import, by which the event is recognized later: this is stored even where
 * edits here outlast all of it.
 */
export function isRenamedThere(before: Row, after: Row): boolean {
  const [was, is] = [importedIn(before)?.digests, importedIn(after)?.digests]
  if (!was || !is || was.size === 0) return false
  const names = [...is.keys()].filter(name => /^(?:start_date|place|.*\.title)$/.test(name))
  return names.some(name => was.get(name) !== is.get(name))
}

function dateIn(word: string) {
  const [id, imported = '', edited = ''] = word.split(':')
  return [Number(id), { imported: namesIn(imported), edited: namesIn(edited) }] as const
}

function digestsIn(word: string) {
  const [name = '', hash = ''] = word.split(':')
  return [name, hash] as const
}

const namesIn = (list: string) => list.split(',').filter(name => name !== '')
