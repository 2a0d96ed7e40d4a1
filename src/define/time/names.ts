/** Names of the months in English, French, German, Spanish, Italian and Dutch, folded; a beginning of three letters and more stands for one. */
const months = [
  'january janvier januar janner enero gennaio januari',
  'february fevrier februar febrero febbraio februari',
  'march mars marz maerz mrz marzo maart mrt',
  'april avril abril aprile',
  'may mai mayo maggio mei',
  'june juin juni junio giugno',
  'july juillet juli julio luglio',
  'august aout agosto augustus',
  'september septembre septiembre setiembre settembre',
  'october octobre oktober octubre ottobre',
  'november novembre noviembre',
  'december decembre dezember diciembre dicembre',
].map(names => names.split(' '))

/** The same of the days of the week, from Sunday on: a beginning of two letters and more stands for one. */
const weekdays = [
  'sunday dimanche sonntag domingo domenica zondag',
  'monday lundi montag lunes lunedi maandag',
  'tuesday mardi dienstag martes martedi dinsdag',
  'wednesday mercredi mittwoch miercoles mercoledi woensdag',
  'thursday jeudi donnerstag jueves giovedi donderdag',
  'friday vendredi freitag viernes venerdi vrijdag',
  'saturday samedi samstag sonnabend sabado sabato zaterdag',
].map(names => names.split(' '))

const beginningsOf = (name: string, least: number) =>
  Array.from({ length: Math.max(name.length - least + 1, 1) }, (_, cut) =>
    name.slice(0, name.length - cut),
  )

/** The number of each name by its beginnings, counted from one. Zero: the beginning is that of several, as `jui` is. */
function byBeginning(list: string[][], least: number): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const [at, names] of list.entries())
    for (const beginning of names.flatMap(name => beginningsOf(name, least)))
      numbers.set(beginning, (numbers.get(beginning) ?? at + 1) === at + 1 ? at + 1 : 0)
  for (const [at, names] of list.entries()) for (const name of names) numbers.set(name, at + 1)
  return numbers
}

const monthNumbers = byBeginning(months, 3)
const weekdayNumbers = byBeginning(weekdays, 2)

/** The number of a month, by its folded name or a beginning of it. */
export const monthOf = (word: string): number | undefined => monthNumbers.get(word) || undefined

/** True for the folded name of a day of the week, or a beginning of it, also of several. */
export const isWeekday = (word: string): boolean => weekdayNumbers.has(word)

/** The day of the week by its folded name or a beginning of three letters: 0 is Sunday, 6 Saturday. */
export function weekdayNamed(word: string): number | undefined {
  const number = word.length < 3 ? 0 : weekdayNumbers.get(word)
  return number ? number - 1 : undefined
}
