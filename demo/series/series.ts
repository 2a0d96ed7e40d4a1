import type { Rhythm } from '../rhythm.ts'

/**
 * Words of one language. A paragraph is a string; a list is an array of strings. They may contain `{theme}` and
 * `{more}` (of the edition), `{n}` and `{nth}` (its number), `{month}`, `{ofMonth}`, `{year}`, `{venue}`, `{city}` and in French `{atVenue}`.
 */
export type Words = { title: string; text: (string | string[])[] }

/** The differences from one time to the next: a theme, then if need be a sentence about it. */
export type Edition = {
  en?: [theme: string, more?: string]
  fr?: [theme: string, more?: string]
  months?: number[]
}

/** An event that comes back. Without `hours` it lasts whole days; with one language it exists in that one only. */
export type Series = {
  key: string
  rhythm: Rhythm
  hours?: [from: string, to: string]
  days?: number
  venues?: string[]
  online?: true
  zone?: string
  organizers: string[]
  categories: string[]
  tags: string[]
  cost?: number | [from: number, to: number]
  first?: number
  website?: true
  featured?: true
  sticky?: true
  ticketed?: true
  status?: 'draft' | 'pending'
  editions?: Edition[]
  en?: Words
  fr?: Words
}
