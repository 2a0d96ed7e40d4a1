import { type Cell, type LinkKind, type Links, linkKinds, linksOf } from '../../define/record.ts'
import type { Connection } from '../contract/connection.ts'
import { noLinks } from '../contract/store.ts'
import type { Insertion } from './insertion.ts'

// The table of links: which events have a record.

export const linkColumns = ['kind', 'target', 'event'] as const

export function linkRows(event: number, links: Partial<Links>): Cell[][] {
  const rows: Cell[][] = []
  for (const kind of linkKinds)
    for (const target of links[kind] ?? []) rows.push([kind, target, event])
  return rows
}

/** Replaces links by which events are found: those of the kinds given, or all of an event that goes. */
export async function replaceLinks(
  { get, run }: Connection,
  into: Insertion,
  event: number,
  links: Partial<Links>,
) {
  const row = await get<Record<LinkKind, string>>(
    `SELECT ${linkKinds.join(', ')} FROM event WHERE id = ?`,
    [event],
  )
  const before = row ? linksIn(row) : noLinks
  if (!before) await run('DELETE FROM link WHERE event = ?', [event])
  const gained: Partial<Links> = {}
  for (const kind of linkKinds) {
    const after = links[kind]
    if (!after) continue
    const had = before?.[kind] ?? []
    for (const target of had)
      if (!after.includes(target))
        await run('DELETE FROM link WHERE kind = ? AND target = ? AND event = ?', [
          kind,
          target,
          event,
        ])
    gained[kind] = after.filter(target => !had.includes(target))
  }
  await into.rows(linkRows(event, gained))
}

/** Undefined: a cell of the row is damaged. */
export function linksIn(row: Parameters<typeof linksOf>[0]): Links | undefined {
  try {
    return linksOf(row)
  } catch {
    return undefined
  }
}
