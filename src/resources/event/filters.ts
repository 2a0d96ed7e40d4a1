import { notFilled } from '../../define/field-errors.ts'
import { type FieldType, fieldError, type Sentence } from '../../define/field-type.ts'
import { degrees, filled, flag, oneOf, reference, search } from '../../define/field-types.ts'
import { ids, termsFilter, words } from '../../define/list-types.ts'
import type { Params } from '../../define/param.ts'
import type { LinkKind } from '../../define/record.ts'
import { momentParam } from '../../define/time/time-types.ts'
import {
  changeFilters,
  fallbackParam,
  missingParam,
  pagingParams,
  statusFilter,
  windowFilter,
} from '../shared/common.ts'
import { cursor } from '../shared/cursor.ts'
import { customFilter } from '../shared/custom-fields.ts'
import { sourceFilters } from '../shared/source.ts'
import { accessibilityWords } from './accessibility.ts'
import { audienceGroups } from './audience.ts'
import { attendances, eventStatuses, statedAvailabilities } from './event-status.ts'
import { facetParams } from './facets.ts'

const bound = (format: 'date' | 'date-time') => (en: string, fr: string) => ({
  type: momentParam(format),
  en,
  fr,
})
const day = bound('date')
const instant = bound('date-time')
const filter = <T extends FieldType>(type: T, sentence: Sentence) => ({ type, ...sentence })

/** `strict_dates`: words of truth and falsehood; anything else that is not empty counts as false. */
const strict: FieldType<boolean | number | string, string, boolean> = {
  ...(filled() as FieldType<string, string>),
  index: {},
  accepts: { type: 'boolean' },
  check(input) {
    if (typeof input === 'boolean' || input === 0 || input === 1) return { value: Boolean(input) }
    if (typeof input !== 'string' || input === '') return fieldError(notFilled)
    return { value: /^(1|true|yes|on|y)$/i.test(input) }
  },
  sample: true,
}

/** The days of the week, as iCalendar writes them. */
export const weekdays = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const

/** A time of the day, as minutes: `18:00`, `18h`, `18h30`. */
function timeOfDay(sample: string): FieldType<string, string, number> {
  return {
    index: { type: 'string' },
    accepts: { type: 'string', pattern: '^[0-9]{1,2}([:h][0-9]{2}|h)$' },
    returns: { type: 'string' },
    clears: [],
    check(input) {
      // what was checked passes again
      if (typeof input === 'number' && input >= 0 && input < 1440) return { value: input }
      const text = typeof input === 'string' ? input.trim() : ''
      const [, hour = 24, minute = 0] = /^(\d{1,2})(?:[:h](\d\d)|h)$/.exec(text) ?? []
      return Number(hour) < 24 && Number(minute) < 60
        ? { value: Number(hour) * 60 + Number(minute) }
        : fieldError({ sentence: notATime })
    },
    sample,
  }
}
const notATime = {
  en: '{name} is not a time of the day. Expected hours and minutes, such as 18:00.',
  fr: '{name} n’est pas une heure de la journée. Attendu : des heures et des minutes, par exemple 18:00.',
}

const eventSorts = ['start_date', 'end_date', 'modified', 'created', 'title', 'distance'] as const

/** The filters of a list of events (specification; decisions T1, T2, T10, P2, P8, M7, X1–X3). */
export const eventFilters = {
  ...pagingParams({ en: 'events', fr: 'évènements' }),
  start_date: instant(
    'Events that start on this date or later. By default, yesterday.',
    'Évènements qui débutent à cette date ou après. Par défaut, la veille.',
  ),
  end_date: instant(
    'Events that end on this date or earlier. By default, in 24 months.',
    'Évènements qui finissent à cette date ou avant. Par défaut, dans 24 mois.',
  ),
  starts_before: day(
    'Events that start before this date.',
    'Évènements qui débutent avant cette date.',
  ),
  starts_after: day(
    'Events that start after this date.',
    'Évènements qui débutent après cette date.',
  ),
  ends_before: day(
    'Events that end before this date.',
    'Évènements qui finissent avant cette date.',
  ),
  ends_after: day('Events that end after this date.', 'Évènements qui finissent après cette date.'),
  on: {
    ...day(
      'Events that take place on this day, also those that began before it; or at this moment, such as now.',
      'Évènements qui ont lieu ce jour-là, même commencés avant ; ou à ce moment, par exemple now.',
    ),
    addition: true,
  },
  from: {
    ...instant(
      'Events that are not over at this moment, or before this day; with to, those that take place in between.',
      'Évènements qui ne sont pas finis à ce moment, ou avant ce jour ; avec to, ceux qui ont lieu entre les deux.',
    ),
    addition: true,
  },
  to: {
    ...instant(
      'Events that begin before this moment, or by the end of this day.',
      'Évènements qui débutent avant ce moment, ou au plus tard ce jour-là.',
    ),
    addition: true,
  },
  weekday: {
    type: words(weekdays),
    addition: true,
    en: 'Events that start on any of these days of the week, on their own clock: mo, tu, we, th, fr, sa, su.',
    fr: 'Évènements qui débutent l’un de ces jours de la semaine, à leur heure locale : mo (lundi), tu, we, th, fr, sa, su (dimanche).',
  },
  starts_after_time: {
    type: timeOfDay('18:00'),
    addition: true,
    en: 'Events that start at this time of the day or later, on their own clock, such as 18:00. All-day events start at 00:00.',
    fr: 'Évènements qui débutent à cette heure de la journée ou après, à leur heure locale, par exemple 18:00. Les évènements de journées entières débutent à 00:00.',
  },
  starts_before_time: {
    type: timeOfDay('22:00'),
    addition: true,
    en: 'Events that start before this time of the day, on their own clock. After a later starts_after_time it is one of the next morning.',
    fr: 'Évènements qui débutent avant cette heure de la journée, à leur heure locale. Après un starts_after_time plus tardif, elle est du lendemain matin.',
  },
  ...changeFilters,
  strict_dates: {
    type: strict,
    default: false,
    en: 'With false, the date filters take whole days; with true, the exact times given.',
    fr: 'Avec false, les filtres de dates portent sur des journées entières ; avec true, sur les heures exactes.',
  },
  search: filter(search(), {
    en: 'Events whose title, excerpt or description, or texts of custom fields, have all these words; "quotes" for a phrase, a minus sign to exclude.',
    fr: 'Évènements dont le titre, l’extrait, la description ou les textes des champs personnalisés contiennent tous ces mots ; "guillemets" pour une expression, signe moins pour exclure.',
  }),
  categories: filter(termsFilter('category'), {
    en: 'Events in any of these categories or in those below them, by slug or ID.',
    fr: 'Évènements de l’une de ces catégories ou de leurs sous-catégories, par slug ou ID.',
  }),
  tags: filter(termsFilter('tag'), {
    en: 'Events with any of these tags, by slug or ID.',
    fr: 'Évènements portant l’une de ces étiquettes, par slug ou ID.',
  }),
  tags_all: {
    type: termsFilter('tag'),
    addition: true,
    en: 'Events with all of these tags, by slug or ID.',
    fr: 'Évènements portant toutes ces étiquettes, par slug ou ID.',
  },
  tags_exclude: {
    type: termsFilter('tag'),
    addition: true,
    en: 'Events with none of these tags, by slug or ID.',
    fr: 'Évènements ne portant aucune de ces étiquettes, par slug ou ID.',
  },
  categories_exclude: {
    type: termsFilter('category'),
    addition: true,
    en: 'Events in none of these categories, nor in those below them, by slug or ID.',
    fr: 'Évènements hors de ces catégories et de leurs sous-catégories, par slug ou ID.',
  },
  venue: filter(ids('venue'), {
    en: 'Events at any of these venues, by ID.',
    fr: 'Évènements dans l’un de ces lieux, par ID.',
  }),
  organizer: filter(ids('organizer'), {
    en: 'Events by any of these organizers, by ID.',
    fr: 'Évènements de l’un de ces organisateurs, par ID.',
  }),
  featured: filter(flag(), {
    en: 'With true only featured events, with false only others.',
    fr: 'Avec true, les évènements à la une ; avec false, les autres.',
  }),
  city: {
    type: search(),
    addition: true,
    en: 'Events at venues in any of these cities, by name, whatever the case and accents; a comma between two.',
    fr: 'Évènements dans les lieux de l’une de ces villes, par nom, sans égard à la casse ni aux accents ; une virgule entre deux.',
  },
  free: {
    type: flag(),
    addition: true,
    en: 'With true only events that are free for everyone: their cost is 0, or begins with a word such as Free or Gratuit, has no other number and does not name for whom. With false only others.',
    fr: 'Avec true, les évènements gratuits pour tous : leur tarif est 0, ou commence par un mot comme Gratuit ou Entrée libre, n’a pas d’autre nombre et ne dit pas pour qui. Avec false, les autres.',
  },
  has_image: {
    type: flag(),
    addition: true,
    en: 'With true only events with an image, with false only others.',
    fr: 'Avec true, les évènements qui ont une image ; avec false, les autres.',
  },
  has_venue: {
    type: flag(),
    addition: true,
    en: 'For editors: with true only events with a venue, public or not, with false only others.',
    fr: 'Pour les éditeurs : avec true, les évènements qui ont un lieu, public ou non ; avec false, les autres.',
  },
  has_category: {
    type: flag(),
    addition: true,
    en: 'With true only events in a category, with false only others.',
    fr: 'Avec true, les évènements qui ont une catégorie ; avec false, les autres.',
  },
  ...statusFilter,
  geoloc: filter(flag(), {
    en: 'Events whose venue has coordinates (true) or has none (false). Needs the geolocation extension.',
    fr: 'Évènements dont le lieu a des coordonnées (true) ou n’en a pas (false). Exige l’extension de géolocalisation.',
  }),
  geoloc_lat: filter(degrees(90, 'double'), {
    en: 'The latitude of the center: lists the events around it, nearest first; geoloc_lng must be given too.',
    fr: 'Latitude autour de laquelle lister les évènements, du plus proche au plus lointain ; geoloc_lng est alors requis.',
  }),
  geoloc_lng: filter(degrees(180, 'double'), {
    en: 'The longitude of the center: lists the events around it, nearest first; geoloc_lat must be given too.',
    fr: 'Longitude autour de laquelle lister les évènements, du plus proche au plus lointain ; geoloc_lat est alors requis.',
  }),
  geoloc_radius: {
    type: radius(),
    addition: true,
    en: 'The distance from the given coordinates, in kilometers; 40 by default. In an order other than by distance, the 1,000 nearest venues count.',
    fr: 'La distance aux coordonnées données, en kilomètres ; 40 par défaut. Dans un autre ordre que celui de la distance, les 1 000 lieux les plus proches comptent.',
  },
  ...windowFilter({ en: 'events at venues', fr: 'évènements dont le lieu est' }),
  include: filter(ids(), {
    en: 'Only events, or dates of series, with these IDs; the date filters are then ignored.',
    fr: 'Seulement les évènements, ou les dates de séries, dont l’ID figure dans la liste ; les filtres de dates sont alors ignorés.',
  }),
  exclude: {
    type: ids(),
    addition: true,
    en: 'Leave out events, or dates of series, with these IDs.',
    fr: 'Écarte les évènements, ou les dates de séries, dont l’ID figure dans la liste.',
  },
  post_parent: filter(reference('event', { isOfReadable: true }), {
    en: 'Events whose parent is the event with this ID.',
    fr: 'Évènements dont le parent est l’évènement qui a cet ID.',
  }),
  ticketed: filter(flag({ loose: true }), {
    en: 'Events with tickets (true) or without (false).',
    fr: 'Évènements avec billetterie (true) ou sans (false).',
  }),
  event_status: {
    type: words(eventStatuses),
    addition: true,
    en: 'Events with any of these words as event_status, such as cancelled,postponed.',
    fr: 'Évènements dont event_status est l’un de ces mots, par exemple cancelled,postponed.',
  },
  attendance: {
    type: words(attendances),
    addition: true,
    en: 'Events with any of these words as attendance, such as online,mixed.',
    fr: 'Évènements dont attendance est l’un de ces mots, par exemple online,mixed.',
  },
  availability: {
    type: words(statedAvailabilities),
    addition: true,
    en: 'Events with any of these words as availability, such as available,few_left.',
    fr: 'Évènements dont availability est l’un de ces mots, par exemple available,few_left.',
  },
  audience: {
    type: words(audienceGroups),
    addition: true,
    en: 'Events for any of these groups: family, toddlers (0–3), children (4–11), teenagers (12–17), adults, seniors (65+).',
    fr: 'Évènements qui s’adressent à l’un de ces groupes : family (familles), toddlers (0–3 ans), children (4–11 ans), teenagers (12–17 ans), adults, seniors (65 ans et plus).',
  },
  accessibility: {
    type: words(accessibilityWords),
    addition: true,
    en: 'Events with all of these words in accessibility, such as wheelchair,sign_language.',
    fr: 'Évènements dont accessibility contient tous ces mots, par exemple wheelchair,sign_language.',
  },
  custom_fields: customFilter,
  q: {
    type: search(),
    addition: true,
    en: 'Events that have each of these words in the title, excerpt or description, or in the name of a venue, its city, an organizer, a category or a tag. In words of five letters or more one typo is tolerated, as is a missing hyphen. What is written with signs, such as R&B, is looked for as it stands first. Lists of up to 300 dates begin with those whose title has all words.',
    fr: 'Évènements où chacun de ces mots figure dans le titre, l’extrait, la description ou les textes des champs personnalisés, ou dans le nom d’un lieu, de sa ville, d’un organisateur, d’une catégorie ou d’une étiquette. Une lettre fausse est tolérée dans les mots de cinq lettres ou plus, de même qu’un trait d’union absent. Ce qui s’écrit avec des signes, comme R&B, est d’abord cherché tel quel. Les listes de 300 dates au plus commencent par les titres qui contiennent tous les mots.',
  },
  author: {
    type: ids(),
    addition: true,
    en: 'Events by any of these authors, by user ID.',
    fr: 'Évènements de l’un de ces auteurs, par ID d’utilisateur.',
  },
  sort: {
    type: oneOf(eventSorts.flatMap(name => [name, `-${name}` as const])),
    addition: true,
    en: 'The order: start_date (the default), end_date, modified (the last change), created, title, or distance (the nearest first), which needs geoloc_lat and is the default with it. With a minus sign, from the end: -start_date lists the latest first.',
    fr: 'L’ordre : start_date, comme sans ce paramètre, end_date, modified (la dernière modification), created (la création), title, ou distance (du plus proche au plus lointain), qui exige geoloc_lat et vaut avec lui par défaut. Avec un signe moins, depuis la fin : -start_date commence par la date la plus lointaine.',
  },
  occurrences: {
    type: oneOf(['each', 'series']),
    addition: true,
    en: 'With series, one entry for each series: the first of its dates in the list, with their number as occurrence_count. With each (the default), one entry for each date.',
    fr: 'Avec series, une entrée par série : la première de ses dates dans la liste, avec leur nombre dans occurrence_count. Avec each, comme sans ce paramètre, une entrée par date.',
  },
  ...facetParams,
  cursor: {
    type: cursor(),
    addition: true,
    en: 'Pages by start that writes in between do not shift: start for the first one, then the next_cursor of the page before, until there is none.',
    fr: 'Des pages par début que les écritures faites entre-temps ne décalent pas : start pour la première, puis le next_cursor de la page précédente, tant qu’il y en a un.',
  },
  ...fallbackParam,
  ...missingParam,
  ...sourceFilters,
} satisfies Params

function radius(): ReturnType<typeof degrees> {
  const furthest = 20_038
  return {
    ...degrees(180, 'double'),
    accepts: { type: 'number', exclusiveMinimum: 0, maximum: furthest },
    check(input) {
      const km =
        typeof input === 'number' || (typeof input === 'string' && input.trim()) ? Number(input) : 0
      return km > 0 && km <= furthest ? { value: km } : { fieldError: { sentence: tooFar } }
    },
    sample: 40,
  }
}
const tooFar = {
  en: '{name} is not a distance. Expected kilometers: a number above 0 and at most 20,038.',
  fr: '{name} n’est pas une distance. Attendu : des kilomètres, un nombre supérieur à 0 et d’au plus 20 038.',
}

/** The filter of what an event is linked to. */
export const linkFilters = {
  venue: 'venue',
  organizer: 'organizer',
  category: 'categories',
  tag: 'tags',
} as const satisfies Record<LinkKind, keyof typeof eventFilters>
