import type { Language } from '../define/field-type.ts'
import type { Draft, Patch, Shown, ShownEmbedded } from '../define/resource.ts'
import type { ResourceName, resources } from '../resources/index.ts'

export type Resources = typeof resources

/** Filters of a list by name; lists are sent as lists. The documentation of the service tells which there are. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>
type QueryValue = string | number | boolean

/** The language that one write speaks; without it, that of the client. */
type InLanguage = { ml_language?: Language }
type Or<T> = T | null

/** A linked record in a write: the ID of one that exists, or the data of one to find or make. */
export type Link<D> = number | string | D | { id: number | string }
type Links<D> = Or<Link<D> | Link<D>[]>

type EventLinks = { venue?: Links<DraftOf<'venue'>>; organizer?: Links<DraftOf<'organizer'>> }
type WithLinks<D> = Omit<D, keyof EventLinks> & EventLinks
/** What creates a record, and what changes one. */
export type DraftOf<N extends ResourceName> = InLanguage &
  (N extends 'event' ? WithLinks<Draft<Resources[N]>> : Draft<Resources[N]>)
export type PatchOf<N extends ResourceName> = InLanguage &
  (N extends 'event' ? WithLinks<Patch<Resources[N]>> : Patch<Resources[N]>)
/** A record as it comes back. */
export type RecordOf<N extends ResourceName> = Shown<Resources[N]>

export type EventDraft = DraftOf<'event'>
export type EventPatch = PatchOf<'event'>
export type VenueDraft = DraftOf<'venue'>
export type OrganizerDraft = DraftOf<'organizer'>
export type CategoryDraft = DraftOf<'category'>
export type TagDraft = DraftOf<'tag'>

export type CalendarEvent = RecordOf<'event'>
export type Venue = RecordOf<'venue'>
export type Organizer = RecordOf<'organizer'>
export type Category = RecordOf<'category'>
export type Tag = RecordOf<'tag'>
/** An image by itself. */
export type Image = RecordOf<'image'>
/** An image inside of a record. */
export type ShownImage = ShownEmbedded<Resources['image']>
/** A category or tag inside of an event. */
export type ShownTerm = ShownEmbedded<Resources['category']>

/** A page of a list. `next` and `previous` are addresses. */
export type Page<T> = {
  items: T[]
  total: number
  totalPages: number
  next?: string
  previous?: string
}
