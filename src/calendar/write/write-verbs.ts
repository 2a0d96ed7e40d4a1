import type { Values } from '../../define/param.ts'
import { isDated, type StoredRecord } from '../../define/record.ts'
import { scopes } from '../../define/scopes.ts'
import { Problem } from '../../problem/index.ts'
import {
  isFile,
  isPost,
  isSeries,
  isTerm,
  type Operation,
  type ResourceName,
  resources,
  type Scope,
} from '../../resources/index.ts'
import type { SeriesDate } from '../../store/index.ts'
import { holdsImages, may, mayErase, mayFetchImages } from '../access/access.ts'
import type { Context, View, WriteCaller } from '../base/context.ts'
import {
  type Address,
  findRecord,
  noRecordAt,
  refuseUnexpected,
  removable,
  writtenAddress,
} from '../read/record-for.ts'
import { viewOf } from '../read/views.ts'
import {
  checkSent,
  draftOf,
  draftsOf,
  forbidden,
  parametersFor,
  refuseFacts,
  refuseOtherAuthors,
  refuseOtherLanguages,
  refuseParent,
  splitDates,
} from './check.ts'
import { changeSeries, type OnSeries, removeOfSeries } from './date-verbs.ts'
import { changeImage, focusAfter, removeImage, uploadImage } from './images.ts'
import { inWrites } from './kept-responses.ts'
import { fetchedImage, imageFrom, keepImage, withImages } from './new-images.ts'
import { copyTextImages } from './text-images.ts'
import { change, create, remove, trash } from './write.ts'
import type { DraftOf, WrittenName } from './write-types.ts'

/** A file as it was sent, and what it was called. */
export type SentFile = { bytes: Uint8Array; name: string }

/** A record as it was written; `view`: with its linked records, as the writer sees it. */
export type Written = { record: StoredRecord; view(): Promise<View> }

/** Creates a record from the sent values. */
export async function createRecord(
  context: Context,
  kind: WrittenName,
  caller: WriteCaller,
  given: Values,
): Promise<Written> {
  const sent = splitDates(context, kind, given)
  const params = parametersFor(kind, 'create')
  const values = await checkSent(context, caller, { operation: 'create', kind, params }, sent)
  refuseParent(kind, sent)
  if (!may(caller.actor, 'create', kind)) throw forbidden(caller)
  const draft = draftOf(kind, 'create', values, sent)
  refuseOtherLanguages(caller, draft)
  refuseOtherAuthors(caller, draft)
  const created = await withImages(context, caller, draftsOf(draft), images =>
    inWrites(context, caller, write => create(write, kind, draft), { images, isCreation: true }),
  )
  await copyTextImages(context, caller, created)
  return written(context, caller, created)
}

/** Changes what was sent of a record, and leaves the rest. */
export async function changeRecord(
  context: Context,
  kind: ResourceName,
  caller: WriteCaller,
  address: Address,
  given: Values,
  file?: SentFile,
): Promise<Written> {
  const sent = splitDates(context, kind, given)
  const { values, id, of } = await addressed(context, kind, 'change', caller, address, sent)
  if (isFile(kind)) {
    const draft = draftOf(kind, 'change', values, sent)
    return changedImage(context, caller, id, draft, { url: values.url, file })
  }
  refuseParent(kind, sent)
  const draft = draftOf(kind, 'change', values, sent)
  refuseFacts(caller, kind, draft)
  refuseOtherLanguages(caller, draft)
  refuseOtherAuthors(caller, draft)
  if (of) {
    const own = draftOf('event', 'change', values, sent)
    const changed = await changeSeries(context, caller, of, own, scopeIn(values))
    await copyTextImages(context, caller, changed)
    return written(context, caller, changed)
  }
  const changed = await withImages(context, caller, draftsOf(draft), images =>
    inWrites(context, caller, write => change(write, kind, id, draft), { images }),
  )
  await copyTextImages(context, caller, changed)
  return written(context, caller, changed)
}

async function changedImage(
  context: Context,
  caller: WriteCaller,
  id: number,
  draft: DraftOf<'image'>,
  { url, file }: { url: unknown; file: SentFile | undefined },
): Promise<Written> {
  refuseFacts(caller, 'image', file ? { ...draft, file } : draft)
  refuseOtherLanguages(caller, draft)
  // before anything is fetched or decoded for a user who may not change this one
  const stored = await context.store.get('image', id)
  if (!stored) throw await noRecordAt(context, caller, 'image', 'change', { id })
  refuseUnexpected(caller, stored)
  const focus = focusAfter(draft, stored)
  const image = file
    ? await keepImage(context, file.bytes, file.name, { parameter: 'file', focus })
    : typeof url === 'string'
      ? await fetchedImage(context, caller.requester, url, { parameter: 'url', focus })
      : undefined
  return written(context, caller, await changeImage(context, caller, id, draft, image))
}

/** The way a record was deleted: to the trash, permanently because it has no trash, or permanently on request. */
type Removal = { view: View; went: 'to the trash' | 'permanently' | 'by force' }

/** Removes a record; with `force` permanently, and an image even while records show it. */
export async function removeRecord(
  context: Context,
  kind: ResourceName,
  caller: WriteCaller,
  address: Address,
  sent: Values,
): Promise<Removal> {
  const { values, id, of } = await addressed(context, kind, 'remove', caller, address, sent)
  // what cannot be shown would be lost in the trash
  const isLost = isPost(kind) && !isFile(kind) && !(await context.store.get(kind, id))
  const isForced = isLost || values.force === true
  if (isForced && isPost(kind) && !mayErase(caller.actor)) throw forbidden(caller)
  if (isFile(kind)) {
    const image = await removeImage(context, caller, id, isForced)
    return { view: await viewOf(context, caller, image), went: 'permanently' }
  }
  const scope = scopeIn(values)
  const isPart = of?.date ? scope !== 'all' : scope !== undefined && scope !== 'all'
  if (of && (!isForced || isPart)) {
    const removed = await removeOfSeries(context, caller, of, scope === 'detach' ? 'this' : scope)
    const view = await presentedTo(context, caller, removed)
    return { view, went: removed.facts.status === 'trash' ? 'to the trash' : 'permanently' }
  }
  const removed =
    isTerm(kind) || isForced
      ? await inWrites(context, caller, write => remove(write, kind, id))
      : await inWrites(context, caller, write => trash(write, kind, id))
  const view = await presentedTo(context, caller, removed)
  return { view, went: isForced ? 'by force' : isTerm(kind) ? 'permanently' : 'to the trash' }
}

/** The values sent for a record and its ID, once the caller may do this to it. */
async function addressed(
  context: Context,
  kind: ResourceName,
  operation: 'change' | 'remove',
  caller: WriteCaller,
  address: Address,
  sent: Values,
): Promise<{ values: Values; id: number; of?: OnSeries }> {
  const exact = await writtenAddress(context, kind, address)
  const read = operation === 'remove' ? removable : undefined
  const match = exact && (await findRecord(context, kind, exact, read))
  const date = match || !exact || !isDated(kind) ? undefined : await dateAt(context, exact)
  const record = date ? await context.store.get(kind, date.series) : match
  const missing = record ? undefined : await noRecordAt(context, caller, kind, operation, address)
  const params = parametersFor(kind, operation, 'id' in address ? 'id' : 'slug')
  const checking = { operation, kind, params }
  const values = await checkSent(
    context,
    caller,
    checking,
    withAddress(kind, operation, address, sent),
    missing,
  )
  if (!may(caller.actor, operation, kind, record)) throw forbidden(caller)
  if (!record) throw missing ?? new Problem('rest_internal')
  const isOfSeries = isDated(kind) && isSeries(record)
  return { values, id: record.id, ...(isOfSeries && { of: { series: record, date } }) }
}

/** The date of a series that has an ID. */
async function dateAt({ store }: Context, address: Address): Promise<SeriesDate | undefined> {
  const date = 'id' in address ? await store.seriesDate(address.id) : undefined
  return date?.gone ? undefined : date
}

/** The scope that was sent, as its parameter has checked it. */
const scopeIn = ({ scope }: Values): Scope | undefined =>
  [...scopes, 'detach' as const].find(each => each === scope)

/** The sent values with those of the address; a change of a record with a slug field takes the slug from the sent values alone (U5). */
const withAddress = (
  kind: ResourceName,
  operation: Operation,
  address: Address,
  sent: Values,
): Values =>
  operation === 'change' && 'slug' in address && 'slug' in resources[kind].fields
    ? sent
    : { ...sent, ...address }

/** Stores an image that is sent as a file, or fetched from a URL unless it was before. */
export async function upload(
  context: Context,
  caller: WriteCaller,
  sent: Values,
  file?: SentFile,
): Promise<Written> {
  const checking = {
    operation: 'create',
    kind: 'image',
    params: parametersFor('image', 'create'),
  } as const
  const values = await checkSent(context, caller, checking, sent)
  if (!may(caller.actor, 'create', 'image')) throw forbidden(caller)
  const { url } = values
  const draft = draftOf('image', 'create', values, sent)
  refuseOtherLanguages(caller, draft)
  if (!file && typeof url !== 'string')
    throw new Problem('rest_missing_callback_param', { missing: ['url'] })
  if (!file && !mayFetchImages(caller.actor)) throw forbidden(caller)
  const focus = focusAfter(draft)
  const isHeld = holdsImages(caller.actor)
  const image = file
    ? await keepImage(context, file.bytes, file.name, { parameter: 'file', focus, isHeld })
    : await imageFrom(context, caller, String(url), { parameter: 'url', focus })
  const record = await stored()
  return { record, view: () => viewOf(context, caller, record) }

  async function stored(): Promise<StoredRecord> {
    if (typeof image !== 'number')
      return uploadImage(context, caller, { ...image, draft: { ...image.draft, ...draft } })
    const stored = await context.store.get('image', image)
    if (!stored) throw await noRecordAt(context, caller, 'image', 'read', { id: image })
    return stored
  }
}

const written = (context: Context, caller: WriteCaller, record: StoredRecord): Written => ({
  record,
  view: () => presentedTo(context, caller, record),
})

/** The writer sees the full record. */
const presentedTo = (context: Context, caller: WriteCaller, record: StoredRecord): Promise<View> =>
  viewOf(context, caller, record, true)
