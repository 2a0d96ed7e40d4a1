import { nested } from '../../define/field-errors.ts'
import type { FieldError } from '../../define/field-type.ts'

const error = (en: string, fr: string, params?: FieldError['params']): FieldError => ({
  sentence: { en, fr },
  ...(params && { params }),
})

/** The form of a text of a file in a message. */
const cut = (text: string) => text.slice(0, 60).toWellFormed()

export const notACalendar = error(
  'This is not an iCalendar file: it has no line BEGIN:VCALENDAR.',
  'Ce n’est pas un fichier iCalendar : aucune ligne BEGIN:VCALENDAR.',
)
export const tooLarge = (limit: number) =>
  error(
    'The file is too large. Expected at most {limit} MiB.',
    'Le fichier est trop gros. Attendu : {limit} Mio au plus.',
    { limit },
  )
export const endless = error(
  'The event has no END:VEVENT: the file ends within it. Expected a complete file.',
  'L’évènement n’a pas de END:VEVENT : le fichier s’arrête en son milieu. Attendu : un fichier complet.',
)
export const tooLong = error(
  'The event is too long. Expected at most 2 MiB.',
  'L’évènement est trop long. Attendu : 2 Mio au plus.',
)
export const noStart = error('The event has no DTSTART.', 'L’évènement n’a pas de DTSTART.')
export const notATime = (name: string, value: string) =>
  error(
    '{property} is not a date: “{value}”. Expected 20270704, 20270704T200000 or 20270704T180000Z.',
    '{property} n’est pas une date : « {value} ». Attendu : 20270704, 20270704T200000 ou 20270704T180000Z.',
    { property: name, value: cut(value) },
  )
export const unknownZone = (zone: string) =>
  error(
    'The file does not define the time zone “{zone}”, and no time zone has this name.',
    'Le fichier ne définit pas le fuseau horaire « {zone} », et aucun fuseau ne porte ce nom.',
    { zone: cut(zone) },
  )
export const noTitle = error(
  'The event has no SUMMARY, no DESCRIPTION and no CATEGORIES to name it by.',
  'L’évènement n’a ni SUMMARY, ni DESCRIPTION, ni CATEGORIES pour le nommer.',
)
export const tooManyDates = error(
  'More than 5,000 dates of the event differ from it. The others are left out.',
  'Plus de 5\u202f000 dates de l’évènement en diffèrent. Les autres sont omises.',
)
export const rangeOfDates = error(
  'RECURRENCE-ID with RANGE=THISANDFUTURE is not read. Expected one date, or an event of its own.',
  'RECURRENCE-ID avec RANGE=THISANDFUTURE n’est pas lu. Attendu : une seule date, ou un évènement à part.',
)
export const severalRules = error(
  'The event has several RRULE lines. Expected one at most.',
  'L’évènement a plusieurs lignes RRULE. Attendu : une au plus.',
)
export const excludedRule = error(
  'The event has an EXRULE, which is not read. Expected EXDATE.',
  'L’évènement a une EXRULE, qui n’est pas lue. Attendu : EXDATE.',
)

/** The error of a recurrence, by the line of the file and its part: `RRULE.FREQ`. */
export const ofRule = (wrong: FieldError): FieldError =>
  nested(
    (wrong.within ?? [['RRULE', wrong]]).map(([part, error]): [string, FieldError] => [
      /^(?:RRULE|RDATE|EXDATE)$/.test(part) ? part : `RRULE.${part}`,
      error,
    ]),
  )

// notes: the event is still read

export const brokenLine = (line: number) =>
  error(
    'Line {line} cannot be read and is left out.',
    'La ligne {line} est illisible et n’est pas reprise.',
    { line },
  )
export const leftOut = (name: string, value: string) =>
  error(
    '{property} cannot be read and is left out: “{value}”.',
    '{property} est illisible et n’est pas repris : « {value} ».',
    { property: name, value: cut(value) },
  )
export const guessedZone = (written: string, zone: string) =>
  error(
    'The time zone “{written}” is read as {zone}.',
    'Le fuseau horaire « {written} » est lu comme {zone}.',
    { written: cut(written), zone },
  )
export const endsBefore = error(
  'DTEND is before DTSTART and is left out.',
  'DTEND précède DTSTART et n’est pas repris.',
)
