import { once } from '../../define/base/objects.ts'
import { unknownId } from '../../define/field-errors.ts'
import type { Values } from '../../define/param.ts'
import { isDated, type LinkKind, type StoredRecord } from '../../define/record.ts'
import { fieldProblem, Problem, refuseAsReference } from '../../problem/index.ts'
import {
  type DateWindow,
  hasOwnCodes,
  isFile,
  isPost,
  isTerm,
  type Operation,
  type ResourceName,
  takesPassword,
} from '../../resources/index.ts'
import type { DatesQuery, DaySpan } from '../../store/index.ts'
import { type Act, may, mayRead, visibleTo } from '../access/access.ts'
import type {
  Caller,
  Context,
  ListCaller,
  SharedWrite,
  View,
  WriteCaller,
} from '../base/context.ts'
import { type Dated, dateIn, hadDate, nextDateAt, onDates, recordsOf } from '../read/dates.ts'
import { defaultWindow } from '../read/event-question.ts'
import { fullSeries, listedSeries } from '../read/full-series.ts'
import { listImages, seesImage } from '../read/list-images.ts'
import { type Listing, listDays, listEvents, listPosts, listTerms } from '../read/lists.ts'
import { movedDate } from '../read/moved-dates.ts'
import { type Address, findForReader, noRecordAt } from '../read/record-for.ts'
import { isRemoved, successorOf } from '../read/redirects.ts'
import { openRemovedEvents, type RemovedEvent } from '../read/removed-events.ts'
import { showingTo, visibleOf } from '../read/showing.ts'
import { isMasked, viewOf, viewsOf } from '../read/views.ts'
import { type Checking, checkSent, parametersFor, splitDates } from '../write/check.ts'
import type { Emptying } from '../write/trash.ts'
import type { WrittenName } from '../write/write-types.ts'
import type { SentFile } from '../write/write-verbs.ts'

export type { Address }

/** Loads what writes, once. */
export const writing = once(() => import('../writing/index.ts'))

/** The operations of a calendar, for HTTP, command line and forms alike. Input arrives unchecked and is checked here. */
export const openCalendar = (
  context: Context,
  removedEvents = openRemovedEvents(context.store),
) => ({
  /** Runs a verb that few requests need; its handler has loaded it. */
  perform: <A extends readonly unknown[], R>(
    verb: (context: Context, ...given: A) => R,
    ...given: A
  ): R => verb(context, ...given),

  /** Checks the input of an operation that changes nothing. */
  check: (checking: Checking, caller: Caller, sent: Values, missing?: Problem) =>
    checkSent(context, caller, checking, sent, missing),

  find: (kind: ResourceName, address: Address, how?: Pick<Caller, 'editing'>) =>
    findForReader(context, kind, address, how),

  /** The error for an address without a record. */
  missing: (caller: Caller, kind: ResourceName, operation: Operation, address: Address) =>
    noRecordAt(context, caller, kind, operation, address),

  list: (kind: ResourceName, caller: ListCaller, sent: Values) => list(context, kind, caller, sent),

  /** The events of a list that take place in a span of days. */
  days: (caller: ListCaller, sent: Values, span: DaySpan) => days(context, caller, sent, span),

  ...ofRecords(context),

  /** The highest ID of a kind; 0 when there is none. */
  lastId: (kind: ResourceName): Promise<number> => context.store.lastId(kind),

  /** Records of a list as this caller may see them. */
  views: (kind: ResourceName, caller: ListCaller, listing: ListedRecords) =>
    listedViews(context, kind, caller, listing),

  ...ofDates(context),
  nextDateAt: (record: StoredRecord) => nextDateAt(record, context.now()),

  /** Events that this caller could see in a list and that are now in the trash or deleted. */
  gone: async (caller: Caller, { query }: Pick<Listing, 'query'>): Promise<RemovedEvent[]> =>
    query ? removedEvents(caller.actor, query) : [],

  /** Throws The Events Calendar’s error for a record that this caller may not read. */
  refuseUnread: refusal(context),
  read: reading(context),

  ...trying(context),

  create: async (kind: WrittenName, caller: WriteCaller, sent: Values) =>
    (await writing()).createRecord(context, kind, caller, sent),

  change: changing(context),

  remove: async (kind: ResourceName, caller: WriteCaller, address: Address, sent: Values = {}) =>
    (await writing()).removeRecord(context, kind, caller, address, sent),

  ...ofImages(context),

  may: (caller: Caller, act: Act, kind: ResourceName, record?: StoredRecord) =>
    may(caller.actor, act, kind, record),

  ...wholesale(context),

  /** The computed defaults of the events list (T10), as wall times of the site in seconds. */
  defaultWindow: () => defaultWindow(context.now(), context.site.zone),
})

/** Records by their IDs, and what became of their URLs. */
const ofRecords = (context: Context) => ({
  /** The record that an outdated address redirects to: after a change of slug or a merge. */
  successor: (kind: ResourceName, address: Address) => successorOf(context, kind, address),

  /** True if a slug was that of a public event that is in the trash or deleted. */
  isRemoved: (kind: ResourceName, slug: string) => isRemoved(context, kind, slug),

  /** The stored records of a list that it may show, events as they are on their dates. */
  listed: async (
    kind: ResourceName,
    { actor }: Pick<Caller, 'actor'>,
    dated: Dated,
    showing = showingTo(actor),
  ) => visibleOf(context, showing, await recordsOf(context, kind, dated)),

  /** Records as this caller may see them, with what they are linked to. */
  viewsOf: (kind: string, caller: Caller, records: StoredRecord[]): Promise<View[]> =>
    viewsOf(context, caller, kind, records),

  /** Records as they are stored; unknown IDs are left out. */
  records: (kind: ResourceName, ids: readonly number[]): Promise<StoredRecord[]> =>
    context.store.getMany(kind, ids),

  /** The city of each venue in lists: a city stands there once for each of its venues. */
  cities: (caller: Caller, max: number) => citiesOf(context, caller, max),

  /** The initials of record names that this caller sees in lists, folded, with the number of records for each. */
  initials: (kind: LinkKind, { actor, language, fallback }: Caller) =>
    context.store.initials({
      kind,
      language,
      ...(isPost(kind) && { visible: visibleTo(actor) }),
      ...(!fallback && { withTextIn: language }),
    }),
})

/** Dates of an event that this caller has read. */
const ofDates = (context: Context) => ({
  /** Dates that are as visible as the event, in order. */
  async dates(caller: Caller, { record: { id } }: View, query: DatesQuery) {
    const event = await context.store.get('event', id)
    const { records, total } = event
      ? await onDates(context, event, query)
      : { records: [], total: 0 }
    return { views: await viewsOf(context, caller, 'event', records), total }
  },

  /** The same dates as stored records. */
  dateRecords: async (event: StoredRecord, query: DatesQuery) =>
    (await onDates(context, event, query)).records,

  /** The date whose original start is in the window. Throws as `read` does if the caller may not read it. */
  async dateIn(caller: Caller, { record: { id } }: View, window: DateWindow) {
    const event = await context.store.get('event', id)
    const record = event && (await dateIn(context, event, window))
    return record && reading(context)('event', caller, record)
  },

  /** Where a date that started in the window is now: an event, or a date of one. */
  async movedDate({ record: { id } }: View, window: DateWindow) {
    const event = await context.store.get('event', id)
    return event && movedDate(context, event, window)
  },

  /** A series with its irregular dates. */
  async fullSeries(caller: Caller, { record: { id } }: View) {
    const event = await context.store.get('event', id)
    return event && (await fullSeries(context, caller, [event]))[0]
  },

  /** The same for the series of a list. */
  listedSeries: (
    caller: Caller,
    { ids, showing = showingTo(caller.actor) }: Pick<Listing, 'ids' | 'showing'>,
  ) => listedSeries(context, caller, ids, showing),

  /** True if the event had a date in the window that was removed. */
  hadDate: ({ record: { id } }: View, window: DateWindow) => hadDate(context, id, window),
})

/** Checks of records that are not written. */
const trying = (context: Context) => ({
  /** Checks a new record without creating it. */
  checkDraft: (kind: WrittenName, caller: Caller, sent: Values) =>
    checkDraft(context, kind, caller, sent),
})

/** Operations on many records at once. */
const wholesale = (context: Context) => ({
  emptyTrash: async (until: number, how?: Emptying) =>
    (await writing()).emptyTrash(context, until, how),
})

const changing =
  (context: Context) =>
  async (
    kind: ResourceName,
    caller: WriteCaller,
    address: Address,
    sent: Values,
    file?: SentFile,
  ) =>
    (await writing()).changeRecord(context, kind, caller, address, sent, file)

const ofImages = (context: Context) => ({
  upload: async (caller: WriteCaller, sent: Values, file?: SentFile) =>
    (await writing()).upload(context, caller, sent, file),

  /** Stored copies of images from other hosts, by original URL. */
  copies: async (urls: readonly string[]) => (await writing()).copiesOf(context, urls),
})

export type Calendar = ReturnType<typeof openCalendar>

type ListedRecords = Pick<Listing, 'ids' | 'dates' | 'showing'>

const listedViews = async (
  context: Context,
  kind: ResourceName,
  caller: ListCaller,
  listing: ListedRecords,
): Promise<View[]> => {
  const records = await recordsOf(context, kind, listing)
  const { showing = showingTo(caller.actor) } = listing
  return viewsOf(context, caller, kind, visibleOf(context, showing, records))
}

function checkDraft(context: Context, kind: WrittenName, caller: Caller, sent: Values) {
  const params = parametersFor(kind, 'create')
  const values = splitDates(context, kind, sent)
  return checkSent(context, caller, { operation: 'create', kind, params }, values)
}

/** The IDs of a page of a list, its exact total, and the values of its query. */
async function list(
  context: Context,
  kind: ResourceName,
  caller: ListCaller,
  sent: Values,
): Promise<Listing & { values: Values }> {
  const params = parametersFor(kind, 'list', 'id', context.site.perPage)
  const values = await checkSent(context, caller, { operation: 'list', kind, params }, sent)
  return { ...(await listed()), values }

  function listed(): Promise<Listing> {
    if (isDated(kind)) return listEvents(context, caller, values)
    if (isFile(kind)) return listImages(context, caller, values)
    return isTerm(kind)
      ? listTerms(context, caller, kind, values)
      : listPosts(context, caller, kind, values)
  }
}

async function citiesOf(context: Context, caller: Caller, max: number): Promise<string[]> {
  const { ids } = await list(context, 'venue', { ...caller, max }, { per_page: max })
  const records = await context.store.getMany('venue', ids)
  return records.map(({ facts }) => String(facts.city ?? ''))
}

async function days(context: Context, caller: ListCaller, sent: Values, span: DaySpan) {
  const params = parametersFor('event', 'list', 'id', context.site.perPage)
  const checking = { operation: 'list', kind: 'event', params } as const
  const values = await checkSent(context, caller, checking, sent)
  return { ...(await listDays(context, caller, values, span)), values }
}

type OfRecord<T> = (kind: ResourceName, caller: Caller, record: StoredRecord) => Promise<T>

function reading(context: Context): OfRecord<View> {
  const refuse = refusal(context)
  return async (kind, caller, record) => {
    await refuse(kind, caller, record)
    return viewOf(context, caller, record)
  }
}

const refusal =
  (context: Context): OfRecord<void> =>
  async (kind, caller, record) => {
    if (isFile(kind)) {
      // A hidden image behaves like a missing one (A9).
      if (!(await seesImage(context.store, caller.actor, record.id)))
        throw fieldProblem('id', unknownId('image', record.id))
    } else if (hasOwnCodes(kind) && record.facts.status === 'trash')
      throw new Problem('event-no-longer-available')
    else if (isPost(kind) && !mayRead(caller.actor, record)) {
      refuseAsReference(`${kind}-not-accessible`)
      throw new Problem('rest_forbidden')
    }
    const isExceeded = caller.guesses?.isExceeded(record.id)
    if (takesPassword(kind) && isMasked(context, caller, record)) {
      if (isExceeded && record.facts.password) caller.guesses?.refuse(record.id)
      throw new Problem('event-password-protected')
    }
  }

/** Several operations in one transaction, by a calendar that reads what it has written. `write/one-write.ts` has the rules. */
export const asOneWrite = async <T>(
  context: Context,
  work: (calendar: Calendar, shared: SharedWrite) => Promise<T>,
): Promise<T> =>
  (await writing()).inOneWrite(context, inner => work(openCalendar(inner), inner.shared))
