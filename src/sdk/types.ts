import type { Language } from '../define/field-type.ts'
import type { Draft, FieldsShown, Patch } from '../define/resource.ts'
import type { resources } from '../resources/index.ts'

type Rooms = typeof resources

/** Filters of a list by name; lists are sent as lists. The documentation of the service tells which there are. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>
type QueryValue = string | number | boolean

/** The language that one write speaks; without it, that of the client. */
type InLanguage = { ml_language?: Language }
type Or<T> = T | null

/** A linked record in a write: the ID of one that exists, or the data of one to find or make. */
export type Link<D> = number | string | D | { id: number | string }
type Links<D> = Or<Link<D> | Link<D>[]>

export type VenueDraft = Draft<Rooms['venue']> & InLanguage
export type VenuePatch = Patch<Rooms['venue']> & InLanguage
export type OrganizerDraft = Draft<Rooms['organizer']> & InLanguage
export type OrganizerPatch = Patch<Rooms['organizer']> & InLanguage
export type CategoryDraft = Draft<Rooms['category']> & InLanguage
export type CategoryPatch = Patch<Rooms['category']> & InLanguage
export type TagDraft = Draft<Rooms['tag']> & InLanguage
export type TagPatch = Patch<Rooms['tag']> & InLanguage

type EventLinks = { venue?: Links<VenueDraft>; organizer?: Links<OrganizerDraft> }
export type EventDraft = Omit<Draft<Rooms['event']>, keyof EventLinks> & EventLinks & InLanguage
export type EventPatch = Omit<Patch<Rooms['event']>, keyof EventLinks> & EventLinks & InLanguage

/** One language of a record, under `translations`, by the name of its titled field. */
export type Translation<Titled extends string> = { [N in Titled]: string } & {
  slug: string
  url: string
  rest_url: string
}

type Spoken<Titled extends string> = {
  /** The language of the texts shown; another than asked where there is no translation. */
  language: Language
  translations: Partial<Record<Language, Translation<Titled>>>
}

type Post = {
  id: number
  global_id: string
  global_id_lineage: string[]
  author: string
  status: string
  date: string
  date_utc: string
  modified: string
  modified_utc: string
  url: string
}

/** The parts of a date, as text with leading zeros. */
export type DateParts = Record<'year' | 'month' | 'day' | 'hour' | 'minutes' | 'seconds', string>

/** A picture inside a record. */
export type ShownImage = {
  url: string
  id: number
  extension: string
  width: number
  height: number
  filesize: number
  /** What the image shows, for those who cannot see it. */
  alt: string
  sizes: Record<
    string,
    { width: number; height: number; 'mime-type': string; filesize: number; url: string }
  >
  original_image?: string
}

/** A picture by itself. */
export type Image = ShownImage &
  Pick<Post, 'author' | 'date' | 'date_utc' | 'modified' | 'modified_utc'> & {
    title: string
    mime_type: string
    source_url: string
    rest_url: string
  }

type TermUrls = { self: string; collection: string; up?: string }

/** A category or tag by itself. */
export type Term = FieldsShown<Rooms['tag']> & {
  id: number
  count: number
  taxonomy: string
  meta: unknown[]
  url: string
  urls: TermUrls
} & Spoken<'name'>
export type Tag = Term
export type Category = Term & { parent: number }

/** A category or tag inside an event. */
export type ShownTerm = Record<'name' | 'slug' | 'taxonomy' | 'description' | 'filter', string> &
  Record<'id' | 'term_group' | 'term_taxonomy_id' | 'parent' | 'count', number> & { urls: TermUrls }

/** Structured data of a single record. */
type LinkedData = { json_ld?: Record<string, unknown> }

/** What is empty is left out of venues and organizers, but for these. */
type Kept<Fields, Names extends keyof Fields> = Pick<Fields, Names> & Partial<Omit<Fields, Names>>

type VenueFields = Omit<FieldsShown<Rooms['venue']>, keyof Post | 'image'> & { image: ShownImage }
export type Venue = Post &
  Kept<VenueFields, 'venue' | 'show_map' | 'show_map_link'> & { slug: string } & LinkedData &
  Spoken<'venue'>

type OrganizerFields = Omit<FieldsShown<Rooms['organizer']>, keyof Post | 'image'> & {
  image: ShownImage
}
export type Organizer = Post &
  Kept<OrganizerFields, 'organizer'> & { slug: string } & LinkedData &
  Spoken<'organizer'>

type ShownOtherwise = 'image' | 'categories' | 'tags' | 'venue' | 'organizer' | 'password'
type EventFields = Omit<FieldsShown<Rooms['event']>, keyof Post | ShownOtherwise>
/** Of a protected event that was not opened, flags are null. */
type Masked<Fields> = {
  [N in keyof Fields]: Fields[N] extends boolean ? boolean | null : Fields[N]
}
type EventDates = Record<'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date', string> &
  Record<`${'' | 'utc_'}${'start' | 'end'}_date_details`, DateParts>

export type CalendarEvent = Post &
  Masked<EventFields> &
  EventDates & {
    rest_url: string
    image: ShownImage | false
    timezone_abbr: string
    cost: string
    cost_details: Record<'currency_symbol' | 'currency_code' | 'currency_position', string> & {
      values: string[]
    }
    categories: ShownTerm[]
    tags: ShownTerm[]
    /** One venue is an object, none or several a list. */
    venue: Venue | Venue[]
    organizer: Organizer[]
    custom_fields: unknown[]
  } & LinkedData &
  Spoken<'title'>

/** A page of a list. `next` and `previous` are addresses. */
export type Page<T> = {
  items: T[]
  total: number
  totalPages: number
  next?: string
  previous?: string
}
