import type { Row } from '../../define/record.ts'
import type { Caller } from '../context.ts'

/**
 * What an import notes of a record that it has written: which version that is, a mark of what it was written from, and the fields that
 * were edited here before and stayed.
 */
type Imported = { version: number; mark: string; edited: string[] }

/** The fact of a record that an import writes, as this version of it. */
export function importedAs({ importing }: Caller, version: number): Row {
  if (importing?.mark === undefined) return {}
  const { mark, edited = [] } = importing
  return { imported: [version, mark, ...edited].join(' ') }
}

export function importedIn({ imported }: Row): Imported | undefined {
  if (typeof imported !== 'string') return undefined
  const [version, mark = '', ...edited] = imported.split(' ')
  return { version: Number(version), mark, edited }
}
