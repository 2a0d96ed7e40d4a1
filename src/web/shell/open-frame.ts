import { randomBytes } from 'node:crypto'
import { type Html, html, raw } from './html.ts'

/** A random value, so that no text can contain it. */
const sign = randomBytes(12).toString('hex')

/** A placeholder for a query that is filled in later: the escaping of its `&` shows how the query must be escaped. */
export const openQuery = `${sign}&${sign}`

/** Stands for a path that is filled in later; paths have nothing in them that would have to be escaped. */
export const openPath = `${sign}:path:`

/** Stands for a part that is filled in later. */
export const openPart = (name: string): Html => raw(`${sign}:${name}:`)

const ways: Record<string, (query: string) => string> = {
  '&amp;': query => html`${query}`.toString(),
  '&': query => JSON.stringify(query).slice(1, -1).replaceAll('<', '\\u003c'),
  '%26': encodeURIComponent,
}
const open = new RegExp(`${sign}(?:(&amp;|%26|&)${sign}|:(\\w+):)`)

/** The fillings of places: a query in each of its ways, a path, a part. */
export type Filling = Readonly<Record<string, Buffer>>

/** A query as it stands in each surrounding. */
export const fillingOf = (query: string): Filling =>
  Object.fromEntries(Object.entries(ways).map(([name, write]) => [name, Buffer.from(write(query))]))

/** A page, or a part of one, that is the same for many requests but in some places. */
export type Frame = { first: Buffer; rest: readonly { name: string; after: Buffer }[] }

export const sizeOfFrame = ({ first, rest }: Frame) =>
  rest.reduce((sum, { after }) => sum + 150 + after.length, 100 + first.length)

export function frameOf(text: string): Frame {
  // a way or a name, one of which is undefined, stands between two pieces
  const [first = '', ...pieces] = text.split(open)
  const rest: { name: string; after: Buffer }[] = []
  for (let at = 0; at < pieces.length; at += 3)
    rest.push({
      name: pieces[at] ?? pieces[at + 1] ?? '',
      after: Buffer.from(pieces[at + 2] ?? ''),
    })
  return { first: Buffer.from(first), rest }
}

export function filled({ first, rest }: Frame, filling: Filling): Buffer {
  const pieces = [first]
  for (const { name, after } of rest) {
    const piece = filling[name]
    if (piece) pieces.push(piece)
    pieces.push(after)
  }
  return Buffer.concat(pieces)
}
