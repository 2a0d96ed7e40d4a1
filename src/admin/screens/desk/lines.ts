import { type Language, languages } from '../../../define/text/language.ts'
import type { messages } from './messages.ts'

/**
 * A line of the desk that is a view of a table: its count is that of the table. `into`: the language into which it is translated.
 * `screen`: another screen for the same records.
 */
export type TableLine = {
  word: keyof typeof messages & string
  form: 'event' | 'venue'
  /** The parameters of the table, as in its address. */
  view: string
  into?: Language
  screen?: string
}

const ofEvents = (word: TableLine['word'], view: string): TableLine => ({
  word,
  form: 'event',
  view,
})

/** What users who see the records of all have to do. */
export const sharedLines = {
  waiting: [
    { ...ofEvents('review', 'tab=pending&when=all'), screen: '/review' },
    ofEvents('draftsSoon', 'tab=draft&when=fourweeks'),
    { word: 'hiddenVenues', form: 'venue', view: 'tab=draft&upcoming=yes' },
  ],
  texts: languages.map(into => ({
    word: 'translate',
    form: 'event',
    view: `missing=${into}`,
    into,
  })),
  lacking: [
    ofEvents('withoutPlace', 'lacks=place'),
    ofEvents('withoutCategory', 'lacks=category'),
    ofEvents('withoutImage', 'lacks=image'),
  ],
  week: [
    ofEvents('cancelled', 'when=week&event_status=cancelled'),
    ofEvents('moved', 'when=week&event_status=postponed%2Cmoved_online'),
  ],
} as const satisfies Record<string, readonly TableLine[]>

/** The events of users who see no drafts of others. */
export const ownLines: readonly TableLine[] = [
  ofEvents('ownDrafts', 'tab=draft&when=all'),
  ofEvents('ownPending', 'tab=pending&when=all'),
  ofEvents('own', 'tab=mine&when=all'),
]
