import { entryHtml, eventValues, fieldValues, termsOf, titleOf } from './entry.ts'
import {
  type FeedAbout,
  type FeedEvent,
  type FeedFormat,
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
