import { eventValues, fieldValues } from './entry.ts'
import { type FeedEvent, type FeedFormat, type FeedVenue, nameOf, openText } from './format.ts'

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
