import type { View } from '../../calendar/context.ts'
import { shown } from '../../calendar/texts.ts'
import type { Row, StoredRecord } from '../../define/record.ts'
import { plainShown } from '../../define/text/plain-text.ts'
import { dates, globalId, languageFields, pageUrl, rich, type Show, title } from './context.ts'
import { presentImage } from './image.ts'
import { organizerLinkedData, placeLinkedData } from './linked-data.ts'

/** One line of text, or nothing. */
const plain = (cell: Row[string] | undefined) =>
  typeof cell === 'string' ? plainShown(cell) : cell

const withoutEmpty = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== '' && value !== null && value !== undefined && value !== false,
    ),
  )

function head(show: Show, record: StoredRecord, name: string) {
  const { language } = show
  return {
    id: record.id,
    author: String(record.facts.author),
    status: record.facts.status,
    ...dates(record, show.zone),
    url: pageUrl(show, record, language),
    [name]: title(record, name, language),
    description: rich(record, 'description', language),
    slug: shown(record, 'slug', language),
  }
}

/** What the venue shows as its region: as sent, else the state in the United States, else the province (behaviour 4.8). */
function region({ facts }: StoredRecord) {
  const { stateprovince, state, province, country } = facts
  if (stateprovince) return stateprovince
  if (state && (!country || /^(us|united states|états-unis)$/i.test(String(country)))) return state
  return province
}

/** A venue; empty values are left out but for the last four (behaviour 1.5). */
export function presentVenue(show: Show, { record, image }: View, single = false) {
  const { facts } = record
  const kept = withoutEmpty({
    ...head(show, record, 'venue'),
    image: image && presentImage(show, image),
    address: plain(facts.address),
    city: plain(facts.city),
    country: plain(facts.country),
    province: plain(facts.province),
    state: plain(facts.state),
    zip: plain(facts.zip),
    phone: plain(facts.phone),
    website: shown(record, 'website', show.language),
    stateprovince: plain(region(record)),
    geo_lat: facts.geo_lat,
    geo_lng: facts.geo_lng,
    json_ld: single ? placeLinkedData(show, record) : undefined,
  })
  return {
    ...kept,
    show_map: facts.show_map !== 0,
    show_map_link: facts.show_map_link !== 0,
    ...globalId(show, record),
    ...languageFields(show, record, 'venue'),
  }
}

/** An organizer; empty values are left out (behaviour 1.6). */
export function presentOrganizer(show: Show, { record, image }: View, single = false) {
  const { facts } = record
  const kept = withoutEmpty({
    ...head(show, record, 'organizer'),
    image: image && presentImage(show, image),
    phone: plain(facts.phone),
    website: shown(record, 'website', show.language),
    email: plain(facts.email),
    json_ld: single ? organizerLinkedData(show, record) : undefined,
  })
  return { ...kept, ...globalId(show, record), ...languageFields(show, record, 'organizer') }
}
