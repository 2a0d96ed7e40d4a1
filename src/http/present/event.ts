import type { View } from '../../calendar/context.ts'
import { languageShown, shown } from '../../calendar/texts.ts'
import { dateParts, formatWall } from '../../define/time/format.ts'
import { costOf } from '../../resources/event/cost.ts'
import {
  dates,
  globalId,
  languageFields,
  pageUrl,
  restUrl,
  rich,
  type Show,
  title,
} from './context.ts'
import { presentImage } from './image.ts'
import { eventLinkedData } from './linked-data.ts'
import { presentEmbeddedTerm } from './term.ts'
import { presentOrganizer, presentVenue } from './venue-organizer.ts'

const noCost = { currency_symbol: '', currency_code: '', currency_position: '', values: [] }

/** An event, its keys in the order of the reference (behaviour 1.1); `json_ld` on single reads only. */
export function presentEvent(show: Show, view: View, single = false) {
  const { record, masked = false } = view
  const { facts } = record
  const url = pageUrl(show, record, languageShown(record, show.language))
  return {
    id: record.id,
    ...globalId(show, record),
    author: String(facts.author),
    status: facts.status,
    ...dates(record, show.zone),
    url,
    rest_url: restUrl(show.root, record),
    title: title(record, 'title', show.language),
    ...textFields(show, view),
    image: !masked && view.image ? presentImage(show, view.image) : false,
    all_day: masked ? null : facts.all_day === 1,
    ...whenFields(view),
    ...costFields(show, view),
    website: masked ? '' : website(show, view, url),
    ...flagFields(view),
    ...linkFields(show, view, single),
    custom_fields: [],
    ticketed: masked ? null : facts.ticketed === 1,
    post_parent: Number(facts.post_parent ?? 0),
    ...languageFields(show, record, 'title'),
    ...(single &&
      !masked && {
        json_ld: eventLinkedData(show, view, url, view.image && presentImage(show, view.image).url),
      }),
  }
}

function textFields(show: Show, { record, masked }: View) {
  return {
    description: masked ? '' : rich(record, 'description', show.language),
    excerpt: masked ? '' : rich(record, 'excerpt', show.language),
    slug: shown(record, 'slug', show.language) ?? '',
  }
}

function whenFields({ record: { facts } }: View) {
  const at = (name: string) => Number(facts[name])
  return {
    start_date: formatWall(at('starts')),
    start_date_details: dateParts(at('starts')),
    end_date: formatWall(at('ends')),
    end_date_details: dateParts(at('ends')),
    utc_start_date: formatWall(at('utc_starts')),
    utc_start_date_details: dateParts(at('utc_starts')),
    utc_end_date: formatWall(at('utc_ends')),
    utc_end_date_details: dateParts(at('utc_ends')),
    timezone: facts.timezone,
    timezone_abbr: facts.timezone_abbr,
  }
}

function costFields(show: Show, { record: { facts }, masked }: View) {
  if (masked || !facts.cost) return { cost: '', cost_details: noCost }
  return costOf(String(facts.cost), show.currency, show.language)
}

/** Never set: the event's own page. Cleared: empty. Escaped as HTML, as in the reference. */
function website(show: Show, { record }: View, url: string) {
  const kept = shown(record, 'website', show.language)
  return kept === null ? url : kept.replace(/&(?!amp;)/g, '&amp;').replace(/"/g, '&quot;')
}

function flagFields({ record: { facts }, masked }: View) {
  const flag = (name: string) => (masked ? null : facts[name] === 1)
  return {
    show_map: flag('show_map'),
    show_map_link: flag('show_map_link'),
    hide_from_listings: flag('hide_from_listings'),
    sticky: flag('sticky'),
    featured: flag('featured'),
  }
}

/** One venue is an object, none `[]`, several an array; organizers are always an array (L1). */
function linkFields(
  show: Show,
  { masked, categories, tags, venues, organizers }: View,
  single: boolean,
) {
  if (masked) return { categories: [], tags: [], venue: [], organizer: [] }
  const shownVenues = venues.map(venue => presentVenue(show, venue, single))
  return {
    categories: categories.map(term => presentEmbeddedTerm(show, term)),
    tags: tags.map(term => presentEmbeddedTerm(show, term)),
    venue: shownVenues.length === 1 ? shownVenues[0] : shownVenues,
    organizer: organizers.map(organizer => presentOrganizer(show, organizer, single)),
  }
}
