import type { Sentence } from '../../define/field-type.ts'
import { address, exact, listOf, ref, text } from '../../define/schema.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { htmlToText } from '../../define/text/html.ts'
import { isoWithOffset } from '../../define/time/clock.ts'
import { instantOf } from '../../define/time/zone.ts'
import { organization } from '../organizer/linked-data.ts'
import { linkedData, namedSchema, nameOf, typeNamed, withoutEmpty } from '../shared/linked-data.ts'
import { place } from '../venue/linked-data.ts'
import { availabilityTerms, type EventStatus } from './event-status.ts'
import { EventRecord, type EventView } from './view.ts'

/** schema.org Event. Only for events that anyone may see. */
export const eventData = linkedData('EventLinkedData', EventRecord, eventDataOf)

function eventDataOf(view: EventView, context: ShowContext) {
  const { url, starts, ends, attendance, website, image } = view
  const [location] = view.venues
  const [first] = view.organizers
  const held = first && organization(first, context)
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: nameOf(view, context.language),
    ...withoutEmpty({
      description: htmlToText(view.excerpt.text) || htmlToText(view.description.text),
      image: image?.url,
    }),
    url,
    eventAttendanceMode: `https://schema.org/${modes[attendance]}`,
    eventStatus: `https://schema.org/${statuses[view.held]}`,
    startDate: isoWithOffset(starts, starts - view.utcStarts),
    endDate: isoWithOffset(ends, ends - view.utcEnds),
    ...locationOf(
      attendance,
      location && place(location, context),
      virtual(view.onlineUrl || website || url),
    ),
    ...(held && { organizer: held }),
    ...offers(view, context, view.registrationUrl || url),
    ...peopleOf(view),
    ...ofSeries(view, context),
  }
}

/** The performers and the audience. */
function peopleOf({ performers, audience }: EventView) {
  return {
    ...(performers.length > 0 && {
      performer: performers.map(({ name, url }) => ({
        '@type': 'PerformingGroup',
        name,
        ...withoutEmpty({ url }),
      })),
    }),
    ...(audience && {
      audience: {
        '@type': 'PeopleAudience',
        ...withoutEmpty({ audienceType: audience.family && 'family' }),
        ...(audience.min_age !== null && { suggestedMinAge: audience.min_age }),
        ...(audience.max_age !== null && { suggestedMaxAge: audience.max_age }),
      },
    }),
  }
}

/** The series that a date is part of. */
const ofSeries = ({ series }: EventView, { language }: ShowContext) =>
  series && {
    superEvent: { '@type': 'EventSeries', name: nameOf(series, language), url: series.url },
  }

const statuses: Record<EventStatus['event_status'], string> = {
  scheduled: 'EventScheduled',
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
  moved_online: 'EventMovedOnline',
}
const modes: Record<EventStatus['attendance'], string> = {
  in_person: 'OfflineEventAttendanceMode',
  online: 'OnlineEventAttendanceMode',
  mixed: 'MixedEventAttendanceMode',
}

const virtual = (url: string) => ({ '@type': 'VirtualLocation', url })

/** The location: the venue, a virtual location, or both. An online event without a URL of its own has its website or page as location. */
function locationOf(
  attendance: EventStatus['attendance'],
  place: object | string | undefined,
  online: ReturnType<typeof virtual>,
) {
  if (attendance === 'in_person') return place && { location: place }
  return { location: attendance === 'mixed' && place ? [place, online] : online }
}

/** The lowest price as a number, and its span if there are several; none where there is no amount in one currency (X8). */
function offers(
  { price, publishedOn, availability }: EventView,
  { zone }: ShowContext,
  url: string,
) {
  const term = availabilityTerms[availability]
  const { amounts: values, cost_details } = price
  const { currency_code: code } = cost_details
  const amounts = values.map(Number).filter(amount => amount >= 0)
  const [low, high] = [amounts[0], amounts.at(-1)]
  if (low === undefined || code === '') return {}
  return {
    offers: {
      '@type': low === high ? 'Offer' : 'AggregateOffer',
      price: low,
      ...(low !== high && { lowPrice: low, highPrice: high }),
      priceCurrency: code,
      url,
      category: 'primary',
      // as The Events Calendar spells what is not limited
      availability: term === 'InStock' ? 'inStock' : term,
      validFrom: isoWithOffset(publishedOn, publishedOn - instantOf(publishedOn, zone)),
    },
  }
}

const number = { type: 'number' }
const plain = { type: 'string' }
const instant = (of: Sentence) =>
  text(of, { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}[+-][0-9]{2}:[0-9]{2}$' })

const offersSchema = exact(
  {
    en: 'The cost, as an offer; absent where the cost has no amount, or several currencies.',
    fr: 'Le tarif, sous forme d’offre ; absente si le tarif n’a pas de montant, ou a plusieurs monnaies.',
  },
  {
    '@type': { type: 'string', enum: ['Offer', 'AggregateOffer'] },
    price: { ...number, description: { en: 'The lowest price.', fr: 'Le prix le plus bas.' } },
    lowPrice: number,
    highPrice: number,
    priceCurrency: text({ en: 'By its ISO 4217 code.', fr: 'Par son code ISO 4217.' }),
    url: plain,
    category: plain,
    availability: plain,
    validFrom: instant({ en: 'The publication date.', fr: 'La date de publication.' }),
  },
  ['lowPrice', 'highPrice'],
)

const { name, description, url } = namedSchema

export const virtualSchema = exact(
  {
    en: 'Where people take part online, as a schema.org VirtualLocation.',
    fr: 'L’endroit où l’on participe en ligne, sous la forme VirtualLocation de schema.org.',
  },
  {
    '@type': typeNamed('VirtualLocation'),
    url: address({
      en: 'The URL where people take part, else the website or the page of the event.',
      fr: 'L’URL où l’on participe ; à défaut, le site web ou la page de l’évènement.',
    }),
  },
)

const seriesSchema = exact(
  {
    en: 'The series that the event is a date of, as a schema.org EventSeries; absent from single events.',
    fr: 'La série dont l’évènement est une date, sous la forme EventSeries de schema.org ; absente des évènements uniques.',
  },
  { '@type': typeNamed('EventSeries'), name, url },
)

export const eventDataSchema = exact(
  {
    en: 'The event as a schema.org Event.',
    fr: 'L’évènement sous la forme Event de schema.org.',
  },
  {
    '@context': typeNamed('http://schema.org'),
    '@type': typeNamed('Event'),
    name,
    description,
    image: address({ en: 'The URL of the image.', fr: 'L’URL de l’image.' }),
    url,
    eventAttendanceMode: plain,
    eventStatus: plain,
    startDate: instant({
      en: 'The start, with its offset from UTC.',
      fr: 'Le début, avec son décalage sur UTC.',
    }),
    endDate: instant({
      en: 'The end, with its offset from UTC.',
      fr: 'La fin, avec son décalage sur UTC.',
    }),
    location: {
      anyOf: [
        ref('PlaceLinkedData'),
        ref('VirtualLocationLinkedData'),
        {
          type: 'array',
          items: { anyOf: [ref('PlaceLinkedData'), ref('VirtualLocationLinkedData')] },
        },
      ],
      description: {
        en: 'The venue, where people take part online, or both.',
        fr: 'Le lieu, l’endroit où l’on participe en ligne, ou les deux.',
      },
    },
    organizer: ref('OrganizerLinkedData'),
    offers: offersSchema,
    performer: listOf(
      exact(
        { en: 'A performer.', fr: 'Un artiste ou intervenant.' },
        { '@type': typeNamed('PerformingGroup'), name, url },
        ['url'],
      ),
      { en: 'Who performs or speaks.', fr: 'Les artistes et intervenants.' },
    ),
    audience: exact(
      { en: 'Who the event is for.', fr: 'Le public de l’évènement.' },
      {
        '@type': typeNamed('PeopleAudience'),
        audienceType: plain,
        suggestedMinAge: number,
        suggestedMaxAge: number,
      },
      ['audienceType', 'suggestedMinAge', 'suggestedMaxAge'],
    ),
    superEvent: seriesSchema,
  },
  [
    'performer',
    'audience',
    'superEvent',
    'description',
    'image',
    'location',
    'organizer',
    'offers',
  ],
)
