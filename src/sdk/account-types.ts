import type { Language, ResourceName } from './types.ts'

// What `/admin/api` says: sign-in, users, tokens. Times are ISO 8601 in UTC, or null.

export type Role = 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber'

/** Whose records something may be done with. */
export type Reach = 'all' | 'own' | 'none'

/** What a user may do with the records of a resource. What may be done with one record, its `Allow` header says. */
export type May = {
  create: boolean
  publish: boolean
  write_for_others: boolean
  read_unpublished: Reach
  change: Reach
  change_published: Reach
  remove: Reach
  remove_published: Reach
}

export type Rights = Record<ResourceName, May> & { accounts: boolean }

export type SiteFacts = {
  name: string
  accentColor: string
  language: Language
  languages: { code: Language; name: string }[]
  timezone: string
  currency: { symbol: string; position: 'prefix' | 'postfix'; code: string }
  perPage: number
  mostPerPage: number
  uploadLimit: number
  private: boolean
  version: string
  /** By whom people sign in besides by password; empty: nobody. */
  provider: string
  /** Are links sent by mail? */
  sendsMail: boolean
  /** Roots of the API, and of the pages for visitors. */
  root: { plain: string } & Record<Language, string>
  home: Record<Language, string>
}

type Anyone = { canSignIn: boolean; site: SiteFacts }

export type SignedIn = Anyone & {
  state: 'signed-in'
  /** For the header `X-Almanac-Session`. */
  token: string
  user: Account
  session: { id: number | string; created: string; expires: string; idle_until: string }
  may: Rights
}

/** Who asks: nobody yet has an account (`setup`), somebody unknown, or a user. */
export type Who = (Anyone & { state: 'setup' }) | (Anyone & { state: 'signed-out' }) | SignedIn

export type Account = {
  id: number
  login: string
  email: string
  name: string
  role: Role
  /** Empty: that of the site. */
  language: Language | ''
  secondFactor: boolean
  created: string
}

/** A user as administrators see one. */
export type User = Omit<Account, 'secondFactor'> & {
  disabled: string | null
  has_password: boolean
  second_factor: boolean
  /** Does it belong to a person of the provider? */
  provider: boolean
  last_used: string | null
}

export type Session = {
  id: number | string
  current: boolean
  browser: string
  system: string
  agent: string
  address: string
  created: string
  used: string
  expires: string
}

export type TokenType = 'token' | 'application-password' | 'feed-token'

export type Token = {
  id: number
  type: TokenType
  name: string
  scope: string
  language: Language | null
  last_characters: string
  created: string
  expires: string | null
  last_used: string | null
  state: 'valid' | 'expired' | 'revoked'
  user: number
  login: string
}

/** A link by which somebody sets a password, shown once. */
export type AccountLink = {
  url: string
  expires: string /** Is it sent by mail too? */
  mailed: boolean
}

/** What was done to a record. */
export type Deed =
  | 'created'
  | 'changed'
  | 'deleted'
  | 'published'
  | 'scheduled'
  | 'submitted'
  | 'withdrawn'
  | 'trashed'
  | 'restored'
  | 'returned'

/** Who did what to which record. `user`: null for the service itself, or a visitor. */
export type Activity = {
  id: number
  time: string
  user: number | null
  name: string | null
  action: Deed
  kind: ActivityKind
  record: number
  version: number
  /** Of `restored`: the version that was brought back; null: the record came back from the trash. */
  restored_from: number | null
  title: string | null
}
export type ActivityKind = ResourceName | 'user' | 'credential' | 'setting'

/** Fields of an event that nobody has saved. */
export type EventTried = {
  all_day?: boolean
  start_date?: string
  end_date?: string
  timezone?: string
  cost?: string
}

/** What it would show. `when`: null as long as a date is missing; on its own clock, in UTC, and on the clock of the site. */
export type EventTrial = {
  when: {
    timezone: string
    timezone_abbr: string
    start_date: string
    end_date: string
    utc_start_date: string
    utc_end_date: string
    site_timezone: string
    site_start_date: string
    site_end_date: string
  } | null
  cost: Record<Language, string>
}

/** How many records there are, by status; what one may not list has no count. `mine`: one’s own of `all`, of events. */
export type Counts = { all: number; publish: number } & Partial<
  Record<
    'mine' | 'future' | 'draft' | 'pending' | 'private' | 'trash' | 'auto-draft' | 'inherit',
    number
  >
>

/** Kinds of records of which several can become one. */
export type MergedKind = 'venue' | 'organizer' | 'category' | 'tag'

/** A version of a record. `user`: 0 for the service itself or a visitor; null, as of `changed`: that is not known. */
export type Version = {
  version: number
  time: string
  user: number | null
  name: string | null
  restored_from: number | null
  /** What its author was told when it was given back. */
  note: string | null
  /** The names of the fields that it changed. */
  changed: { facts: string[]; texts: Partial<Record<Language, string[]>> } | null
}

/** A version with the record in it, as the API shows it with `context=edit`, and what it cannot have again. */
export type WholeVersion = {
  version: Version
  record: object
  left_out: { field: string; id: number | null; language: Language | null }[]
}

/** A record that shows an image. */
export type ImageUse = {
  kind: 'event' | 'venue' | 'organizer'
  id: number
  title: string
  status: string
}

/** What forms ask for a setting with. */
export type SettingInput = 'text' | 'number' | 'switch' | 'choice' | 'color' | 'zone'

/** Where the value of a setting is from; `program`: whoever runs the service within theirs. */
export type SettingSource = 'flag' | 'environment' | 'file' | 'stored' | 'default' | 'program'

/** A setting of the service, as administrators see it. */
export type Setting = {
  name: string
  group: 'site' | 'pages' | 'lists' | 'service'
  /** What forms call it; null where it is read at the start alone. */
  label: string | null
  about: string
  expects: string
  input: SettingInput
  words: { word: string; label: string }[] | null
  least: number | null
  most: number | null
  can_be_empty: boolean
  can_change: boolean
  source: SettingSource
  /** The flag, variable or key that gives it. */
  source_name: string
  /** Null for secrets. */
  value: unknown
  default: unknown
  /** The value as people write it, where that is another way. */
  shown: string | null
  secret: boolean
  is_set: boolean
}
