import { nested } from '../../define/field-errors.ts'
import type { FieldError, Sentence } from '../../define/field-type.ts'
import { choice, line, webUrl } from '../../define/field-types.ts'
import type { Row } from '../../define/record.ts'
import type { TextDraft } from '../../define/resource.ts'
import type { WallTime } from '../../define/time/clock.ts'

/** The states of an event: as announced, or not. New words go to the end: their position is stored. */
export const eventStatuses = ['scheduled', 'cancelled', 'postponed', 'moved_online'] as const
/** The ways to take part. */
export const attendances = ['in_person', 'online', 'mixed'] as const
/** Whether places are left. New words go to the end here too, and the empty one stands where nothing is said. */
export const statedAvailabilities = ['available', 'few_left', 'sold_out'] as const
export const availabilities = ['', ...statedAvailabilities] as const
export type Availability = (typeof availabilities)[number]

/** The names of these, for people. */
export const eventStatusNames: Record<EventStatus['event_status'], Sentence> = {
  scheduled: { en: 'Scheduled', fr: 'Prévu' },
  cancelled: { en: 'Cancelled', fr: 'Annulé' },
  postponed: { en: 'Postponed', fr: 'Reporté' },
  moved_online: { en: 'Moved online', fr: 'Désormais en ligne' },
}
export const attendanceNames: Record<EventStatus['attendance'], Sentence> = {
  in_person: { en: 'In person', fr: 'Sur place' },
  online: { en: 'Online', fr: 'En ligne' },
  mixed: { en: 'In person and online', fr: 'Sur place et en ligne' },
}
export const availabilityNames: Record<Availability, Sentence> = {
  '': { en: 'Not stated', fr: 'Non précisée' },
  available: { en: 'Places available', fr: 'Places disponibles' },
  few_left: { en: 'Few places left', fr: 'Dernières places' },
  sold_out: { en: 'Sold out', fr: 'Complet' },
}
/** Their names in schema.org, which asks for one of every offer. */
export const availabilityTerms: Record<Availability, string> = {
  '': 'InStock',
  available: 'InStock',
  few_left: 'LimitedAvailability',
  sold_out: 'SoldOut',
}

/** The fields about whether an event takes place, why it does not, how people take part, and whether places are left: not in The Events Calendar. */
export const eventStatusFields = {
  event_status: {
    label: { en: 'Event status', fr: 'Déroulement' },
    open: true,
    type: choice(eventStatuses, eventStatusNames),
    addition: true,
    en: 'Whether the event takes place as announced: scheduled, cancelled, postponed or moved_online.',
    fr: 'Indique si l’évènement a lieu comme annoncé : scheduled (prévu), cancelled (annulé), postponed (reporté) ou moved_online (passé en ligne).',
  },
  event_status_reason: {
    label: { en: 'Reason', fr: 'Motif' },
    type: line(),
    lives: 'text',
    addition: true,
    inForm: {
      visibleWhen: { field: 'event_status', is: ['cancelled', 'postponed', 'moved_online'] },
    },
    en: 'Why the event is cancelled, postponed or moved online, as plain text.',
    fr: 'Le motif de l’annulation, du report ou du passage en ligne, en texte brut.',
  },
  attendance: {
    label: { en: 'How people take part', fr: 'Façon de participer' },
    open: true,
    type: choice(attendances, attendanceNames),
    addition: true,
    en: 'How people take part: in_person, online or mixed. An event that moved online is online by default.',
    fr: 'La façon de participer : in_person (sur place), online (en ligne) ou mixed (les deux). Un évènement passé en ligne est online par défaut.',
    read: {
      en: 'How people take part: in_person, online or mixed.',
      fr: 'La façon de participer : in_person (sur place), online (en ligne) ou mixed (les deux).',
    },
  },
  online_url: {
    label: { en: 'Where to take part online', fr: 'Où participer en ligne' },
    type: webUrl('https://meet.example.org/summer-fair'),
    addition: true,
    inForm: { visibleWhen: { field: 'attendance', is: ['online', 'mixed'] } },
    en: 'The URL where people take part, of an event that is online or mixed.',
    fr: 'L’URL où l’on participe, pour un évènement en ligne ou mixte.',
  },
  availability: {
    label: { en: 'Availability', fr: 'Disponibilité' },
    type: choice(availabilities, availabilityNames),
    addition: true,
    inFeeds: true,
    en: 'Whether places are left: available, few_left or sold_out; empty where nothing is said.',
    fr: 'Indique s’il reste des places : available (disponibles), few_left (dernières places) ou sold_out (complet) ; vide si rien n’est précisé.',
  },
} as const

/** The status of an event, with the way to take part. */
export type EventStatus = {
  event_status: (typeof eventStatuses)[number]
  attendance: (typeof attendances)[number]
  online_url: string
}

/** The same in a write. */
type EventStatusDraft = { readonly [N in keyof EventStatus]?: EventStatus[N] | null } & {
  readonly event_status_reason?: string | null
  readonly translations?: TextDraft | null
}

/** The status of a stored event; by default as announced. */
export const eventStatusOf = ({ event_status, attendance, online_url }: Row): EventStatus => ({
  event_status: eventStatuses[Number(event_status ?? 0)] ?? 'scheduled',
  attendance: attendances[Number(attendance ?? 0)] ?? 'in_person',
  online_url: String(online_url ?? ''),
})

/** Nothing is stored of an event that takes place as announced: so do the events of databases made before. */
type HoldingStored = { [N in keyof EventStatus]: EventStatus[N] | null }

const announced: EventStatus = {
  event_status: 'scheduled',
  attendance: 'in_person',
  online_url: '',
}

/** True if this write schedules the event again, or leaves it so. A cleared status is `scheduled`. */
export const isScheduledBy = ({ event_status }: EventStatusDraft) =>
  event_status === null || event_status === 'scheduled'

/**
 * The status of an event after a write, or the parameter at fault. An event that moved online is attended online unless the write says otherwise; the
 * URL goes when people come in person again.
 */
export function eventStatusAfter(
  draft: EventStatusDraft,
  stored: EventStatus = announced,
): HoldingStored | { parameter: string; fieldError: FieldError } {
  const status =
    draft.event_status === null ? 'scheduled' : (draft.event_status ?? stored.event_status)
  const sent = draft.attendance ?? undefined
  const before = draft.attendance === null ? 'in_person' : stored.attendance
  const isMoved = status === 'moved_online'
  const attendance = sent ?? (isMoved && before === 'in_person' ? 'online' : before)
  if (isMoved && attendance === 'in_person')
    return { parameter: 'attendance', fieldError: movedElsewhere }
  if (attendance === 'in_person' && draft.online_url)
    return { parameter: 'online_url', fieldError: urlInPerson }
  const reason = status === 'scheduled' ? reasonIn(draft) : undefined
  if (reason) return reason
  const url = draft.online_url === null ? '' : (draft.online_url ?? stored.online_url)
  return {
    event_status: status === announced.event_status ? null : status,
    attendance: attendance === announced.attendance ? null : attendance,
    online_url: attendance === announced.attendance || url === '' ? null : url,
  }
}

/**
 * When an event was to start before it was postponed, after a write: noted while it is postponed, and from then on as long as it
 * starts at another time.
 */
export function postponedFromAfter(
  { event_status }: EventStatusDraft,
  starts: WallTime,
  stored: Row | undefined,
): WallTime | null {
  const before = stored ? eventStatusOf(stored).event_status : 'scheduled'
  const status = event_status === undefined ? before : (event_status ?? 'scheduled')
  const noted = stored?.postponed_from ?? null
  if (status === 'postponed') return Number(noted ?? stored?.starts ?? starts)
  return noted === null || Number(noted) === starts ? null : Number(noted)
}

/** Most writes. */
export const leavesEventStatus = (draft: EventStatusDraft) =>
  draft.event_status === undefined &&
  draft.event_status_reason === undefined &&
  draft.attendance === undefined &&
  draft.online_url === undefined &&
  draft.translations === undefined

/** A reason in any language. */
function reasonIn({ event_status_reason, translations }: EventStatusDraft) {
  if (event_status_reason) return { parameter: 'event_status_reason', fieldError: noReason }
  const within = Object.entries(translations ?? {}).flatMap(
    ([language, texts]): [string, FieldError][] =>
      texts?.event_status_reason ? [[`${language}.event_status_reason`, noReason]] : [],
  )
  return within.length > 0 ? { parameter: 'translations', fieldError: nested(within) } : undefined
}

const movedElsewhere: FieldError = {
  sentence: {
    en: '{name} cannot be in_person for an event that moved online. Expected online or mixed, or another event_status.',
    fr: '{name} ne peut pas être in_person pour un évènement passé en ligne. Attendu : online ou mixed, ou un autre event_status.',
  },
}
const urlInPerson: FieldError = {
  sentence: {
    en: '{name} is for events that take place online. Expected attendance to be online or mixed.',
    fr: '{name} est réservé aux évènements en ligne. Attendu : attendance à online ou mixed.',
  },
}
const noReason: FieldError = {
  sentence: {
    en: '{name} is for events that do not take place as announced. Expected event_status to be cancelled, postponed or moved_online.',
    fr: '{name} est réservé aux évènements qui n’ont pas lieu comme annoncé. Attendu : event_status à cancelled, postponed ou moved_online.',
  },
}
