import { entryHtml, eventValues, fieldValues, termsOf, titleOf } from './entry.ts'
import {
  type FeedAbout,
  type FeedEvent,
  type FeedFormat,
  type FeedVenue,
  nameOf,
  openText,
  tagUri,
} from './format.ts'
import { isoInstant } from './when.ts'

/** JSON Feed 1.1; the values of events are in its extension `_event`. */
export const jsonFeed: FeedFormat = {
  mediaType: 'application/feed+json; charset=utf-8',
  occurrences: 'series',
  open(about) {
    const text = openText()
    text.write(`${JSON.stringify(headOf(about)).slice(0, -1)},"items":[`)
    let comma = ''
    return {
      add(event) {
        text.write(comma + JSON.stringify(itemOf(event, about)))
        comma = ',\n'
      },
      finish() {
        text.write(']}\n')
        return text.end()
      },
    }
  },
}

const headOf = ({ title, page, self, language, logo }: FeedAbout) => ({
  version: 'https://jsonfeed.org/version/1.1',
  title,
  home_page_url: page,
  feed_url: self,
  ...(logo && { icon: logo.url }),
  language,
})

function itemOf(event: FeedEvent, about: FeedAbout) {
  const { url, summary, published, updated, language, image, organizers } = event
  return {
    id: tagUri(nameOf(event), about),
    url,
    title: titleOf(event),
    content_html: entryHtml(event, about.locale),
    ...(summary !== '' && { summary }),
    ...(image && { image: image.url }),
    ...(published > 0 && { date_published: isoInstant(published) }),
    date_modified: isoInstant(updated),
    ...(organizers.length > 0 && {
      authors: organizers.map(({ name, url }) => ({ name: name.text, url })),
    }),
    tags: termsOf(event),
    language,
    _event: {
      about: 'https://schema.org/Event',
      id: event.occurrence,
      ...eventValues(event),
      ...(event.onlineUrl !== '' && { online_url: event.onlineUrl }),
      cost: event.cost,
      ...fieldValues(event),
      venues: event.venues.map(({ name, url, address, point }) => ({
        name: name.text,
        url,
        address,
        ...point,
      })),
    },
  }
}

/** GeoJSON (RFC 7946): each event is a feature where its venues are; without coordinates it has no geometry. */
export const geojson: FeedFormat = {
  mediaType: 'application/geo+json; charset=utf-8',
  occurrences: 'each',
  open() {
    const text = openText()
    text.write('{"type":"FeatureCollection","features":[')
    let comma = ''
    return {
      add(event) {
        text.write(comma + JSON.stringify(featureOf(event)))
        comma = ',\n'
      },
      finish() {
        text.write(']}\n')
        return text.end()
      },
    }
  },
}

const featureOf = (event: FeedEvent) => ({
  type: 'Feature',
  id: nameOf(event),
  geometry: geometryOf(event.venues),
  properties: {
    id: event.occurrence,
    title: event.title.text,
    url: event.url,
    language: event.language,
    ...eventValues(event),
    cost: event.cost,
    featured: event.isFeatured,
    ...fieldValues(event),
    categories: event.categories.map(nameText),
    tags: event.tags.map(nameText),
    venues: event.venues.map(({ name, url, address }) => ({ name: name.text, url, address })),
  },
})

const nameText = ({ name }: Pick<FeedVenue, 'name'>) => name.text

function geometryOf(venues: readonly FeedVenue[]) {
  // longitude comes first
  const points = venues.flatMap(({ point }) => (point ? [[point.lng, point.lat]] : []))
  if (points.length === 0) return null
  return points.length === 1
    ? { type: 'Point', coordinates: points[0] }
    : { type: 'MultiPoint', coordinates: points }
}
