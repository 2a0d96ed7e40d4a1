import { unknownId, unknownSlug } from '../define/field-errors.ts'
import type { FieldError } from '../define/field-type.ts'
import type { Params, Values } from '../define/param.ts'
import type { StoredRecord } from '../define/record.ts'
import { slugKey } from '../define/text/slug.ts'
import { fieldProblem, Problem, type ProblemCode } from '../problem.ts'
import type { ResourceName } from '../resources/index.ts'
import { type Act, may, mayRead, mayWriteForOthers } from './access.ts'
import type { Caller, Context, View } from './context.ts'
import { removeImage, uploadImage } from './images.ts'
import { listImages, seesImage } from './list-images.ts'
import { type Listing, listEvents, listFieldErrors, listPosts, listTerms } from './lists.ts'
import { imageFrom, keepImage, type NewImage, withImages } from './new-images.ts'
import { inWrites } from './pages.ts'
import { noSuchRecord } from './record-for.ts'
import { checkReferences } from './references.ts'
import { removeForGood } from './removal.ts'
import { emptyTrash } from './trash.ts'
import { isMasked, viewsOfEvents, viewsOfPosts } from './views.ts'
import { defaultWindow } from './window.ts'
import { change, create, trash } from './write.ts'
import type { AnyDraft, DraftOf, WrittenName } from './write-types.ts'

/** How a record is addressed. */
export type Address = { id: number } | { slug: string }

const isTerm = (kind: ResourceName): kind is 'category' | 'tag' =>
  kind === 'category' || kind === 'tag'

/** The drafts of a write, with where each stands: those of records that an event may make besides, then its own. */
function draftsOf(draft: AnyDraft) {
  const embedded = ['venue', 'organizer'].flatMap(parameter => {
    const list = draft[parameter]
    if (!Array.isArray(list)) return []
    return list.flatMap(one =>
      typeof one === 'object' && 'draft' in one ? [{ draft: one.draft, parameter }] : [],
    )
  })
  return [...embedded, { draft, parameter: 'image' }]
}

/** Only editors and administrators write in another's name, in embedded records too (A8). */
function refuseOtherAuthors({ actor }: Caller, draft: AnyDraft) {
  if (mayWriteForOthers(actor)) return
  for (const { author } of draftsOf(draft).map(({ draft }) => draft))
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

    /** A page of a list, and its exact total. `values` are those that the parameters of the resource have checked. */
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
      return noSuchRecord(store, kind, address.id)
    },

    async create<K extends WrittenName>(kind: K, caller: Caller, draft: DraftOf<K>): Promise<View> {
      refuseOtherAuthors(caller, draft)
      const made = await withImages(context, caller, draftsOf(draft), images =>
        inWrites(context, caller, write => create(write, kind, draft), images),
      )
      return shown(caller, made)
    },

    async change<K extends WrittenName>(
      kind: K,
      caller: Caller,
      id: number,
      draft: DraftOf<K>,
    ): Promise<View> {
      refuseOtherAuthors(caller, draft)
      const changed = await withImages(context, caller, draftsOf(draft), images =>
        inWrites(context, caller, write => change(write, kind, id, draft), images),
      )
      return shown(caller, changed)
    },

    async remove(kind: ResourceName, caller: Caller, id: number, force = false): Promise<View> {
      if (kind === 'image') return view(caller, await removeImage(context, caller, id, force))
      if (force || kind === 'category' || kind === 'tag')
        return shown(caller, await removeForGood(context, caller, kind, id))
      return shown(caller, await inWrites(context, caller, write => trash(write, kind, id)))
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

  /** Whoever writes a record is shown all of it. */
  async function shown(caller: Caller, record: StoredRecord): Promise<View> {
    return { ...(await view(caller, record)), masked: false }
  }
}

export type Calendar = ReturnType<typeof openCalendar>
