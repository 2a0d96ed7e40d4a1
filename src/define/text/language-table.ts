/**
 * What people read, in both languages of the sources: `{name}` stands for a value, and `{count|record|records}` for the one or the
 * other noun, by the rules of the language (in French, zero is singular). A choice may hold values: `{count|One date|{count} dates}`.
 * Other languages have a catalogue by the English sentence.
 */
export type Sentence = { en: string; fr: string }

/** What is particular to a language. */
export type LanguageRow = {
  /** What it calls itself. */
  name: string
  /** What a text in it is: an English text, « un texte anglais ». */
  adjective: Sentence
  /** The language as a noun in a sentence: “English”, « l’anglais ». */
  noun: Sentence
  /** How `Intl` writes its dates, numbers and prices. */
  locale: string
  /** Do its other regions write dates and hours by the same rules, so that they are those of `fr-CA` too? */
  isOneLocale?: true
  /** How it is named in previews, where that is not the locale. */
  openGraph?: string
  direction: 'ltr' | 'rtl'
  /** Plural categories in the order in which its messages give the forms of a noun; any other category takes the last form. */
  plurals: readonly Intl.LDMLPluralRule[]
  /** The words of page paths, by the English ones. English and French paths are written where they are defined. */
  paths?: Readonly<Record<string, string>>
  /** A time of day: `{hour}`, or `{hour12}` and `{half}` (am, pm); what stands in brackets is left out at the full hour. */
  clock: string
  /** The number of the first day of a month, where it is an ordinal. */
  firstOfMonth?: string
  /** Do our dates leave out the commas of `Intl`? */
  dropsCommas?: true
  /** What bytes are called, by powers of 1,024. */
  byteUnits: readonly [string, string, string, string]
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
    openGraph: 'en_US',
    direction: 'ltr',
    plurals: ['one', 'other'],
    clock: '{hour12}[:{minute}]\u00a0{half}',
    dropsCommas: true,
    byteUnits: ['bytes', 'KiB', 'MiB', 'GiB'],
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
    byteUnits: ['octets', 'Kio', 'Mio', 'Gio'],
    colon: '\u00a0:',
  },
})

export type Language = keyof typeof languageTable
