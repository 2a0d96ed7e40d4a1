import type { FieldError } from '../../field-type.ts'

/** The error of a series; `{name}` is the field with the part at fault: `recurrence.BYHOUR`. */
const error = (en: string, fr: string, params?: FieldError['params']): FieldError => ({
  sentence: { en, fr },
  ...(params && { params }),
})

const maxRepeated = 60
const cut = (sent: string) => sent.slice(0, maxRepeated).toWellFormed()

export const notLines = error(
  '{name} is not valid. Expected a list of lines as in RFC 5545, such as {example}.',
  '{name} n’est pas valide. Attendu : une liste de lignes au sens de la RFC 5545, telle que {example}.',
  { example: '["RRULE:FREQ=WEEKLY;BYDAY=SU"]' },
)

export const tooManyLines = (limit: number): FieldError =>
  error(
    '{name} has too many lines. Expected at most {limit}.',
    '{name} contient trop de lignes. Attendu : {limit} au plus.',
    { limit },
  )

export const tooLong = (limit: number): FieldError =>
  error(
    '{name} is too long. Expected at most {limit} characters.',
    '{name} est trop longue. Attendu : {limit} caractères au plus.',
    { limit },
  )

export const tooLongLine = (limit: number): FieldError =>
  error(
    '{name} has a line that is too long. Expected at most {limit} characters.',
    '{name} contient une ligne trop longue. Attendu : {limit} caractères au plus.',
    { limit },
  )

export const unknownLine = (line: string): FieldError =>
  error(
    '{name} has a line that cannot be read: “{line}”. Expected lines that begin with RRULE, RDATE or EXDATE.',
    '{name} contient une ligne illisible : « {line} ». Attendu : des lignes qui commencent par RRULE, RDATE ou EXDATE.',
    { line: cut(line) },
  )

export const notOfRecurrence = error(
  '{name} is not part of the recurrence. The fields start_date and end_date state the first date.',
  '{name} ne fait pas partie de la récurrence. Les champs start_date et end_date donnent la première date.',
)

export const severalRules = error(
  '{name} is there more than once. Expected one rule at most.',
  '{name} figure plusieurs fois. Attendu : une seule règle au plus.',
)

export const tooManyValues = (limit: number): FieldError =>
  error(
    '{name} has too many dates. Expected at most {limit}.',
    '{name} contient trop de dates. Attendu : {limit} au plus.',
    { limit },
  )

export const tooFar = (limit: number): FieldError =>
  error(
    '{name} names dates after the year 9999, or more than 400 years after the start. Expected at most {limit}.',
    '{name} compte des dates au-delà de l’an 9999, ou plus de 400 ans après le début. Attendu : {limit} au plus.',
    { limit },
  )

export const unknownPart = (names: readonly string[]): FieldError =>
  error(
    '{name} is not a part of a rule. Expected one of: {known}.',
    '{name} n’est pas un élément de règle. Attendu : un de ceux-ci : {known}.',
    { known: names.join(', ') },
  )

export const partTwice = error(
  '{name} is there more than once. Expected it once.',
  '{name} figure plusieurs fois. Attendu : une seule fois.',
)

export const notAFrequency = error(
  '{name} is missing or not valid. Expected YEARLY, MONTHLY, WEEKLY, DAILY or HOURLY.',
  '{name} manque ou n’est pas valide. Attendu : YEARLY, MONTHLY, WEEKLY, DAILY ou HOURLY.',
)

export const notInRange = (min: number, max: number): FieldError =>
  error(
    '{name} is not valid. Expected a whole number from {min} to {max}.',
    '{name} n’est pas valide. Attendu : un nombre entier de {min} à {max}.',
    { min, max },
  )

export const notNumbers = (min: number, max: number): FieldError =>
  error(
    '{name} is not valid. Expected whole numbers from {min} to {max}, separated by commas.',
    '{name} n’est pas valide. Attendu : des nombres entiers de {min} à {max}, séparés par des virgules.',
    { min, max },
  )

export const notPlaces = (max: number): FieldError =>
  error(
    '{name} is not valid. Expected whole numbers from 1 to {max}, or from -{max} to -1 to count from the end, separated by commas.',
    '{name} n’est pas valide. Attendu : des nombres entiers de 1 à {max}, ou de -{max} à -1 pour compter depuis la fin, séparés par des virgules.',
    { max },
  )

export const notWeekdays = error(
  '{name} is not valid. Expected days of the week such as MO,WE; in a monthly or yearly rule also 2SU (the second Sunday) or -1FR (the last Friday).',
  '{name} n’est pas valide. Attendu : des jours de la semaine tels que MO,WE ; dans une règle mensuelle ou annuelle aussi 2SU (le deuxième dimanche) ou -1FR (le dernier vendredi).',
)

export const notAWeekday = error(
  '{name} is not valid. Expected one of MO, TU, WE, TH, FR, SA, SU.',
  '{name} n’est pas valide. Attendu : une de ces valeurs : MO, TU, WE, TH, FR, SA, SU.',
)

export const notAnEnd = error(
  '{name} is not a date. Expected one such as 20271231 or 20271231T225959Z.',
  '{name} n’est pas une date. Attendu : une date telle que 20271231 ou 20271231T225959Z.',
)

export const notDates = error(
  '{name} is not valid. Expected dates such as 20270704T200000 or 20270704, separated by commas.',
  '{name} n’est pas valide. Attendu : des dates telles que 20270704T200000 ou 20270704, séparées par des virgules.',
)

export const unknownZone = (zone: string): FieldError =>
  error(
    '{name} names an unknown time zone: “{zone}”. Expected one such as Europe/Paris.',
    '{name} désigne un fuseau horaire inconnu : « {zone} ». Attendu : un fuseau tel que Europe/Paris.',
    { zone: cut(zone) },
  )

export const unknownParameter = (parameter: string): FieldError =>
  error(
    '{name} has an unknown parameter: “{parameter}”. Expected TZID or VALUE.',
    '{name} contient un paramètre inconnu : « {parameter} ». Attendu : TZID ou VALUE.',
    { parameter: cut(parameter) },
  )

export const notTogether = (other: string): FieldError =>
  error(
    '{name} and {other} exclude each other. Expected one of them.',
    '{name} et {other} s’excluent. Attendu : l’un des deux.',
    { other },
  )

export const notWithFrequency = (freq: string): FieldError =>
  error(
    '{name} has no meaning in a rule with FREQ={freq}.',
    '{name} n’a pas de sens dans une règle avec FREQ={freq}.',
    { freq },
  )

export const numberedDays = error(
  '{name} has a numbered day such as 2SU. Expected these in monthly rules, or in yearly rules without BYWEEKNO.',
  '{name} contient un jour numéroté tel que 2SU. Attendu : ces jours dans les règles mensuelles, ou annuelles sans BYWEEKNO.',
)

export const choosesNothing = error(
  '{name} chooses among the dates of another part. Expected it with BYDAY or another part that begins with BY.',
  '{name} choisit parmi les dates d’un autre élément. Attendu : avec BYDAY ou un autre élément qui commence par BY.',
)

export const tooManyTimes = (limit: number): FieldError =>
  error(
    '{name}: the rule has more than {limit} times a day.',
    '{name} : la règle donne plus de {limit} horaires par jour.',
    { limit },
  )

export const neverMatches = error(
  '{name} gives no date. Expected a rule that matches the start of the event.',
  '{name} ne donne aucune date. Attendu : une règle à laquelle correspond le début de l’évènement.',
)

export const endsBeforeStart = error(
  '{name} is before the start of the event.',
  '{name} est antérieur au début de l’évènement.',
)

export const beforeStart = error(
  '{name} has a date before the start of the event. Expected the first date in start_date.',
  '{name} contient une date antérieure au début de l’évènement. Attendu : la première date dans start_date.',
)

/** R2 */
export const startNotMatched = (nearest: string): FieldError =>
  error(
    '{name} does not match the start of the event. Expected another rule, or one of these starts: {nearest}.',
    '{name} ne correspond pas au début de l’évènement. Attendu : une autre règle, ou un de ces débuts : {nearest}.',
    { nearest },
  )

export const notForAllDay = error(
  '{name} has no meaning in an event that lasts whole days.',
  '{name} n’a pas de sens dans un évènement qui dure des journées entières.',
)

export const noDates = error(
  '{name} leaves no date: EXDATE removes all of them.',
  '{name} ne laisse aucune date : EXDATE les retire toutes.',
)

/** R12 */
export const tooManyDates = (limit: number): FieldError =>
  error(
    '{name} gives more than {limit} dates. Expected fewer, for example with an end.',
    '{name} donne plus de {limit} dates. Attendu : moins de dates, par exemple avec une fin.',
    { limit },
  )
