import type { Language } from '../define/field-type.ts'
import type { Params } from '../define/param.ts'
import type { Draft, Patch, Presented, PresentedEmbedded } from '../define/resource.ts'
import type { Described } from '../define/schema.ts'
import type { ProblemCode } from '../problem/index.ts'
import type {
  batchParams,
  batchSchema,
  ChangeKind,
  ChangeVerb,
  changesParams,
  Scope as EventScope,
  facetsSchema,
  occurrencesParams,
  previewSchema,
  ResourceName,
  resources,
  TermName,
} from '../resources/index.ts'

// The one file of the client that knows the service: all types follow from its resources. The package spells them out.

export type { Language, ResourceName, TermName }

type Resources = typeof resources

/** The last segment of each resource’s URL, which is its name in the client. */
export type Paths = { [N in ResourceName]: Resources[N]['path'] }

/** The language of one request; without it, that of the client. */
type InLanguage = { ml_language?: Language }
/** The same of a read; with `all`, records have `texts` in every language. */
type ReadLanguage = { ml_language?: Language | 'all' }
type Or<T> = T | null

/** A linked record in a write: the ID of one that exists, or the data of one to find or make. */
export type Link<D> = number | string | D | { id: number | string }
type Links<D> = Or<Link<D> | Link<D>[]>

type EventLinks = { venue?: Links<VenueDraft>; organizer?: Links<OrganizerDraft> }
type WithLinks<N, D> = InLanguage & (N extends 'event' ? Omit<D, keyof EventLinks> & EventLinks : D)

type Listed<T> = T extends (infer Member)[] ? readonly Member[] : T
type FilterQuery<P extends Params> = {
  [N in keyof P]?: Listed<NonNullable<P[N]['type']['in']>> | undefined
}

/** Records as they come back. */
export type Records = { [N in ResourceName]: Presented<Resources[N]> }
/** The values that create a record. */
export type Drafts = { [N in ResourceName]: WithLinks<N, Draft<Resources[N]>> }
/** The values that change one; of an event, `scope` says how many dates of a series. */
export type Patches = {
  [N in ResourceName]: WithLinks<N, Patch<Resources[N]>> &
    (N extends 'event' ? { scope?: EventScope } : unknown)
}
/** The scope of a removal: the dates of a series that are removed with one of them. */
export type Scope = Exclude<EventScope, 'detach'>
/** The filters of lists. */
export type Queries = {
  [N in ResourceName]: (N extends 'image' ? InLanguage : ReadLanguage) &
    FilterQuery<Resources[N]['filters']> &
    (N extends 'event' ? Pick<Opening, 'password' | 'context'> : unknown)
}

export type RecordOf<N extends ResourceName> = Records[N]
export type DraftOf<N extends ResourceName> = Drafts[N]
export type PatchOf<N extends ResourceName> = Patches[N]
export type QueryOf<N extends ResourceName> = Queries[N]

/** Opens a protected event: its password, or `edit` for users who may edit it. */
export type Opening = ReadLanguage & { password?: string | undefined; context?: 'view' | 'edit' }

export type EventQuery = Queries['event']
/** The filters of the dates of an event. */
export type OccurrenceQuery = InLanguage & FilterQuery<typeof occurrencesParams>
/** The fields of an event that its dates follow from. */
export type RecurrenceDraft = Pick<
  EventDraft,
  'start_date' | 'end_date' | 'all_day' | 'timezone'
> & { recurrence: NonNullable<EventDraft['recurrence']> }
/** The preview of an event with such a recurrence. */
export type RecurrencePreview = Described<typeof previewSchema>

/** An operation of a batch: the path is below the root of the API. */
export type BatchOperation = NonNullable<(typeof batchParams)['operations']['type']['in']>[number]
export type BatchResults = Described<typeof batchSchema>

export type EventDraft = Drafts['event']
export type EventPatch = Patches['event']
export type VenueDraft = Drafts['venue']
export type OrganizerDraft = Drafts['organizer']
export type CategoryDraft = Drafts['category']
export type TagDraft = Drafts['tag']

export type CalendarEvent = Records['event']
export type Venue = Records['venue']
export type Organizer = Records['organizer']
export type Category = Records['category']
export type Tag = Records['tag']
/** An image by itself. */
export type Image = Records['image']
/** An image inside of a record. */
export type ImageView = PresentedEmbedded<Resources['image']>
/** A category or tag inside of an event. */
export type TermView = PresentedEmbedded<Resources['category']>

/** The counts of a list of events, by the values that `facets` names. */
export type FacetCounts = Described<typeof facetsSchema>

/** A page of a list. `next` and `previous` are URLs. */
export type Page<T> = {
  items: T[]
  total: number
  totalPages: number
  next?: string
  previous?: string
  facets?: FacetCounts
}

/** What to follow of the changes, and from where: “start” for all records first. */
export type ChangesQuery = InLanguage & FilterQuery<typeof changesParams>

/** A change of a record; of one that is not deleted, with the record where these are asked for. */
export type Change = {
  [N in ChangeKind]: {
    kind: N
    id: number
    change: ChangeVerb
    version: number
    modified_utc?: string
    dates?: { start_date: string; end_date: string }
    record?: RecordOf<N>
  }
}[ChangeKind]

/** `cursor`: what comes next. `begins`: a first read begins. `complete`: it ends; what was not named since it began is deleted. */
export type Changes = { changes: Change[]; cursor: string; begins: boolean; complete: boolean }

/**
 * Every code of an error: those of the service, and two without a response of the service: `unreachable`, and `unexpected_response` from another server.
 * A service that is newer than this client may have codes that are not among them.
 */
export type ErrorCode = ProblemCode | 'unreachable' | 'unexpected_response'
