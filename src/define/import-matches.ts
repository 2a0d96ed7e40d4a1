import { isLink, type LinkKind } from './record.ts'
import { withoutAccents } from './text/letters.ts'

/** A name of a source that means a record that is here already. */
export type NameMatch = { kind: LinkKind; name: string; id: number }

const line = /^(\w+) (.+)=(\d{1,15})$/

/** Parses matches, one on each line, such as `venue Old mill=12`. Undefined: the text has another form. */
export function matchesIn(text: string): NameMatch[] | undefined {
  const matches: NameMatch[] = []
  for (const each of text.split(/\r?\n/)) {
    if (each.trim() === '') continue
    const [, kind = '', name = '', id = ''] = line.exec(each.trim()) ?? []
    if (!isLink(kind)) return undefined
    matches.push({ kind, name: name.trim(), id: Number(id) })
  }
  return matches
}

/** The same as they are written. */
export const writtenMatches = (matches: readonly NameMatch[]): string =>
  matches.map(({ kind, name, id }) => `${kind} ${name.replace(/\s+/g, ' ')}=${id}`).join('\n')

/** Names of a kind that differ in case, accents and spaces alone are one. */
export const matchKey = (kind: string, name: string): string =>
  `${kind} ${withoutAccents(name.trim().replace(/\s+/g, ' ').toLowerCase())}`
