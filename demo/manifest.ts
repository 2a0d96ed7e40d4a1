import { type DemoIds, noIds, type Traces } from './remove.ts'
import type { DemoKind } from './write.ts'

/** The store of a calendar, as far as the demo asks it. */
type DemoStore = {
  note(key: string): Promise<string | undefined>
  write(
    work: (tx: { setNote(key: string, value: string): Promise<unknown> }) => Promise<unknown>,
  ): Promise<unknown>
  getMany(kind: string, ids: readonly number[]): Promise<{ id: number; version: number }[]>
  lookup(kind: string, column: string, value: number, limit: number): Promise<number[]>
}

const note = 'demo'

/** The ids of the records that the demo created in this calendar. */
export async function demoIds(store: Pick<DemoStore, 'note'>): Promise<DemoIds> {
  const text = await store.note(note)
  const stored = text === undefined ? {} : (JSON.parse(text) as Partial<Record<DemoKind, string>>)
  const ids = noIds()
  for (const kind of kinds) ids[kind] = fromRanges(stored[kind] ?? '')
  return ids
}

/** Remembers them with the data, and the versions of events that the demo changed itself. */
export async function storeDemoIds(
  store: Pick<DemoStore, 'write' | 'note'>,
  ids: DemoIds,
  versions: ReadonlyMap<number, number> = new Map(),
) {
  const stored = Object.fromEntries(kinds.map(kind => [kind, toRanges(ids[kind])]))
  const changed = { ...(await versionsIn(store)), ...Object.fromEntries(versions) }
  await store.write(async tx => {
    await tx.setNote(note, JSON.stringify(stored))
    await tx.setNote(versionsNote, JSON.stringify(changed))
  })
}

const versionsNote = 'demo-versions'

async function versionsIn(store: Pick<DemoStore, 'note'>): Promise<Record<number, number>> {
  const text = await store.note(versionsNote)
  return text === undefined ? {} : JSON.parse(text)
}

const kinds = Object.keys(noIds()) as DemoKind[]

const names: Record<DemoKind, string> = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
  images: 'image',
}

/** The records in the store: the first version is that of their creation, but for events that the demo changed. */
export function tracesIn(store: DemoStore): Traces {
  return {
    async unchanged(kind, ids) {
      const same = new Set<number>()
      const versions = kind === 'events' ? await versionsIn(store) : {}
      for (let from = 0; from < ids.length; from += 500)
        for (const { id, version } of await store.getMany(names[kind], ids.slice(from, from + 500)))
          if (version === (versions[id] ?? 1)) same.add(id)
      return same
    },
    async isShown(image, except) {
      for (const kind of ['venue', 'organizer'])
        if ((await store.lookup(kind, 'image', image, 1)).length > 0) return true
      const events = await store.lookup('event', 'image', image, except.size + 1)
      return events.some(id => !except.has(id))
    },
  }
}

/** `1-300,305`: ids that follow each other are short to write. */
export function toRanges(ids: readonly number[]): string {
  const ranges: [from: number, to: number][] = []
  for (const id of ids.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && id === last[1] + 1) last[1] = id
    else ranges.push([id, id])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}

export const fromRanges = (text: string): number[] =>
  text === ''
    ? []
    : text.split(',').flatMap(range => {
        const [from = 0, to = from] = range.split('-').map(Number)
        return Array.from({ length: to - from + 1 }, (_, index) => from + index)
      })
