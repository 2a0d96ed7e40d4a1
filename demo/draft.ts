export type Language = 'en' | 'fr'

/** A record to create: `body` is sent as it is, `key` is how the other records of the demo name it. */
export type Draft<Body = TermBody | VenueBody | OrganizerBody> = {
  key: string
  parent?: string
  body: Body
}

/** An event to create; its links are keys, to be replaced by the ids that the server gave. */
export type EventDraft = Draft<EventBody> & {
  venue: string | null
  /** The key of a drawing. */
  image: string
  organizers: string[]
  categories: string[]
  tags: string[]
  /** Of a series: the differences of some of its next dates. */
  dates?: DateDraft[]
}

/** `next`: which of the next dates, from 0. */
export type DateDraft = { next: number; change(day: string): object }

export type TermBody = Written<{ name: string; slug?: string; description?: string }>

export type VenueBody = Written<{ venue: string; description: string; website: string }> & {
  address: string
  city: string
  province: string
  country: string
  zip: string
  phone: string
  geo_lat: string
  geo_lng: string
}

export type OrganizerBody = Written<{ organizer: string; description: string; website: string }> & {
  phone: string
  email: string
}

export type EventText = { title: string; description: string; excerpt: string; website?: string }

export type EventBody = Written<EventText> & {
  start_date: string
  end_date: string
  timezone: string
  all_day: boolean
  status: 'publish' | 'draft' | 'pending'
  date: string
  recurrence?: string[]
  cost?: string
  featured?: true
  sticky?: true
  ticketed?: true
  show_map?: true
  show_map_link?: true
}

type Written<Text> = Text & { ml_language: Language; translations?: { fr: Text } }
