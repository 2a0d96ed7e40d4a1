import { tableOf } from '../../define/base/objects.ts'
import type { Language } from '../../define/field-type.ts'
import { type Cell, noLinks, type Row, type StoredRecord } from '../../define/record.ts'
import { columnsOf, type Resource } from '../../define/resource.ts'
import { wallTime } from '../../define/time/clock.ts'
import { instantOf } from '../../define/time/zone.ts'
import { derive, type ResourceName, resourceNames, resources } from '../../resources/index.ts'

type Texts = Record<Language, Row>

const zone = 'Europe/Paris'
const published = wallTime(2026, 5, 4, 9, 30)
const post = {
  author: 3,
  status: 'publish',
  date: published,
  date_utc: instantOf(published, zone),
  modified: instantOf(published, zone),
  main: 'fr',
}

function sample(kind: ResourceName, id: number, facts: Row, texts: Partial<Texts>): StoredRecord {
  return { id, kind, version: 1, facts, texts, links: noLinks }
}

/** A row of texts with the key under which its name is found. */
const named = (titled: string, row: Row): Row => ({
  ...row,
  name_key: String(row[titled]).toLowerCase(),
})

/** The default window of lists, around the sample event. */
export const aroundSamples = {
  start: wallTime(2026, 7, 9, 23, 59),
  end: wallTime(2028, 7, 10, 9),
}

const files = (name: string, width: number, height: number, filesize: number) => ({
  file: `2026/05/${name}.jpg`,
  mime: 'image/jpeg',
  width,
  height,
  filesize,
})

/** Records in both languages, from which examples are made. */
const written: Partial<Record<ResourceName, StoredRecord>> = {
  event: sample(
    'event',
    412,
    {
      ...post,
      ...derive({
        timezone: zone,
        all_day: 0,
        starts: wallTime(2026, 7, 10, 20),
        ends: wallTime(2026, 7, 10, 23, 30),
      }),
      cost: '12 – 18 €',
      show_map: 1,
      show_map_link: 1,
      hide_from_listings: 0,
      sticky: 0,
      featured: 1,
      ticketed: 0,
    },
    {
      en: named('title', {
        title: 'Jazz under the trees',
        description: '<p>Three bands and one lawn; bring a blanket.</p>',
        excerpt: '<p>Three bands, one lawn.</p>',
        slug: 'jazz-under-the-trees',
        website: 'https://www.example.org/jazz',
      }),
      fr: named('title', {
        title: 'Jazz sous les arbres',
        description: '<p>Trois groupes et une pelouse ; prenez une couverture.</p>',
        excerpt: '<p>Trois groupes, une pelouse.</p>',
        slug: 'jazz-sous-les-arbres',
        website: 'https://www.example.org/fr/jazz',
      }),
    },
  ),
  venue: sample(
    'venue',
    77,
    {
      ...post,
      address: '12 place Sathonay',
      city: 'Lyon',
      country: 'France',
      province: 'Auvergne-Rhône-Alpes',
      zip: '69001',
      phone: '+33 4 72 00 00 00',
      geo_lat: 45.7693,
      geo_lng: 4.8302,
    },
    {
      en: named('venue', {
        venue: 'Botanical Garden',
        description: '<p>A garden by the river.</p>',
        slug: 'botanical-garden',
      }),
      fr: named('venue', {
        venue: 'Jardin botanique',
        description: '<p>Un jardin au bord du fleuve.</p>',
        slug: 'jardin-botanique',
      }),
    },
  ),
  organizer: sample(
    'organizer',
    80,
    { ...post, phone: '+33 4 72 11 11 11', email: 'bonjour@example.org' },
    {
      en: named('organizer', {
        organizer: 'Friends of Jazz',
        description: '<p>A club of listeners.</p>',
        slug: 'friends-of-jazz',
        website: 'https://www.example.org/',
      }),
      fr: named('organizer', {
        organizer: 'Les Amis du jazz',
        description: '<p>Un club de mélomanes.</p>',
        slug: 'les-amis-du-jazz',
        website: 'https://www.example.org/fr/',
      }),
    },
  ),
  category: sample(
    'category',
    9,
    { main: 'fr', count: 4, parent: 2 },
    {
      en: named('name', {
        name: 'Concerts & shows',
        description: 'Music on stage.',
        slug: 'concerts-shows',
      }),
      fr: named('name', {
        name: 'Concerts et spectacles',
        description: 'De la musique sur scène.',
        slug: 'concerts-et-spectacles',
      }),
    },
  ),
  tag: sample(
    'tag',
    12,
    { main: 'fr', count: 7 },
    {
      en: named('name', { name: 'Outdoors', description: 'Under the sky.', slug: 'outdoors' }),
      fr: named('name', { name: 'Plein air', description: 'À ciel ouvert.', slug: 'plein-air' }),
    },
  ),
  image: sample(
    'image',
    31,
    {
      ...post,
      main: 'en',
      ...files('jazz', 1200, 800, 184_320),
      focus: '30,70',
      source: 'https://www.example.org/jazz.jpg',
      sizes: JSON.stringify({
        medium: files('jazz-300x200', 300, 200, 18_944),
        thumbnail: files('jazz-150x150', 150, 150, 9728),
      }),
    },
    {
      en: named('title', { title: 'jazz', alt: 'A band under trees' }),
      fr: { alt: 'Un groupe sous les arbres' },
    },
  ),
}

const cellOf = (sample: unknown): Cell =>
  typeof sample === 'string' || typeof sample === 'number' ? sample : null

/** A record of the samples of its types. */
function plainSample(resource: Resource): StoredRecord {
  const row = (where: 'fact' | 'text'): Row =>
    Object.fromEntries(
      columnsOf(resource, where).map(([name]) => {
        const { sample = null, store } = resource.fields[name]?.type ?? {}
        return [name, store ? store(sample) : cellOf(sample)]
      }),
    )
  const texts = named(resource.titled, { ...row('text'), slug: resource.name })
  return {
    id: 90,
    kind: resource.name,
    version: 1,
    facts: { ...row('fact'), ...post },
    texts: { en: texts, fr: texts },
    links: noLinks,
  }
}

/** One record of each resource. */
export const samples: Record<ResourceName, StoredRecord> = tableOf(
  resourceNames,
  name => written[name] ?? plainSample(resources[name]),
)
