import { writtenMapping } from '../../define/column-mapping.ts'
import type { FieldError, Sentence } from '../../define/field-type.ts'
import type { ColumnMapping } from '../base/item.ts'
import type { DateOrder } from '../times/days.ts'

// the whole table

export const nothing: Sentence = {
  en: 'The file has no rows.',
  fr: 'Le fichier n’a aucune ligne.',
}
export const tooManyColumns = {
  en: 'The table has too many columns. Expected at most 1,000.',
  fr: 'Le tableau a trop de colonnes. Attendu\u00a0: 1\u202f000 au plus.',
}
export const noColumns: Sentence = {
  en: 'No columns for title and start were found among: {names}. Choose the field of each column; on the command line, with --map What=title,When=start_date.',
  fr: 'Aucune colonne de titre et de début parmi\u00a0: {names}. Choisissez le champ de chaque colonne\u202f; en ligne de commande, avec --map Quoi=title,Quand=start_date.',
}
export const noField = {
  en: 'The column {column} cannot be read as {field}: no table has this field. “skip” leaves a column out.',
  fr: 'La colonne {column} ne peut pas être lue comme {field}\u00a0: aucun tableau n’a ce champ. «\u00a0skip\u00a0» écarte une colonne.',
}
export const mixedDates = {
  en: 'Some dates have the day first, others the month. Write all dates in one order, and choose that order; on the command line, with --dates dmy or --dates mdy.',
  fr: 'Certaines dates commencent par le jour, d’autres par le mois. Écrivez toutes les dates dans le même ordre, et choisissez cet ordre\u202f; en ligne de commande, avec --dates dmy ou --dates mdy.',
}

export const asBefore = ({ columns }: ColumnMapping): FieldError => ({
  sentence: {
    en: 'The columns are read as for the last table with the same columns: {map}.',
    fr: 'Les colonnes sont lues comme pour le dernier tableau aux mêmes colonnes\u00a0: {map}.',
  },
  params: { map: writtenMapping(columns).slice(0, 500) },
})

/** The order of day and month, where no date of the file shows it. */
export const guessedOrder = (date: string, order: DateOrder): FieldError => ({
  sentence: guesses[order],
  params: { date },
})
const guesses: Record<DateOrder, Sentence> = {
  dmy: {
    en: 'In dates such as {date}, the day is read before the month. If the month comes first, choose that order; on the command line, with --dates mdy.',
    fr: 'Dans les dates telles que {date}, le jour est lu avant le mois. Si le mois vient d’abord, choisissez cet ordre\u202f; en ligne de commande, avec --dates mdy.',
  },
  mdy: {
    en: 'In dates such as {date}, the month is read before the day. If the day comes first, choose that order; on the command line, with --dates dmy.',
    fr: 'Dans les dates telles que {date}, le mois est lu avant le jour. Si le jour vient d’abord, choisissez cet ordre\u202f; en ligne de commande, avec --dates dmy.',
  },
  ymd: {
    en: 'In dates such as {date}, the year is read first. If the day comes first, choose that order; on the command line, with --dates dmy.',
    fr: 'Dans les dates telles que {date}, l’année est lue d’abord. Si le jour vient d’abord, choisissez cet ordre\u202f; en ligne de commande, avec --dates dmy.',
  },
}

export const notRead = (names: readonly string[]): FieldError => ({
  sentence: {
    en: 'Columns that are not read: {names}.',
    fr: 'Colonnes qui ne sont pas lues\u00a0: {names}.',
  },
  params: { names: names.join(', ').slice(0, 500) },
})

// one row

/** A cell of a row, in messages. */
export type Cell = { column: string; value: string }

const cut = (text: string) => text.slice(0, 60).toWellFormed()

const ofCell = (sentence: Sentence, { column, value }: Cell, more: FieldError['params'] = {}) => ({
  sentence,
  params: { ...more, column, value: cut(value) },
})

export const notAsWide = {
  en: 'The row has {cells} {cells|cell|cells}; the headings are {headings}.',
  fr: 'La ligne compte {cells} {cells|cellule|cellules}, pour {headings} {headings|titre de colonne|titres de colonnes}.',
}
export const noStart: FieldError = {
  sentence: {
    en: 'The row has no day, and none stands above it.',
    fr: 'La ligne n’a pas de jour, et aucun ne figure au-dessus d’elle.',
  },
}
const expectedDay = {
  en: 'Expected a day such as 2027-06-05, 05/06/2027 or 5 June 2027, perhaps with an hour; words such as tomorrow, a day of the week or a month alone are none.',
  fr: 'Attendu\u00a0: un jour tel que 2027-06-05, 05/06/2027 ou 5 juin 2027, avec une heure s’il y a lieu\u202f; un mot tel que demain, un jour de la semaine ou un mois seul n’en est pas un.',
}
const expectedHour = {
  en: 'Expected an hour such as 19:30, 7:30 pm, 20h30 or 14:00-18:00.',
  fr: 'Attendu\u00a0: une heure telle que 19:30, 20h30 ou 14h-18h.',
}
const expected = (what: 'day' | 'hour') => (what === 'day' ? expectedDay : expectedHour)

/** A start that cannot be read: the row is refused. */
export const notAStart = (cell: Cell, what: 'day' | 'hour'): FieldError =>
  ofCell(
    {
      en: `{column} is “{value}”. ${expected(what).en}`,
      fr: `{column} vaut «\u00a0{value}\u00a0». ${expected(what).fr}`,
    },
    cell,
  )
/** An end that cannot be read: the event has none. */
export const endLeftOut = (cell: Cell, what: 'day' | 'hour'): FieldError =>
  ofCell(
    {
      en: `{column} is “{value}” and is left out. ${expected(what).en}`,
      fr: `{column} vaut «\u00a0{value}\u00a0» et n’est pas repris. ${expected(what).fr}`,
    },
    cell,
  )
export const formulaLeftOut = (cell: Cell): FieldError =>
  ofCell(
    {
      en: '{column} is “{value}” and is left out. Expected the result of the formula.',
      fr: '{column} vaut «\u00a0{value}\u00a0» et n’est pas repris. Attendu\u00a0: le résultat de la formule.',
    },
    cell,
  )
export const noSuchDay = (cell: Cell): FieldError =>
  ofCell(
    {
      en: '{column} is “{value}”, a day that does not exist.',
      fr: '{column} vaut «\u00a0{value}\u00a0», un jour qui n’existe pas.',
    },
    cell,
  )
export const endsBefore = (cell: Cell): FieldError =>
  ofCell(
    {
      en: '{column} is “{value}”, before the start, and is left out.',
      fr: '{column} vaut «\u00a0{value}\u00a0», avant le début, et n’est pas repris.',
    },
    cell,
  )
export const dayAbove = (day: string): FieldError => ({
  sentence: {
    en: 'The row has no day of its own: it is read as that above, {day}.',
    fr: 'La ligne n’a pas de jour à elle\u00a0: elle est lue comme celle du dessus, le {day}.',
  },
  params: { day },
})
const coming = {
  en: '{column} is “{value}”, without a year: it is read as the coming one, {day}.',
  fr: '{column} vaut «\u00a0{value}\u00a0», sans année\u00a0: c’est lu comme la prochaine, soit le {day}.',
}
export const comingYear = (cell: Cell, day: string): FieldError => ofCell(coming, cell, { day })
/** True for the note that a year was not written. */
export const isOfComingYear = ({ sentence }: FieldError): boolean => sentence === coming
export const otherWeekday = (cell: Cell, day: string): FieldError =>
  ofCell(
    {
      en: '{column} is “{value}”: it is read as {day}, which is another day of the week.',
      fr: '{column} vaut «\u00a0{value}\u00a0»\u00a0: c’est lu comme le {day}, qui est un autre jour de la semaine.',
    },
    cell,
    { day },
  )
export const openHour = (cell: Cell): FieldError =>
  ofCell(
    {
      en: '{column} is “{value}”: the event is stored without an hour.',
      fr: '{column} vaut «\u00a0{value}\u00a0»\u00a0: l’évènement est enregistré sans heure.',
    },
    cell,
  )
export const midnightAfter = (cell: Cell): FieldError =>
  ofCell(
    {
      en: '{column} is “{value}”: it is read as the end of the day.',
      fr: '{column} vaut «\u00a0{value}\u00a0»\u00a0: c’est lu comme la fin de la journée.',
    },
    cell,
  )
export const firstOfSeveral = (cell: Cell): FieldError =>
  ofCell(
    {
      en: '{column} is “{value}”: only the first hour is read. Write a row for each.',
      fr: '{column} vaut «\u00a0{value}\u00a0»\u00a0: seule la première heure est lue. Écrivez une ligne pour chacune.',
    },
    cell,
  )
export const eachDay = (cell: Cell): FieldError =>
  ofCell(
    {
      en: '{column} is “{value}”, with hours: it is read as these hours of each day.',
      fr: '{column} vaut «\u00a0{value}\u00a0», avec des heures\u00a0: c’est lu comme ces heures de chaque jour.',
    },
    cell,
  )
export const heading = (line: number, value: string): FieldError => ({
  sentence: {
    en: 'Row {line} has one cell, “{value}”: it is no event.',
    fr: 'La ligne {line} n’a qu’une cellule, «\u00a0{value}\u00a0»\u00a0: ce n’est pas un évènement.',
  },
  params: { line, value: cut(value) },
})

/** A cell that its field does not take, with what the field expects. */
export const cellLeftOut = (cell: Cell, { sentence, params }: FieldError): FieldError =>
  ofCell(
    {
      en: `{column} is “{value}” and is left out. ${sentence.en}`,
      fr: `{column} vaut «\u00a0{value}\u00a0» et n’est pas repris. ${sentence.fr}`,
    },
    cell,
    { ...params, name: cell.column },
  )
export const firstUrl = (cell: Cell): FieldError =>
  ofCell(
    {
      en: '{column} is “{value}”: only the first URL is read.',
      fr: '{column} vaut «\u00a0{value}\u00a0»\u00a0: seule la première URL est lue.',
    },
    cell,
  )
export const siteZone = (cell: Cell, zone: string): FieldError =>
  ofCell(
    {
      en: '{column} is “{value}”, which is no time zone: the hours are read as those of {zone}. Expected a name such as Europe/Paris.',
      fr: '{column} vaut «\u00a0{value}\u00a0», qui n’est pas un fuseau horaire\u00a0: les heures sont lues comme celles de {zone}. Attendu\u00a0: un nom tel que Europe/Paris.',
    },
    cell,
    { zone },
  )
export const unknownState = (cell: Cell): FieldError =>
  ofCell(
    {
      en: '{column} is “{value}”: the event is stored as a draft. Expected a word such as published, draft, private, cancelled or postponed.',
      fr: '{column} vaut «\u00a0{value}\u00a0»\u00a0: l’évènement est enregistré comme brouillon. Attendu\u00a0: un mot tel que publié, brouillon, privé, annulé ou reporté.',
    },
    cell,
  )
export const noPublication = (cell: Cell): FieldError =>
  ofCell(
    {
      en: '{column} is “{value}”, without a date of publication: the event is stored as a draft.',
      fr: '{column} vaut «\u00a0{value}\u00a0», sans date de publication\u00a0: l’évènement est enregistré comme brouillon.',
    },
    cell,
  )
export const placeAlone = (cell: Cell): FieldError =>
  ofCell(
    {
      en: '{column} is “{value}” and is left out: the row has no name of a venue.',
      fr: '{column} vaut «\u00a0{value}\u00a0» et n’est pas repris\u00a0: la ligne n’a pas de nom de lieu.',
    },
    cell,
  )

export const brokenSigns = (count: number): FieldError => ({
  sentence: {
    en: 'The file is UTF-8, but for {count} {count|sign|signs}, which cannot be read. If it has another encoding, choose it; on the command line, with --encoding windows-1252.',
    fr: 'Le fichier est en UTF-8, à {count} {count|signe|signes} près, illisibles. S’il a un autre encodage, choisissez-le\u202f; en ligne de commande, avec --encoding windows-1252.',
  },
  params: { count },
})
export const guessedEncoding: FieldError = {
  sentence: {
    en: 'The file is not UTF-8 and is read as Windows-1252. It has signs that such a file hardly has. If letters are wrong, choose its encoding; on the command line, with --encoding iso-8859-15 or macintosh.',
    fr: 'Le fichier n’est pas en UTF-8, il est lu comme du Windows-1252. Il a des signes qu’un tel fichier n’a guère. Si des lettres sont fausses, choisissez son encodage\u202f; en ligne de commande, avec --encoding iso-8859-15 ou macintosh.',
  },
}
export const differingDates = (value: string): FieldError => ({
  sentence: {
    en: 'The dates that differ from the series cannot be read and are left out: “{value}”. Expected a list as an export writes it.',
    fr: 'Les dates qui diffèrent de la série sont illisibles et ne sont pas reprises\u00a0: «\u00a0{value}\u00a0». Attendu\u00a0: une liste telle qu’un export l’écrit.',
  },
  params: { value: cut(value) },
})
export const oneSheet = (name: string, count: number): FieldError => ({
  sentence: {
    en: 'Of {count} sheets, “{name}” is read, the first with headings that say what it is.',
    fr: 'Sur {count} feuilles, «\u00a0{name}\u00a0» est lue, la première dont les titres disent ce qu’elle contient.',
  },
  params: { count, name: cut(name) },
})
export const noSheet = (name: string, sheets: readonly string[]): FieldError => ({
  sentence: {
    en: 'The file has no sheet “{name}”. It has: {sheets}.',
    fr: 'Le fichier n’a pas de feuille «\u00a0{name}\u00a0». Il a\u00a0: {sheets}.',
  },
  params: { name: cut(name), sheets: cut(sheets.join(', ')) },
})
