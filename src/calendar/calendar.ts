import { unknownId, unknownSlug } from '../define/field-errors.ts'
import type { FieldError } from '../define/field-type.ts'
import type { Linked } from '../define/links.ts'
import type { Params, Values } from '../define/param.ts'
import { slugKey } from '../define/text/slug.ts'
import { fieldProblem, Problem, type ProblemCode } from '../problem.ts'
import type { ResourceName } from '../resources/index.ts'
import type { StoredRecord } from '../store/store.ts'
import { type Act, may, mayRead, mayWriteForOthers } from './access.ts'
import type { Caller, Context, View } from './context.ts'
import { erase, isErasable } from './erase.ts'
import { imageFrom, keepImage, type NewImage, removeImage, uploadImage } from './images.ts'
import { listImages, seesImage } from './list-images.ts'
import { type Listing, listEvents, listFieldErrors, listPosts, listTerms } from './lists.ts'
import { checkReferences } from './references.ts'
import { changeTerm, createTerm, removeTerm } from './terms.ts'
import { emptyTrash } from './trash.ts'
import { isMasked, viewsOfEvents, viewsOfPosts } from './views.ts'
import { defaultWindow } from './window.ts'
import { changeEvent, createEvent, noSuchEvent, removeEvent } from './write-event.ts'
import { changeLinked, createLinked, removeLinked } from './write-linked.ts'

/** How a record is addressed. */
export type Address = { id: number } | { slug: string }

const isTerm = (kind: ResourceName): kind is 'category' | 'tag' =>
  kind === 'category' || kind === 'tag'

/** The data of records that an event write may make besides the event. */
const embeddedIn = (draft: Values): Values[] =>
  ['venue', 'organizer'].flatMap(name =>
    Array.isArray(draft[name])
      ? (draft[name] as Linked[]).flatMap(one => ('draft' in one ? [one.draft] : []))
      : [],
  )

/** Only editors and administrators write in another's name, in embedded records too (A8). */
function refuseOtherAuthors({ actor }: Caller, draft: Values) {
  if (mayWriteForOthers(actor)) return
  for (const { author } of [draft, ...embeddedIn(draft)])
    if (author != null && author !== actor.id)
      throw new Problem('rest_cannot_edit_others', { params: { id: actor.id } })
}

/** What anyone can do with a calendar, whether they come by HTTP, command line or form. */
export function openCalendar(context: Context) {
  const { store } = context

  async function view(caller: Caller, record: StoredRecord): Promise<View> {
    if (record.kind === 'event') return (await viewsOfEvents(context, caller, [record]))[0] as View
    return (await viewsOfPosts(context, caller, [record]))[0] as View
  }

  return {
    /** Flaws that only the records can tell; terms of filters become ids in `values`. */
    async fieldErrors(
      caller: Caller,
      params: Params,
      values: Values,
      isList: boolean,
    ): Promise<Record<string, FieldError>> {
      return {
        ...(await checkReferences(store, params, values, caller.actor)),
        ...(isList ? listFieldErrors(context, caller, values) : {}),
      }
    },

    async find(kind: ResourceName, address: Address): Promise<StoredRecord | undefined> {
      const id = 'id' in address ? address.id : await store.bySlug(kind, slugKey(address.slug))
      return id === undefined ? undefined : store.get(kind, id)
    },

    /** The ids of a page of a list, and its exact total. */
    async list(kind: ResourceName, caller: Caller, values: Values): Promise<Listing> {
      if (kind === 'event') return listEvents(context, caller, values)
      if (kind === 'image') return listImages(context, caller, values)
      return isTerm(kind)
        ? listTerms(context, caller, kind, values)
        : listPosts(context, caller, kind, values)
    },

    /** Records as they are kept; unknown ids are left out. */
    records: (kind: ResourceName, ids: readonly number[]): Promise<StoredRecord[]> =>
      store.getMany(kind, ids),

    /** Records of a list as this caller may see them. */
    async views(kind: ResourceName, caller: Caller, ids: readonly number[]): Promise<View[]> {
      const records = await store.getMany(kind, ids)
      return kind === 'event'
        ? viewsOfEvents(context, caller, records)
        : viewsOfPosts(context, caller, records)
    },

    /** One record for reading: what may not be seen is refused by the reference's codes (behaviour 2.4, 2.8). */
    async read(kind: ResourceName, caller: Caller, record: StoredRecord): Promise<View> {
      if (kind === 'event' && record.facts.status === 'trash')
        throw new Problem('event-no-longer-available')
      if (!isTerm(kind) && kind !== 'image' && !mayRead(caller.actor, record))
        throw new Problem(`${kind}-not-accessible` as ProblemCode)
      // A hidden image is as if it were not there (A9).
      if (kind === 'image' && !(await seesImage(store, caller.actor, record.id)))
        throw fieldProblem('id', unknownId('image', record.id))
      const isOver = caller.guesses?.isOver(record.id)
      if (kind === 'event' && isMasked(context, caller, record)) {
        if (isOver && record.facts.password) caller.guesses?.refuse(record.id)
        throw new Problem('event-password-protected')
      }
      return view(caller, record)
    },

    /** The answer to an address that leads nowhere. */
    async missing(kind: ResourceName, address: Address): Promise<Problem> {
      if ('slug' in address) return fieldProblem('slug', unknownSlug(kind, address.slug))
      return kind === 'event'
        ? noSuchEvent(store, address.id)
        : fieldProblem('id', unknownId(kind, address.id))
    },

    async create(
      kind: Exclude<ResourceName, 'image'>,
      caller: Caller,
      draft: Values,
    ): Promise<View> {
      refuseOtherAuthors(caller, draft)
      if (kind === 'event') return shown(caller, await createEvent(context, caller, draft))
      if (isTerm(kind)) {
        const made = await store.write(tx => createTerm(tx, context, caller, kind, draft))
        return view(caller, made)
      }
      return view(caller, await createLinked(context, caller, kind, draft))
    },

    async change(
      kind: Exclude<ResourceName, 'image'>,
      caller: Caller,
      id: number,
      draft: Values,
    ): Promise<View> {
      refuseOtherAuthors(caller, draft)
      if (kind === 'event') return shown(caller, await changeEvent(context, caller, id, draft))
      if (isTerm(kind)) return view(caller, await changeTerm(context, caller, kind, id, draft))
      return view(caller, await changeLinked(context, caller, kind, id, draft))
    },

    async remove(kind: ResourceName, caller: Caller, id: number, force = false): Promise<View> {
      if (force && isErasable(kind)) return shown(caller, await erase(context, caller, kind, id))
      if (kind === 'event') return shown(caller, await removeEvent(context, caller, id))
      if (kind === 'image') return view(caller, await removeImage(context, caller, id, force))
      if (isTerm(kind)) return view(caller, await removeTerm(context, caller, kind, id))
      return view(caller, await removeLinked(context, caller, kind, id))
    },

    emptyTrash: (until: number, progress?: (done: number, total: number) => void) =>
      emptyTrash(context, until, progress),

    /** Keeps an uploaded picture. */
    async upload(
      caller: Caller,
      bytes: Uint8Array,
      name: string,
      texts: Pick<Partial<NewImage>, 'title' | 'alt'>,
    ): Promise<View> {
      const image = await keepImage(context, bytes, name, 'file')
      return view(caller, await uploadImage(context, caller, { ...image, ...texts }))
    },

    /** Keeps the picture at an address, or answers the one fetched from it before. */
    async uploadFrom(
      caller: Caller,
      address: string,
      texts: Pick<Partial<NewImage>, 'title' | 'alt'>,
    ): Promise<View> {
      const image = await imageFrom(context, caller, address, 'url')
      if (typeof image === 'number')
        return view(caller, (await store.get('image', image)) as StoredRecord)
      return view(caller, await uploadImage(context, caller, { ...image, ...texts }))
    },

    may: (caller: Caller, act: Act, kind: ResourceName, record?: StoredRecord) =>
      may(caller.actor, act, kind, record),

    /** The computed defaults of the events list (T10), as wall times of the site in seconds. */
    defaultWindow: () => defaultWindow(context.now(), context.site.zone),
  }

  /** The answer to a write shows the whole event to its writer. */
  async function shown(caller: Caller, event: StoredRecord) {
    return { ...(await view(caller, event)), masked: false }
  }
}

export type Calendar = ReturnType<typeof openCalendar>
