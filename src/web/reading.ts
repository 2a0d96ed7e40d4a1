import type { Calendar } from '../calendar/calendar.ts'
import type { Caller } from '../calendar/context.ts'
import { dependencyOf } from '../calendar/list-dependency.ts'
import type { Listing } from '../calendar/lists.ts'
import type { Values } from '../define/param.ts'
import type { View } from '../define/view.ts'
import type { Changes } from '../journal/follower.ts'
import { Problem } from '../problem.ts'
import type { ResourceName } from '../resources/index.ts'
import { openNotes } from './notes.ts'

type Pages = Pick<Caller, 'most' | 'allUpTo'>

/** A page of a list with its records. */
export type ListedViews = Listing & { views: View[] }

/**
 * Reads from the calendar as somebody in particular, or as anyone, and notes everything that the response then depends on.
 * What is read past this is not noticed when it changes.
 */
export function openReading(
  { calendar, changes }: { calendar: Calendar; changes: Changes },
  caller: Caller,
) {
  const notes = openNotes(changes)

  /** IDs of a list, its total, and what was asked; `pages` says how long it is, where that is not as in the API. */
  async function ids(kind: ResourceName, sent: Values, pages: Pages = {}) {
    const listing = await calendar.list(kind, { ...caller, ...pages }, sent)
    notes.list(dependencyOf(kind, listing))
    notes.until(listing.until)
    return listing
  }

  /** Records of a list as the caller may see them; what has gone meanwhile is left out. */
  const views = (kind: ResourceName, listing: Pick<Listing, 'ids' | 'dates'>) =>
    notes.views(() => calendar.views(kind, caller, listing))

  return {
    caller,
    ids,
    views,

    /** Events that the caller could see in a list, and that are in the trash or deleted now. */
    gone: (listing: Pick<Listing, 'query'>) => calendar.gone(caller, listing),

    /** A page of a list with its records. */
    async list(kind: ResourceName, sent: Values, most?: number): Promise<ListedViews> {
      const listing = await ids(kind, sent, most === undefined ? {} : { most })
      return { ...listing, views: await views(kind, listing) }
    },

    /** All terms of a kind by name, used or not: a page that shows no counts does not depend on them. */
    async terms(kind: 'category' | 'tag', most: number): Promise<View[]> {
      const sent = { per_page: most, hide_empty: false }
      const listing = await calendar.list(kind, { ...caller, most }, sent)
      notes.list({ of: 'kind', kind, events: false, counts: false })
      return views(kind, listing)
    },

    ...single({ calendar, caller, notes }),

    /** The response is another one from this Unix second on. */
    validUntil: notes.until,
    /** What was read, for the cache; undefined: something changed meanwhile. */
    basis: notes.basis,
  }
}

/** Reads records by their IDs or slugs. */
function single({
  calendar,
  caller,
  notes,
}: {
  calendar: Calendar
  caller: Caller
  notes: ReturnType<typeof openNotes>
}) {
  return {
    /**
     * Those of these records that there are, as they are stored: whoever asks for them sees to what may be shown. `isGrowing`: more
     * of them may come.
     */
    records(kind: ResourceName, ids: readonly number[], { isGrowing }: { isGrowing: boolean }) {
      if (isGrowing) notes.list({ of: 'kind', kind, events: false })
      return notes.records(() => calendar.records(kind, ids))
    },

    /** One record with what it shows; throws the problem of a record that the caller may not see. */
    async read(kind: ResourceName, address: { id: number } | { slug: string }): Promise<View> {
      const [view] = await notes.views(async () => {
        const record = await calendar.find(kind, address)
        if (!record) throw new Problem('rest_no_route')
        return [await calendar.read(kind, caller, record)]
      })
      // as many views as records
      return view as View
    },
  }
}

export type Reading = ReturnType<typeof openReading>
