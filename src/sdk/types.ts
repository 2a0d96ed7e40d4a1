import type { Language } from '../define/field-type.ts'
import type { Draft, Patch, Shown, ShownEmbedded } from '../define/resource.ts'
import type { resources } from '../resources/index.ts'

type Resources = typeof resources

/** Filters of a list by name; lists are sent as lists. The documentation of the service tells which there are. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>
type QueryValue = string | number | boolean

/** The language that one write speaks; without it, that of the client. */
type InLanguage = { ml_language?: Language }
type Or<T> = T | null

/** A linked record in a write: the ID of one that exists, or the data of one to find or make. */
export type Link<D> = number | string | D | { id: number | string }
type Links<D> = Or<Link<D> | Link<D>[]>

export type VenueDraft = Draft<Resources['venue']> & InLanguage
export type VenuePatch = Patch<Resources['venue']> & InLanguage
export type OrganizerDraft = Draft<Resources['organizer']> & InLanguage
export type OrganizerPatch = Patch<Resources['organizer']> & InLanguage
export type CategoryDraft = Draft<Resources['category']> & InLanguage
export type CategoryPatch = Patch<Resources['category']> & InLanguage
export type TagDraft = Draft<Resources['tag']> & InLanguage
export type TagPatch = Patch<Resources['tag']> & InLanguage

type EventLinks = { venue?: Links<VenueDraft>; organizer?: Links<OrganizerDraft> }
export type EventDraft = Omit<Draft<Resources['event']>, keyof EventLinks> & EventLinks & InLanguage
export type EventPatch = Omit<Patch<Resources['event']>, keyof EventLinks> & EventLinks & InLanguage

export type CalendarEvent = Shown<Resources['event']>
export type Venue = Shown<Resources['venue']>
export type Organizer = Shown<Resources['organizer']>
export type Category = Shown<Resources['category']>
export type Tag = Shown<Resources['tag']>
/** An image by itself. */
export type Image = Shown<Resources['image']>
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
