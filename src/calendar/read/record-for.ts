import { unknownId, unknownSlug } from '../../define/field-errors.ts'
import { isDated, publicId, type StoredRecord } from '../../define/record.ts'
import { slugKey } from '../../define/text/slug.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import {
  dateNameError,
  datesRequested,
  hasOwnCodes,
  isSeries,
  type Operation,
  type ResourceName,
} from '../../resources/index.ts'
import type { Reader, Transaction } from '../../store/index.ts'
import { type Act, type Actor, may, mayRead } from '../access/access.ts'
import type { Caller, Context, WriteCaller } from '../base/context.ts'
import { asFarAsShown } from '../base/showable.ts'
import { dateIn, occurrenceOf, onNextDate } from './dates.ts'
import { movedDate } from './moved-dates.ts'

/** The address of a record; `occurrence`: the value of the parameter of that name, which selects a date of the event. */
export type Address = { id: number } | { slug: string; occurrence?: unknown }

export async function findRecord(
  { store }: Context,
  kind: ResourceName,
  address: Address,
  read = get,
): Promise<StoredRecord | undefined> {
  const id = 'id' in address ? address.id : await store.bySlug(kind, slugKey(address.slug))
  return id === undefined ? undefined : read(store, kind, id)
}
const get = (reader: Reader, kind: ResourceName, id: number) => reader.get(kind, id)

/** The record that is to be deleted: also one that cannot be shown. */
export async function removable(reader: Reader, kind: ResourceName, id: number) {
  const stored = await reader.get(kind, id)
  const odd = stored ? undefined : await reader.anyRecord(kind, id)
  return odd ? asFarAsShown(odd) : stored
}

/**
 * Finds a record for reading. The ID of a date returns that date; the ID of a series returns the series on its next date (R10).
 * `editing`: on its first date, because saving the form would otherwise move the series.
 */
export async function findForReader(
  context: Context,
  kind: ResourceName,
  address: Address,
  { editing = false }: Pick<Caller, 'editing'> = {},
): Promise<StoredRecord | undefined> {
  const record = await findRecord(context, kind, address)
  if (!isDated(kind)) return record
  if (!record) return 'id' in address ? occurrenceOf(context, address.id) : undefined
  if ('occurrence' in address) {
    const window = datesRequested(address.occurrence)
    if (!window) return undefined
    return (await dateIn(context, record, window)) ?? movedDate(context, record, window)
  }
  return isSeries(record) && !editing ? onNextDate(context, record) : record
}

/**
 * The address of the record to write: a date that is addressed through the slug of its event has an ID of its own. Undefined if there
 * is no such date; nothing may be written instead.
 */
export async function writtenAddress(
  context: Context,
  kind: ResourceName,
  address: Address,
): Promise<Address | undefined> {
  if (!('occurrence' in address)) return address
  const date = await findForReader(context, kind, address)
  if (!date) return undefined
  const isPart = isSeries(date) && date.facts.occurrence === undefined
  return isPart ? undefined : { id: publicId(date) }
}

const maxSlug = 200
const noEventOfSlug = {
  en: 'No event has the slug “{slug}”.',
  fr: 'Aucun évènement n’a le slug « {slug} ».',
}

/** The error of an address that leads nowhere. An event that is changed by an unknown slug is not found; elsewhere the slug is at fault (U4). */
export async function noRecordAt(
  { store }: Context,
  { actor }: Pick<Caller, 'actor'>,
  kind: ResourceName,
  operation: Operation,
  address: Address,
): Promise<Problem> {
  if ('id' in address) return noSuchRecord(store, actor, kind, address.id)
  if ('occurrence' in address && (await store.bySlug(kind, slugKey(address.slug))) !== undefined)
    return fieldProblem('occurrence', dateNameError(address.occurrence))
  if (hasOwnCodes(kind) && operation === 'change')
    return new Problem('rest-event-not-found', {
      sentence: noEventOfSlug,
      params: { slug: address.slug.slice(0, maxSlug) },
    })
  return fieldProblem('slug', unknownSlug(kind, address.slug))
}

/** The record that a write changes or removes. Refuses callers who may not do that. */
export async function recordFor(
  { tx, caller }: { tx: Transaction; caller: Caller },
  act: Act,
  kind: ResourceName,
  id: number,
): Promise<StoredRecord> {
  const stored = await (act === 'remove' ? removable : get)(tx, kind, id)
  if (!stored) throw await noSuchRecord(tx, caller.actor, kind, id)
  if (!may(caller.actor, act, kind, stored)) throw new Problem('rest_forbidden')
  return stored
}

/**
 * An unknown ID of an event is 404, the ID of another record 400; elsewhere the ID is at fault. A date that was removed is 410 for callers who may read its series.
 */
export async function noSuchRecord(
  reader: Pick<Reader, 'get' | 'kindOf' | 'seriesDate'>,
  actor: Actor,
  kind: ResourceName,
  id: number,
): Promise<Problem> {
  if (!hasOwnCodes(kind)) return fieldProblem('id', unknownId(kind, id))
  const date = await reader.seriesDate(id)
  const series = date?.gone ? await reader.get('event', date.series) : undefined
  if (series && mayRead(actor, series))
    return new Problem('event-date-removed', { params: { id, series: series.id } })
  return (await reader.kindOf('post', id))
    ? new Problem('rest-invalid-event-id')
    : new Problem('rest-event-not-found', { params: { id } })
}

/**
 * Refuses a write to a record that is no longer what its caller has read. Asked inside the transaction, after everything that
 * refuses for another reason: of two who have read the same, one writes.
 */
export function refuseUnexpected({ expects }: WriteCaller, stored: StoredRecord | undefined) {
  if (expects && !expects(stored)) throw new Problem('rest_precondition_failed')
}
