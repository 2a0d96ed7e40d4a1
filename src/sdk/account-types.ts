import type { Deed, Reach, Role, SettingSource, TokenType } from '../define/account-words.ts'
import type { Described } from '../define/schema.ts'
import type { schemas } from '../resources/admin-api/schemas.ts'
import type { ActivityKind } from '../resources/index.ts'

// What `/admin/api` says: sign-in, users, tokens. Times are ISO 8601 in UTC, or null. What has a name in its document follows from there.

export type { ActivityKind, Deed, Reach, Role, SettingSource, TokenType }

type Schemas = typeof schemas
type Returned<N extends keyof Schemas> = Described<Schemas[N]>

type Whoever = Returned<'Session'>
type Anyone = Pick<Whoever, 'canSignIn' | 'site'>
export type SiteFacts = Whoever['site']
/** `token`: for the header `X-Almanac-Session`. */
export type SignedIn = Required<Whoever> & { state: 'signed-in' }
/** Who asks: nobody yet has an account (`setup`), somebody unknown, or a user. */
export type Who = (Anyone & { state: 'setup' }) | (Anyone & { state: 'signed-out' }) | SignedIn
/** What somebody may do, by resource. What may be done with one record, its `Allow` header says. */
export type Rights = SignedIn['may']
export type May = Rights['event']

export type Account = Returned<'Me'>
/** A user as administrators see one. */
export type User = Returned<'User'>
export type Session = Returned<'OpenSession'>
export type Token = Returned<'Token'>
/** What a one-time link is for. */
export type LinkFacts = Returned<'Link'>
/** A link by which somebody sets a password, shown once. */
export type AccountLink = Returned<'NewLink'>
/** Who did what to which record. */
export type Activity = Returned<'Activity'>
export type Version = Returned<'Version'>
/** A setting of the service, as administrators see it. */
export type Setting = Returned<'Setting'>

/** Fields of an event that nobody has saved. */
export type EventTried = {
  all_day?: boolean
  start_date?: string
  end_date?: string
  timezone?: string
  cost?: string
}

/** What it would show. `when`: null as long as a date is missing; on its own clock, in UTC, and on the clock of the site. */
export type EventTrial = Returned<'EventTrial'>
/** How many records there are, by status; what one may not list has no count. `mine`: one’s own of `all`, of events. */
export type Counts = Returned<'Counts'>
/** A version with the record in it, as the API shows it with `context=edit`, and what it cannot have again. */
export type WholeVersion = Returned<'WholeVersion'>
/** A record that shows an image. */
export type ImageUse = Returned<'ImageUse'>
