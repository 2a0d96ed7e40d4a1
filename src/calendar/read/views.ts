import { existing } from '../../define/base/objects.ts'
import { type GeoPoint, kilometersBetween } from '../../define/distance.ts'
import type { Language } from '../../define/field-type.ts'
import { isDated } from '../../define/record.ts'
import { localized } from '../../define/record-texts.ts'
import { fold } from '../../define/text/fold.ts'
import { event, maskedView } from '../../resources/index.ts'
import type { LinkKind, StoredRecord } from '../../store/index.ts'
import { type Actor, mayEdit, mayRead, seesPeople } from '../access/access.ts'
import type { Caller, Context, ListCaller, View } from '../base/context.ts'

const imageIds = (records: StoredRecord[]) => [
  ...new Set(records.flatMap(({ facts }) => (facts.image ? [Number(facts.image)] : []))),
]

const byId = (records: StoredRecord[]) => new Map(records.map(record => [record.id, record]))

/** True if a password hides the texts of this record from the caller (X4). */
export function isMasked(
  context: Context,
  { actor, password, editing, guesses }: Caller,
  record: StoredRecord,
): boolean {
  const { password: seal } = record.facts
  if (typeof seal !== 'string') return false
  if (editing && mayEdit(actor, record)) return false
  if (password === undefined || guesses?.isExceeded(record.id)) return true
  if (context.isSealed(password, seal)) return false
  guesses?.failed(record.id)
  return true
}

/** Records of one resource as the caller may see them. */
export const viewsOf = (
  context: Context,
  caller: ListCaller,
  kind: string,
  records: StoredRecord[],
): Promise<View[]> =>
  isDated(kind) ? viewsOfEvents(context, caller, records) : viewsOfOthers(context, caller, records)

/** `isUnmasked`: no password hides it, as from its writer. */
export async function viewOf(
  context: Context,
  caller: Caller,
  record: StoredRecord,
  isUnmasked = false,
): Promise<View> {
  const [view] = isDated(record.kind)
    ? await viewsOfEvents(context, caller, [record], isUnmasked)
    : await viewsOfOthers(context, caller, [record])
  // as many views as records
  return existing(view)
}

async function viewsOfOthers(
  { store }: Context,
  { actor, editing }: Caller,
  records: StoredRecord[],
): Promise<View[]> {
  const images = byId(await store.getMany('image', imageIds(records)))
  return records.map(record => ({
    record,
    isEdited: editing === true && mayEdit(actor, record),
    showsSource: seesPeople(actor) || (actor.id !== 0 && record.facts.author === actor.id),
    image: images.get(Number(record.facts.image)),
    venues: [],
    organizers: [],
    categories: [],
    tags: [],
  }))
}

/** True if this caller sees the linked record in the records that link to it (A3). */
export const isVisibleLink = (actor: Actor, record: StoredRecord) =>
  record.facts.status !== 'trash' && mayRead(actor, record)

/** The sort key of the terms of an event. */
const termKey = (term: StoredRecord, language: Language) =>
  fold(localized(term, 'name', language) ?? '')

type Keyed = { id: number; key: string }
const byTermKey = (a: Keyed, b: Keyed) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id)

/** Events with their linked records, without those that the caller may not read (A3). */
async function viewsOfEvents(
  context: Context,
  caller: ListCaller,
  events: StoredRecord[],
  isUnmasked = false,
): Promise<View[]> {
  const linked = async (kind: LinkKind) => {
    const ids = [...new Set(events.flatMap(({ links }) => links[kind]))]
    return byId(await context.store.getMany(kind, ids))
  }
  const [venues, organizers, categories, tags] = [
    await linked('venue'),
    await linked('organizer'),
    await linked('category'),
    await linked('tag'),
  ]
  const posts = [...venues.values(), ...organizers.values()]
  const images = byId(await context.store.getMany('image', imageIds([...events, ...posts])))
  const imageOf = ({ facts }: StoredRecord) => images.get(Number(facts.image))

  const readable = (from: Map<number, StoredRecord>, ids: number[]) =>
    ids.flatMap(id => {
      const record = from.get(id)
      if (!record || !isVisibleLink(caller.actor, record)) return []
      return {
        record,
        image: imageOf(record),
        venues: [],
        organizers: [],
        categories: [],
        tags: [],
      }
    })
  const sorted = (from: Map<number, StoredRecord>, ids: number[]) =>
    ids
      .flatMap(id => from.get(id) ?? [])
      .map(term => ({ term, id: term.id, key: termKey(term, caller.language) }))
      .sort(byTermKey)
      .map(({ term }) => term)

  return events.map(record => {
    if (!isUnmasked && isMasked(context, caller, record)) return maskedView(event, record)
    const held = readable(venues, record.links.venue)
    return {
      record: caller.from ? awayFrom(caller.from, record, held) : record,
      isEdited: caller.editing === true && mayEdit(caller.actor, record),
      isForEditors: caller.editing === true && seesPeople(caller.actor),
      image: imageOf(record),
      venues: held,
      organizers: readable(organizers, record.links.organizer),
      categories: sorted(categories, record.links.category),
      tags: sorted(tags, record.links.tag),
    }
  })
}

/** An event with its distance in kilometers: that of its nearest venue with coordinates. */
function awayFrom(from: GeoPoint, event: StoredRecord, venues: readonly View[]): StoredRecord {
  const distances = venues.flatMap(({ record: { facts } }) =>
    facts.geo_lat == null || facts.geo_lng == null
      ? []
      : [kilometersBetween(from, { lat: Number(facts.geo_lat), lng: Number(facts.geo_lng) })],
  )
  if (distances.length === 0) return event
  return { ...event, facts: { ...event.facts, away: Math.min(...distances) } }
}
