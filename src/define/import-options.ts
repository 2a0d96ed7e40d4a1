import { namesIn } from './base/objects.ts'
import { mappingIn } from './column-mapping.ts'
import { matchesIn } from './import-matches.ts'
import { type ImportFormat, newStatuses, policies, removedPolicies } from './import-messages.ts'
import { languages, type Sentence } from './text/language.ts'
import { languageTable } from './text/language-table.ts'

/** One of a few words; empty: none was chosen. The screens offer the words that have a name for people. */
type Words<W extends string = string> = {
  words: readonly W[]
  usual: W
  names?: Partial<Record<W, Sentence>>
}
/** A whole number from 0 to `max`. */
type Percent = { max: number; usual: number }
type Flag = { usual: false }
/** A text of at most `length` characters; `isText`: of several lines. `form`: what the calendar reads it as, undefined where it cannot. */
type Typed = {
  length: number
  usual: ''
  sample: string
  isText?: true
  form?: { read(text: string): unknown; expected: Sentence }
}

/**
 * An option of imports: its sentence, how it is written, and where it is offered. Operations, command, subscription, screen and what the import
 * gets follow from the row.
 */
export type ImportOption = Sentence & {
  label: Sentence
  /** The only format that has it. */
  of?: ImportFormat
  /** The screens ask for it at first, or among further options; without it a part of their own does, or none. */
  asked?: 'first' | 'more'
  /** The name of its value in the help of the command. */
  argument?: string
} & (Words | Percent | Flag | Typed)

const words = <const W extends string>(
  words: readonly W[],
  usual: NoInfer<W>,
  names: Words<W>['names'] = {},
) => ({ words, usual, names })

/** How a source is read and written, by the parameters of the API; the command line writes `accept_new` as `--accept-new`. */
export const importOptions = {
  status: {
    ...words(['', ...newStatuses], '', {
      '': {
        en: 'published, unless the source says otherwise',
        fr: 'publiés, sauf avis de la source',
      },
      pending: { en: 'pending review', fr: 'en attente de relecture' },
      draft: { en: 'drafts', fr: 'brouillons' },
    }),
    asked: 'first',
    argument: 'status',
    label: { en: 'New events become', fr: 'Les nouveaux évènements deviennent' },
    en: 'The status of new events that the source would publish; empty: publish. Events that are here already keep theirs if one is chosen.',
    fr: 'Le statut des nouveaux évènements que la source publierait ; vide : publish. Si un statut est choisi, les évènements déjà présents gardent le leur.',
  },
  source_language: {
    ...words(['', ...languages], '', {
      '': {
        en: 'as the source says, else that of the site',
        fr: 'selon la source, sinon celle du site',
      },
      ...namesOfLanguages(),
    }),
    asked: 'first',
    argument: 'language',
    label: { en: 'Language of the texts', fr: 'Langue des textes' },
    en: 'The language of the texts; empty: as the source says, else that of the site.',
    fr: 'La langue des textes ; vide : selon la source, sinon celle du site.',
  },
  policy: {
    ...words(policies, 'ours', {
      ours: { en: 'stay as they are', fr: 'restent tels quels' },
      theirs: { en: 'are overwritten', fr: 'sont remplacés' },
      ask: { en: 'stay, and are listed', fr: 'restent, et sont signalés' },
    }),
    asked: 'more',
    argument: 'policy',
    label: { en: 'Fields edited here', fr: 'Champs modifiés ici' },
    en: 'Fields that were edited here: theirs overwrites them, ours keeps them, ask keeps and lists them.',
    fr: 'Champs modifiés ici : theirs les remplace, ours les garde, ask les garde et les signale.',
  },
  gone: {
    ...words(removedPolicies, 'leave', {
      leave: { en: 'stay as they are', fr: 'restent tels quels' },
      cancel: { en: 'are cancelled', fr: 'sont annulés' },
      trash: { en: 'go to the trash', fr: 'vont à la corbeille' },
    }),
    asked: 'more',
    argument: 'policy',
    label: { en: 'Events that the source no longer has', fr: 'Évènements que la source n’a plus' },
    en: 'What happens to events that the source no longer has.',
    fr: 'Le sort des évènements que la source n’a plus.',
  },
  threshold: {
    max: 100,
    usual: 30,
    asked: 'more',
    argument: 'percent',
    label: {
      en: 'Maximum of these events, in percent',
      fr: 'Maximum de ces évènements, en pourcentage',
    },
    en: 'If more than this percentage is gone, all of them stay.',
    fr: 'Au-delà de ce pourcentage d’absents, tous restent.',
  },
  matches: {
    length: 20_000,
    usual: '',
    sample: 'venue Old mill=12',
    isText: true,
    form: {
      read: matchesIn,
      expected: {
        en: 'Expected a kind, a name and an ID on each line, such as venue Old mill=12.',
        fr: 'Attendu : un type, un nom et un ID par ligne, par exemple venue Vieux moulin=12.',
      },
    },
    argument: 'lines',
    label: { en: 'Names found here', fr: 'Noms reconnus ici' },
    en: 'Names of the source that mean records of this calendar, one on each line: the kind (venue, organizer, category, tag), the name, and the ID after an equals sign.',
    fr: 'Les noms de la source qui désignent des fiches de cet agenda, un par ligne : le type (venue, organizer, category, tag), le nom, et l’ID après un signe égal.',
  },
  accept_new: {
    usual: false,
    of: 'ics',
    asked: 'more',
    label: {
      en: 'Continue even if most events are new and most of the existing ones are missing',
      fr: 'Continuer même si la plupart des évènements sont nouveaux et que la plupart des anciens manquent',
    },
    en: 'Whether to continue if most events are new and most of those imported before are missing.',
    fr: 'Indique s’il faut continuer quand la plupart des évènements sont nouveaux et que la plupart de ceux déjà importés manquent.',
  },
  series: {
    usual: false,
    of: 'tec',
    asked: 'more',
    label: {
      en: 'Combine dates that follow a rule into series',
      fr: 'Réunir en séries les dates qui suivent une règle',
    },
    en: 'Whether dates that follow a rule become series.',
    fr: 'Indique si les dates qui suivent une règle deviennent des séries.',
  },
  keep_ids: {
    usual: false,
    of: 'tec',
    asked: 'more',
    label: {
      en: 'Keep the IDs of the site where they are free in this calendar',
      fr: 'Conserver les ID du site qui sont libres dans cet agenda',
    },
    en: 'Whether records keep the IDs of the site where they are free in this calendar.',
    fr: 'Indique si les fiches gardent les ID du site qui sont libres dans cet agenda.',
  },
  map: {
    length: 10_000,
    usual: '',
    sample: 'What=title,When=start_date',
    isText: true,
    form: {
      read: mappingIn,
      expected: {
        en: 'Expected pairs of column and field, such as What=title,When=start_date.',
        fr: 'Attendu : des couples colonne=champ, par exemple Quoi=title,Quand=start_date.',
      },
    },
    of: 'csv',
    argument: 'pairs',
    label: { en: 'Columns', fr: 'Colonnes' },
    en: 'Columns and their fields, such as What=title,When=start_date.',
    fr: 'Les colonnes et leurs champs, par exemple Quoi=title,Quand=start_date.',
  },
  sheet: {
    length: 200,
    usual: '',
    sample: 'Programme',
    of: 'csv',
    asked: 'more',
    argument: 'name',
    label: { en: 'Sheet, by its name', fr: 'Feuille, par son nom' },
    en: 'The name of the sheet of a file of sheets; empty: the first whose headings say what it is.',
    fr: 'Le nom de la feuille d’un classeur ; vide : la première dont les titres disent ce qu’elle contient.',
  },
  dates: {
    ...words(['', 'dmy', 'mdy', 'ymd'], '', {
      '': { en: 'as the dates show', fr: 'd’après les dates' },
      dmy: { en: 'day, month, year', fr: 'jour, mois, année' },
      mdy: { en: 'month, day, year', fr: 'mois, jour, année' },
      ymd: { en: 'year, month, day', fr: 'année, mois, jour' },
    }),
    of: 'csv',
    asked: 'more',
    argument: 'order',
    label: { en: 'Order in dates', fr: 'Ordre dans les dates' },
    en: 'The order in dates; empty: as the dates say.',
    fr: 'L’ordre dans les dates ; vide : selon les dates elles-mêmes.',
  },
  delimiter: {
    length: 4,
    usual: '',
    sample: ';',
    isText: true,
    of: 'csv',
    argument: 'sign',
    label: { en: 'Column separator', fr: 'Séparateur de colonnes' },
    en: 'The column separator; empty: the one in the first line.',
    fr: 'Le séparateur de colonnes ; vide : celui de la première ligne.',
  },
  encoding: {
    ...words(['', 'utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15', 'macintosh'], ''),
    of: 'csv',
    argument: 'name',
    label: { en: 'Encoding', fr: 'Encodage' },
    en: 'The encoding; empty: as the bytes say.',
    fr: 'L’encodage ; vide : selon les octets.',
  },
} as const satisfies Record<string, ImportOption>

function namesOfLanguages() {
  const names = languages.map(one => [
    one,
    { en: languageTable[one].name, fr: languageTable[one].name },
  ])
  return Object.fromEntries(names) as Record<(typeof languages)[number], Sentence>
}

export type ImportOptionName = keyof typeof importOptions
type Row<N extends ImportOptionName> = (typeof importOptions)[N]

/** The options of an import, as they are stored and as its readers and its writing take them. */
export type ImportHow = {
  [N in ImportOptionName]: Row<N> extends Words<infer W>
    ? W
    : Row<N> extends Flag
      ? boolean
      : Row<N> extends Percent
        ? number
        : string
}

const optionNames = namesIn(importOptions)

/** Those of a format, or all. */
export const optionsFor = (format?: ImportFormat): [ImportOptionName, ImportOption][] =>
  optionNames
    .map((name): [ImportOptionName, ImportOption] => [name, importOptions[name]])
    .filter(([, { of }]) => of === undefined || format === undefined || of === format)

const flags = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
])

/** What was typed or stored, as the option takes it; undefined: it does not. */
export function optionIn(
  option: ImportOption,
  written: unknown,
): string | number | boolean | undefined {
  if ('words' in option) return option.words.find(word => word === String(written).toLowerCase())
  if ('max' in option) {
    const number =
      typeof written === 'string' && /^\d{1,9}$/.test(written) ? Number(written) : written
    const isInside = typeof number === 'number' && Number.isInteger(number) && number >= 0
    return isInside && number <= option.max ? number : undefined
  }
  if (!('length' in option)) return flags.get(written)
  if (typeof written !== 'string' || written.length > option.length) return undefined
  const isRead = written === '' || !option.form || option.form.read(written) !== undefined
  return isRead ? written : undefined
}

/** Every option: as it is given where it can be, else as it usually is. */
export function howOf(given: Readonly<Record<string, unknown>>): ImportHow {
  const all = optionsFor().map(([name, option]) => [
    name,
    optionIn(option, given[name]) ?? option.usual,
  ])
  // each row says what its values are
  return Object.fromEntries(all) as ImportHow
}

/** The options that were typed into a form, without those left empty; one that is not as it is to be stays as typed, for the API to refuse. */
export const typedHow = (typed: Readonly<Record<string, string>>): Partial<ImportHow> =>
  Object.fromEntries(
    optionsFor().flatMap(([name, option]) => {
      const written = typed[name] || 'false'
      return written === 'false' ? [] : [[name, optionIn(option, written) ?? written]]
    }),
  )
