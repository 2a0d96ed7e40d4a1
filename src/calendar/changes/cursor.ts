import { hash } from 'node:crypto'
import { notACursor } from '../../define/field-errors.ts'
import { fieldProblem } from '../../problem/index.ts'
import { type ChangeKind, changeKinds } from '../../resources/index.ts'

/** A position in the change log: the number of a line, and its mark, by which it is recognized; empty at the beginning. */
export type Mark = { seq: number; line: string }

/** The state of a follower, all of which is in its cursor. */
export type Cursor = {
  mark: Mark
  kinds: readonly ChangeKind[]
  records: boolean
  /** The visibility of records for the caller, as a digest. */
  rights: string
  /** During a first read: the records that were sent last. Afterwards the change log is read, from `mark` on. */
  first?: { kind: number; after: number }
}

/** Short and not secret: it tells apart what differs by accident. */
export const digestOf = (value: unknown) =>
  hash('sha1', JSON.stringify(value), 'base64url').slice(0, 10)

/** Bits of `changeKinds`. */
const bitsOf = (kinds: readonly ChangeKind[]) =>
  changeKinds.reduce((bits, kind, at) => (kinds.includes(kind) ? bits | (1 << at) : bits), 0)

export function writeCursor({ mark, kinds, records, rights, first }: Cursor): string {
  const parts = [mark.seq, mark.line, bitsOf(kinds), Number(records), rights]
  const all = first ? [...parts, first.kind, first.after] : parts
  return Buffer.from(all.join('.')).toString('base64url')
}

const written =
  /^(?<seq>\d{1,15})\.(?<line>[\w-]{0,10})\.(?<bits>\d{1,3})\.(?<records>[01])\.(?<rights>[\w-]{10})(?:\.(?<kind>\d)\.(?<after>\d{1,15}))?$/

/** Throws for what is none: a cursor is not signed, for it opens nothing that its caller may not see. */
export function readCursor(text: string): Cursor {
  const groups = written.exec(Buffer.from(text, 'base64url').toString('latin1'))?.groups
  if (!groups) throw fieldProblem('cursor', notACursor)
  const { seq, line = '', bits, records, rights = '', kind, after } = groups
  return {
    mark: { seq: Number(seq), line },
    kinds: changeKinds.filter((_, at) => Number(bits) & (1 << at)),
    records: records === '1',
    rights,
    ...(kind !== undefined && { first: { kind: Number(kind), after: Number(after) } }),
  }
}
