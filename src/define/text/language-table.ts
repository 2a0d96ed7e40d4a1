/**
 * A text for people, in both languages of the sources: `{name}` stands for a value, and `{count|record|records}` for the one or the other noun, by
 * the rules of the language (in French, zero is singular). A choice may hold values: `{count|One date|{count} dates}`. Other languages have a
 * catalogue by the English sentence.
 */
export type Sentence = { en: string; fr: string }

/** The dates and hours of a region. */
type Region = {
  /** A time of day: `{hour}`, or `{hour12}` and `{half}`; the part in brackets is left out at the full hour. */
  clock: string
  /** The values of `{half}` before and after noon. */
  halves?: readonly [am: string, pm: string]
  /** The number of the first day of a month, where it is an ordinal. */
  firstOfMonth?: string
  /** True if dates are written without the commas of `Intl`. */
  dropsCommas?: boolean
  /** The first day of the week, where that is not Monday. */
  weekStart?: 'sunday' | 'saturday'
}

/** The properties of a language, and of its usual region. */
export type LanguageRow = Region & {
  /** Its own name. */
  name: string
  /** The adjective of a text in it: an English text, « un texte anglais ». */
  adjective: Sentence
  /** The language as a noun in a sentence: “English”, « l’anglais ». */
  noun: Sentence
  /** Its usual region, as `Intl` knows it: dates, numbers and prices of a new site follow it. */
  locale: string
  /** Further regions that a site may choose, each with its differences. */
  regions?: Readonly<Record<string, Partial<Region>>>
  /** True if regions outside of the table follow the same rules for dates and times. */
  isOneLocale?: true
  direction: 'ltr' | 'rtl'
  /** Plural categories in the order in which its messages give the forms of a noun; any other category takes the last form. */
  plurals: readonly Intl.LDMLPluralRule[]
  /** The words of page paths, by the English ones. English and French paths are written where they are defined. */
  paths?: Readonly<Record<string, string>>
  /** The units of 1,024 bytes, and of the next powers. */
  byteUnits: readonly [string, string, string]
  /** The colon after a label. */
  colon: string
}

const table = <Code extends string>(rows: Record<Code, LanguageRow>) => rows

/** The languages of the calendar. The first is that of a new site which names none. A row and a catalogue add another. */
export const languageTable = table({
  en: {
    name: 'English',
    adjective: { en: 'English', fr: 'anglais' },
    noun: { en: 'English', fr: 'l’anglais' },
    locale: 'en-GB',
    direction: 'ltr',
    plurals: ['one', 'other'],
    clock: '{hour12}[:{minute}]\u00a0{half}',
    dropsCommas: true,
    regions: {
      'en-US': { halves: ['AM', 'PM'], dropsCommas: false, weekStart: 'sunday' },
      'en-CA': { halves: ['a.m.', 'p.m.'], dropsCommas: false, weekStart: 'sunday' },
    },
    byteUnits: ['KiB', 'MiB', 'GiB'],
    colon: ':',
  },
  fr: {
    name: 'Français',
    adjective: { en: 'French', fr: 'français' },
    noun: { en: 'French', fr: 'le français' },
    locale: 'fr-FR',
    isOneLocale: true,
    direction: 'ltr',
    plurals: ['one', 'other'],
    clock: '{hour}\u00a0h[\u00a0{minute}]',
    firstOfMonth: '1er',
    regions: { 'fr-CA': { weekStart: 'sunday' }, 'fr-CH': { dropsCommas: true }, 'fr-BE': {} },
    byteUnits: ['Kio', 'Mio', 'Gio'],
    colon: '\u00a0:',
  },
})

export type Language = keyof typeof languageTable

/**
 * A language as a site writes it: a tag such as `fr-CA`. With `-x-acute`, its French has the spelling of before 1990.
 */
export type Locale = `${Language}-${string}`
