import { shapes } from '../../src/calendar/schema/shapes.ts'
import type { Language } from '../../src/define/text/language.ts'
import { illustratedNames, takesPassword } from '../../src/resources/table.ts'
import {
  type ListedEvent,
  type Occurrence,
  occurrenceColumns,
} from '../../src/store/contract/occurrence.ts'
import type { Shape } from '../../src/store/contract/shape.ts'
import { type Links, noLinks, type StoredRecord } from '../../src/store/contract/store.ts'

/** For tests of the store alone: the derived values of an event are stored in it as the test has written them. */
export const plainShapes: Shape[] = shapes.map(shape =>
  shape.kind === 'event'
    ? {
        ...shape,
        listedBy: undefined,
        listedAs: plainlyListed,
        searchText: ({ texts }) =>
          Object.fromEntries(
            Object.entries(texts).map(([language, { title }]) => [language, [String(title)]]),
          ),
      }
    : shape,
)

export function plainlyListed({ id, facts, links }: StoredRecord): ListedEvent {
  const row = { ...noOccurrence, ...facts, id, event: id }
  return { facts: row, dates: [row], links }
}

/** A row of an event in lists where nothing is said of it. */
export const noOccurrence = Object.fromEntries(
  Object.entries(occurrenceColumns).map(([name, type]) => [name, type === 'text' ? '' : 0]),
) as Occurrence

/** An event of which only its row in lists, and its folded texts, matter. */
export const plainEvent = (
  id: number,
  facts: Partial<Occurrence>,
  texts: Partial<Record<Language, string>> = {},
  links: Partial<Links> = {},
): StoredRecord => ({
  id,
  kind: 'event',
  version: 1,
  facts,
  texts: Object.fromEntries(
    Object.entries(texts).map(([language, title]) => [language, { title }]),
  ),
  links: { ...noLinks, ...links },
})

/** Records that show images: those behind a password are for this user alone. */
export const illustratedFor = (user: number) =>
  illustratedNames.map(kind => ({
    kind,
    protectedOf: takesPassword(kind) ? user : ('all' as const),
  }))
