import {
  type Address,
  type Calendar,
  type Caller,
  dependencyOf,
  type FullSeries,
  type ListCaller,
  type Listing,
} from '../../calendar/index.ts'
import { withCustomFilters } from '../../define/custom-fields.ts'
import type { View } from '../../define/derived.ts'
import type { Values } from '../../define/param.ts'
import {
  isTree,
  type LinkKind,
  type PostLinkKind,
  type StoredRecord,
  type TermLinkKind,
} from '../../define/record.ts'
import type { Changes } from '../../journal/index.ts'
import { Problem } from '../../problem/index.ts'
import {
  event,
  hasPassword,
  maskedView,
  type ResourceName,
  sourceOf,
  statusOf,
} from '../../resources/index.ts'
import { openNotes } from './notes.ts'

/** Pages have lists of a length of their own, whatever the setting for lists of the API says. */
const withLength = (caller: Caller, { per_page: max }: Values): ListCaller =>
  typeof max === 'number' ? { ...caller, max } : caller

/** The events of a span of days. */
export type ListedDays = Pick<Awaited<ReturnType<Calendar['days']>>, 'days' | 'long' | 'showing'>
type DaySpan = Parameters<Calendar['days']>[2]
export type DatedEvent = ListedDays['long'][number]

/** A page of a list with its records. */
export type ListedViews = Listing & { views: View[] }

type Depending = Pick<Listing, 'query' | 'until'> & { values: Values }
type Readers = { calendar: Calendar; changes: Changes }

/**
 * Reads from the calendar for one user, or for anyone, and notes everything that the response then depends on. Data that is read in another way is
 * not noticed when it changes.
 */
export function openReading({ calendar, changes }: Readers, caller: Caller) {
  const notes = openNotes(changes)

  function noted<L extends Depending>(kind: ResourceName, listing: L): L {
    notes.list(dependencyOf(kind, listing))
    notes.until(listing.until)
    return listing
  }

  /** IDs of a list, its total and the values of its query. `pages`: all of them, up to so many. */
  async function ids(kind: ResourceName, sent: Values, pages: Pick<ListCaller, 'allUpTo'> = {}) {
    const asked = withCustomFilters(sent)
    return noted(kind, await calendar.list(kind, { ...withLength(caller, sent), ...pages }, asked))
  }

  /** Records of a list as the caller may see them, without those that were removed meanwhile. */
  const views = (kind: ResourceName, listing: Pick<Listing, 'ids' | 'dates' | 'showing'>) =>
    notes.views(() => calendar.views(kind, caller, listing))

  return {
    caller,
    ids,
    views,

    /** Events that the caller could see in a list, and that are in the trash or deleted now. */
    gone: (listing: Pick<Listing, 'query'>) => calendar.gone(caller, listing),

    /** A page of a list with its records. */
    async list(kind: ResourceName, sent: Values): Promise<ListedViews> {
      const listing = await ids(kind, sent)
      return { ...listing, views: await views(kind, listing) }
    },

    /** The events of a list in a span of days. */
    days: async (sent: Values, span: DaySpan): Promise<ListedDays> =>
      noted('event', await calendar.days(caller, withCustomFilters(sent), span)),

    /** Events without their linked records. */
    async plain({
      showing,
      ...dated
    }: Pick<Listing, 'ids' | 'dates' | 'showing'>): Promise<Pick<View, 'record' | 'masked'>[]> {
      // noted before they are read: a change meanwhile ends the response
      for (const id of dated.ids) notes.record('event', id)
      const records = await calendar.listed('event', caller, dated, showing)
      return records.map(record => (hasPassword(record) ? maskedView(event, record) : { record }))
    },

    /** The response has a part in it that was read by itself. */
    part: notes.part,

    /** All terms of a kind, categories in their order, used or not: a page that shows no counts does not depend on them. */
    async terms(kind: TermLinkKind, max: number): Promise<View[]> {
      notes.list({ of: 'kind', kind, events: false, counts: false })
      return views(kind, await allTerms(calendar, { ...caller, max }, kind))
    },

    ...byName({ calendar, caller, notes }),
    ...single({ calendar, caller, notes }),
    ...narrowly({ calendar, caller, notes }),
    ...onDates({ calendar, caller, notes }),

    /** The response is another one from this Unix second on. */
    validUntil: notes.until,
    /** The sources of the reading, for the cache; undefined: something changed meanwhile. */
    basis: notes.basis,
  }
}

type Noting = { calendar: Calendar; caller: Caller; notes: ReturnType<typeof openNotes> }

/** Reads records in the order of their names. The caller notes the dependency on their events. */
function byName({ calendar, caller, notes }: Noting) {
  const depend = (kind: LinkKind) => notes.list({ of: 'kind', kind, events: false, counts: false })
  return {
    /** A page of them; `initials`: those whose names begin with one of these, folded. */
    async named(
      kind: LinkKind,
      sent: Values,
      { max, initials }: { max: number; initials?: readonly string[] | undefined },
    ): Promise<ListedViews> {
      depend(kind)
      const key = { by: 'text', name: 'name_key' } as const
      const sorted = { key, language: caller.language, descending: false }
      const inOrder = { ...caller, max, initials, sorted }
      const listing = await calendar.list(kind, inOrder, { ...sent, per_page: max })
      return { ...listing, views: await notes.views(() => calendar.views(kind, caller, listing)) }
    },

    /** Those with events to come, newest first. The caller notes until when. */
    async upcoming(kind: PostLinkKind, max: number): Promise<View[]> {
      notes.list({ of: 'kind', kind, events: true })
      const sent = { only_with_upcoming: true, per_page: max }
      const listing = await calendar.list(kind, { ...caller, max }, sent)
      return notes.views(() => calendar.views(kind, caller, listing))
    },

    /** The city of each venue. */
    cities(max: number): Promise<string[]> {
      depend('venue')
      return calendar.cities(caller, max)
    },

    /** The initials of their names, folded, with the number of names. */
    initials(kind: LinkKind) {
      depend(kind)
      return calendar.initials(kind, caller)
    },
  }
}

/** Reads where the response depends on less than all of a list. */
function narrowly({ calendar, caller, notes }: Noting) {
  return {
    /** A page of a list. The caller states what of the list the response depends on (`dependOnStarts`). */
    async look(kind: ResourceName, sent: Values): Promise<ListedViews> {
      const listing = await calendar.list(kind, withLength(caller, sent), withCustomFilters(sent))
      notes.until(listing.until)
      return { ...listing, views: await notes.views(() => calendar.views(kind, caller, listing)) }
    },
    /** The response depends on the events of a list that start from one wall time to another; without a time, without end. */
    dependOnStarts: ({ query }: Pick<Listing, 'query'>, from?: number, to?: number) =>
      notes.list(startingWithin(query, from, to)),
  }
}

/** The dates of an event that was read. */
const onDates = ({ calendar, caller, notes }: Noting) => ({
  /** The event on some of its dates, and how many there are. */
  async dates(view: View, which: Parameters<Calendar['dates']>[2]) {
    let total = 0
    const views = await notes.views(async () => {
      const list = await calendar.dates(caller, view, which)
      total = list.total
      return list.views
    })
    return { views, total }
  },

  /** The same of an event as it is stored. The caller decides what may be shown. */
  dateRecords: (event: StoredRecord, which: Parameters<Calendar['dateRecords']>[1]) =>
    notes.records(() => calendar.dateRecords(event, which)),

  /** It with all that differs on its dates, if it is a series that is still there. */
  async fullSeries(view: View): Promise<FullSeries | undefined> {
    const series = await noteSeries(notes, async () => {
      const one = await calendar.fullSeries(caller, view)
      return one ? [one] : []
    })
    return series[0]
  },

  /** The same of the series of a list. */
  listedSeries: (listing: Pick<Listing, 'ids' | 'showing'>) =>
    noteSeries(notes, () => calendar.listedSeries(caller, listing)),

  /** The date of it that starts by its rule in a window; throws the problem of a date that the caller may not see. */
  async dateIn(view: View, window: Parameters<Calendar['dateIn']>[2]) {
    const [date] = await notes.views(async () => {
      const match = await calendar.dateIn(caller, view, window)
      return match ? [match] : []
    })
    return date
  },

  /** The public event, or date of one, that a date of it has become which started in a window. */
  async movedDate(view: View, window: Parameters<Calendar['dateIn']>[2]) {
    const [record] = await notes.records(async () => {
      const match = await calendar.movedDate(view, window)
      return match ? [match] : []
    })
    return record && statusOf(record) === 'publish' ? record : undefined
  },

  /** True if the event had a date in the window that was removed. */
  hadDate: (view: View, window: Parameters<Calendar['hadDate']>[1]) =>
    calendar.hadDate(view, window),
})

async function noteSeries(
  notes: Noting['notes'],
  read: () => Promise<FullSeries[]>,
): Promise<FullSeries[]> {
  let series: FullSeries[] = []
  await notes.views(async () => {
    series = await read()
    return series.flatMap(({ view, dates }) => [view, ...dates])
  })
  return series
}

function startingWithin(
  query: Listing['query'],
  from = Number.NEGATIVE_INFINITY,
  to = Number.POSITIVE_INFINITY,
) {
  const bound = { edge: 'start', clock: 'wall' } as const
  const window = [
    { ...bound, is: '>=', at: from } as const,
    { ...bound, is: '<=', at: to } as const,
  ]
  return dependencyOf('event', { ...(query && { query: { ...query, window } }), values: {} })
}

/** Reads records by their IDs or slugs. */
function single({ calendar, caller, notes }: Noting) {
  return {
    /**
     * The records that exist among these, as they are stored. The caller decides what may be shown. `isGrowing`: more
     * of them may come.
     */
    records(kind: ResourceName, ids: readonly number[], { isGrowing }: { isGrowing: boolean }) {
      if (isGrowing) notes.list({ of: 'kind', kind, events: false })
      return notes.records(() => calendar.records(kind, ids))
    },

    /** Copies of images of other hosts by where they came from; of those that are not copied some may come. */
    async copies(urls: readonly string[]): Promise<Map<string, StoredRecord>> {
      const images = await notes.records(() => calendar.copies(urls))
      if (images.length < urls.length) notes.list({ of: 'kind', kind: 'image', events: false })
      return new Map(images.map(image => [sourceOf(image), image]))
    },

    /** One record with the records it shows, by an earlier slug too; throws the problem of a record that the caller may not see. */
    async read(kind: ResourceName, address: Address): Promise<View> {
      const [view] = await notes.views(async (): Promise<[View]> => {
        const slug = 'slug' in address ? address.slug : undefined
        const record =
          (await calendar.find(kind, address)) ??
          (slug === undefined ? undefined : await calendar.successor(kind, address))
        if (record === undefined) {
          const isRemoved = slug !== undefined && (await calendar.isRemoved(kind, slug))
          throw new Problem(isRemoved ? 'record_removed' : 'rest_no_route')
        }
        notes.until(calendar.nextDateAt(record))
        return [await calendar.read(kind, caller, record)]
      })
      return view
    },

    /** The public record that takes the place of one that is gone; the first of these addresses counts that leads anywhere. */
    async successor(
      kind: ResourceName,
      addresses: readonly Address[],
    ): Promise<StoredRecord | undefined> {
      for (const address of addresses) {
        const there = await notes.records(async () => {
          const record = await calendar.find(kind, address)
          return record ? [record] : []
        })
        if (there.some(record => statusOf(record) !== 'trash')) return undefined
      }
      for (const address of addresses) {
        const record = await calendar.successor(kind, address)
        if (record && statusOf(record) === 'publish') return record
      }
      return undefined
    },
  }
}

const allTerms = (calendar: Calendar, caller: ListCaller, kind: TermLinkKind) =>
  calendar.list(kind, caller, {
    per_page: caller.max,
    hide_empty: false,
    ...(isTree(kind) && { orderby: 'position' }),
  })

export type Reading = ReturnType<typeof openReading>

/** A record by its ID or slug, as URLs name it; undefined: there is none that the caller may see. */
export async function viewNamed(
  { read }: Pick<Reading, 'read'>,
  kind: ResourceName,
  name: string,
): Promise<View | undefined> {
  try {
    return await read(kind, /^\d{1,15}$/.test(name) ? { id: Number(name) } : { slug: name })
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return undefined
    throw error
  }
}
