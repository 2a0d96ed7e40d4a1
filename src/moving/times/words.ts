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

/** The same of the days of the week: a beginning of two letters and more stands for one. */
const weekdays =
  `monday tuesday wednesday thursday friday saturday sunday lundi mardi mercredi jeudi vendredi samedi dimanche
  montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lunes martes miercoles jueves viernes sabado domingo
  lunedi martedi mercoledi giovedi venerdi sabato domenica maandag dinsdag woensdag donderdag vrijdag zaterdag zondag`.split(
    /\s+/,
  )

const beginningsOf = (name: string, least: number) =>
  Array.from({ length: Math.max(name.length - least + 1, 1) }, (_, cut) =>
    name.slice(0, name.length - cut),
  )

/** Zero: the beginning is that of several months, as `jui` is. */
const byBeginning = new Map<string, number>()
for (const [at, names] of months.entries())
  for (const beginning of names.flatMap(name => beginningsOf(name, 3)))
    byBeginning.set(beginning, (byBeginning.get(beginning) ?? at + 1) === at + 1 ? at + 1 : 0)
for (const [at, names] of months.entries()) for (const name of names) byBeginning.set(name, at + 1)

const daysByBeginning = new Set(weekdays.flatMap(name => beginningsOf(name, 2)))

/** The number of a month, by its folded name or a beginning of it. */
export const monthOf = (word: string): number | undefined => byBeginning.get(word) || undefined

/** True for the folded name of a day of the week, or a beginning of it. */
export const isWeekday = (word: string): boolean => daysByBeginning.has(word)

/** Words between a start and an end, folded, as part of a pattern. */
export const until =
  "(?:\\s?-\\s?|\\s?/\\s?|\\s(?:a|au|aux|to|until|till|through|bis|bis zum|al|alle|hasta|hasta el|tot|tot en met|t/m|jusqu'a|jusqu'au)\\s)"

/** Words before a day or an hour that change nothing in it, folded, as part of a pattern. */
export const before =
  '(?:a partir de|a partir du|a las|de las|des|le|du|de|the|on|from|at|between|entre|am|vom|von|den|der|ab|um|dal|dalle|alle|ore|il|el|del|desde|van|vanaf|op|om|a)\\s'
