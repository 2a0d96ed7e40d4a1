import { cities } from './cities.ts'
import type { EventDraft } from './draft.ts'
import { drawingKey } from './drawings.ts'
import { dateOf, occurs, type Weekday } from './rhythm.ts'

/** Few calendars are so small that series would be most of what they show. */
export const minWithRecurring = 100

type Recurring = Pick<EventDraft, 'organizers' | 'categories' | 'tags' | 'dates'> & {
  key: string
  venue: string
  /** Its first date is this weekday, some weeks ago. */
  weekday: Weekday
  nth?: number
  weeksAgo: number
  hours: [from: string, to: string]
  rule: string
  /** The number of weeks after the first date that is left out. */
  without?: number
  en: Text
  fr: Text
}
type Text = { title: string; description: string; excerpt: string }

/** The events of the demo with many dates: weekly with exceptions, and monthly. */
const series: Recurring[] = [
  {
    key: 'riverside-choir',
    venue: 'salle-des-deux-rives',
    organizers: ['deux-rives'],
    categories: ['songs'],
    tags: ['bilingual', 'beginners'],
    weekday: 'tue',
    weeksAgo: 6,
    hours: ['19:00', '21:00'],
    rule: 'FREQ=WEEKLY;COUNT=40',
    without: 12,
    en: {
      title: 'Riverside Choir',
      description: '<p>Forty voices and one piano. Come when you can; nobody auditions.</p>',
      excerpt: 'Every Tuesday, for every voice.',
    },
    fr: {
      title: 'Le chœur de la rive',
      description:
        '<p>Quarante voix et un piano. Venez quand vous pouvez\u202f; sans audition.</p>',
      excerpt: 'Tous les mardis, pour toutes les voix.',
    },
    dates: [
      {
        next: 2,
        change: () => ({
          event_status: 'cancelled',
          event_status_reason: 'The conductor is on tour.',
          translations: { fr: { event_status_reason: 'Le chef est en tournée.' } },
        }),
      },
      {
        next: 4,
        change: day => ({
          start_date: `${day} 15:00:00`,
          end_date: `${day} 18:00:00`,
          title: 'Riverside Choir: Open Rehearsal',
          translations: { fr: { title: 'Le chœur de la rive\u00a0: répétition publique' } },
        }),
      },
    ],
  },
  {
    key: 'first-sunday-market',
    venue: 'halle-aux-voiles',
    organizers: ['maraichers-riverains'],
    categories: ['markets'],
    tags: [],
    weekday: 'sun',
    nth: 1,
    weeksAgo: 9,
    hours: ['08:00', '13:00'],
    rule: 'FREQ=MONTHLY;BYDAY=1SU',
    en: {
      title: 'First Sunday Market',
      description: '<p>Once a month the stalls move indoors, with soup for those who wait.</p>',
      excerpt: 'On the first Sunday of the month.',
    },
    fr: {
      title: 'Le marché du premier dimanche',
      description: '<p>Une fois par mois, les étals s’installent à l’abri, soupe comprise.</p>',
      excerpt: 'Le premier dimanche du mois.',
    },
    dates: [],
  },
]

/** The series of the demo around a day. */
export const recurring = (today: number): EventDraft[] => series.map(each => draftOf(each, today))

function draftOf(
  { en, fr, weekday, nth, weeksAgo, hours, rule, without, ...of }: Recurring,
  today: number,
): EventDraft {
  const { key, venue, organizers, categories, tags, dates = [] } = of
  const rhythm = nth ? { monthly: weekday, nth: [nth] } : { weekly: weekday }
  let first = today - 7 * weeksAgo
  while (!occurs(rhythm, first, today)) first++
  const at = (day: number, time: string) => `${dateOf(day)} ${time}:00`
  const [from, to] = hours
  const removed =
    without &&
    at(first + 7 * without, from)
      .replaceAll(/[-:]/g, '')
      .replace(' ', 'T')
  return {
    key,
    venue,
    image: drawingKey(key, categories[0]),
    organizers,
    categories,
    tags,
    dates,
    body: {
      ...en,
      ml_language: 'en',
      translations: { fr },
      start_date: at(first, from),
      end_date: at(first, to),
      timezone: cities.montreal.zone,
      all_day: false,
      status: 'publish',
      date: at(first - 21, '09:30'),
      recurrence: [`RRULE:${rule}`, ...(removed ? [`EXDATE:${removed}`] : [])],
    },
  }
}
