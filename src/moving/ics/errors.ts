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
    'Le fichier est trop volumineux. Attendu : {limit} Mio au plus.',
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
export const noTitle = error(
  'The event has no SUMMARY, no DESCRIPTION and no CATEGORIES to name it by.',
  'L’évènement n’a ni SUMMARY, ni DESCRIPTION, ni CATEGORIES pour le nommer.',
)
export const tooManyDates = error(
  'More than 5,000 dates of the event differ from it. The others are left out.',
  'Plus de 5\u202f000 dates de l’évènement en diffèrent. Les autres sont omises.',
)
export const rangeOfDates = error(
  'RECURRENCE-ID with RANGE=THISANDFUTURE is read for its one date. Expected an event of its own for those after it.',
  'RECURRENCE-ID avec RANGE=THISANDFUTURE n’est lu que pour sa date. Attendu : un évènement à part pour les suivantes.',
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
export const unknownClass = (value: string) =>
  error(
    'CLASS is “{value}”, which is no known class: the event is private.',
    'CLASS vaut «\u00a0{value}\u00a0», qui n’est pas une classe connue\u00a0: l’évènement est privé.',
    { value: cut(value) },
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
export const unknownZone = (written: string, zone: string) =>
  error(
    'No time zone is called “{written}”, and the file does not define it: it is read as {zone}.',
    'Aucun fuseau horaire ne s’appelle « {written} », et le fichier ne le définit pas : il est lu comme {zone}.',
    { written: cut(written), zone },
  )
export const ruleLeftOut = (value: string) =>
  error(
    'RRULE cannot be kept and is left out: “{value}”. Only the dates beside it are imported.',
    'RRULE n’est pas reprise : « {value} ». Seules les dates qui l’accompagnent sont importées.',
    { value: cut(value) },
  )
export const tooManyListed = (name: string, max: number) =>
  error(
    '{property} has more than {max} dates. The earliest are left out.',
    '{property} a plus de {max} dates. Les premières ne sont pas reprises.',
    { property: name, max },
  )
export const rdateBeforeStart = (value: string) =>
  error(
    'RDATE is before DTSTART, where the rule begins, and is left out: “{value}”.',
    'RDATE précède DTSTART, où la règle commence, et n’est pas reprise : « {value} ».',
    { value: cut(value) },
  )
export const noDateLeft = error(
  'EXDATE leaves no date of the event: there is nothing to show.',
  'EXDATE ne laisse aucune date à l’évènement : il n’y a rien à montrer.',
)
export const sameUidAndStart = (title: string) =>
  error(
    'Another event has this UID too and is left out: “{title}”.',
    'Un autre évènement a aussi cet UID et n’est pas repris : « {title} ».',
    { title: cut(title) },
  )
