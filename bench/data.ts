import { wantedDates } from '../src/calendar/write/series.ts'
import type { Language } from '../src/define/field-type.ts'
import { fold } from '../src/define/text/fold.ts'
import { slugOf } from '../src/define/text/slug.ts'
import { derive } from '../src/resources/event/when.ts'
import type { ResourceName } from '../src/resources/table.ts'
import type {
  Links,
  Row,
  Store,
  StoredRecord,
  Texts,
  Transaction,
} from '../src/store/contract/store.ts'
import { noLinks } from '../src/store/contract/store.ts'

const day = 86_400
const years = 10

/** Numbers that are the same at every run (mulberry32). */
export function openChance(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    below: (max: number) => Math.floor(next() * max),
    /** A few values often, many rarely: about 1/rank. */
    ranked: (max: number) =>
      Math.min(max - 1, Math.floor(max ** next()) - 1 + Math.floor(next() * 1.5)),
    is: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  }
}
type Chance = ReturnType<typeof openChance>

const words: Record<Language, string[]> = {
  en: 'the a of and with for evening music concert guided tour workshop children family river old town market local farmers bread cheese light winter summer garden museum painting dance theatre choir orchestra jazz quartet reading poetry novel writer film screening discussion science energy climate future city bicycle walk run yoga tea coffee wine tasting harvest apple rose lantern parade fireworks bridge harbour island lecture history archive letter photograph portrait exhibition opening night gala charity auction volunteers neighbours welcome free everyone seats limited doors open early please register online'.split(
    ' ',
  ),
  fr: 'le la les un une des et avec pour soirée musique concert visite guidée atelier enfants famille rivière vieille ville marché producteurs pain fromage lumière hiver été jardin musée peinture danse théâtre chœur orchestre jazz quatuor lecture poésie roman écrivain film projection débat science énergie climat avenir cité vélo balade course yoga thé café vin dégustation récolte pomme rose lanterne défilé artifice pont port île conférence histoire archives lettre photographie portrait exposition vernissage nuit gala vente bénévoles voisins bienvenue gratuit tous places limitées portes ouvertes fête façade forêt élève prière inscription'.split(
    ' ',
  ),
}
const rare = ['ocarina', 'zeppelin', 'xylophone', 'quokka', 'bathyscaphe', 'theremin']
const zones = [
  'America/Toronto',
  'America/Toronto',
  'America/Montreal',
  'America/Vancouver',
  'Europe/Paris',
  'Europe/Paris',
  'Europe/London',
  'Asia/Tokyo',
]

const sentence = (chance: Chance, language: Language, count: number) => {
  const text = Array.from({ length: count }, () => chance.pick(words[language])).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
const paragraphs = (chance: Chance, language: Language) =>
  Array.from(
    { length: 3 },
    () => `<p>${sentence(chance, language, 12)}. ${sentence(chance, language, 16)}.</p>`,
  ).join('\n')

function texts(chance: Chance, titled: string, id: number, inFrench: number): Texts {
  const of = (language: Language): Row => {
    const title = `${sentence(chance, language, 4)} ${id}`
    return {
      [titled]: title,
      description: paragraphs(chance, language),
      slug: slugOf(title),
      name_key: fold(title),
    }
  }
  if (chance.is(0.08)) return { fr: of('fr') }
  return chance.is(inFrench) ? { en: of('en'), fr: of('fr') } : { en: of('en') }
}

export type Scale = {
  events: number
  venues: number
  organizers: number
  categories: number
  tags: number
}
export const scaleOf = (events: number): Scale => ({
  events,
  venues: Math.min(5000, Math.max(50, Math.round(events / 200))),
  organizers: Math.min(3000, Math.max(30, Math.round(events / 400))),
  categories: 40,
  tags: 200,
})

/** When the years begin, in Unix seconds: five years before and after the clock of the benchmark. */
export const clock = '2026-06-15T16:00:00Z'
const begins = Date.parse('2021-06-15T00:00:00Z') / 1000

/** Up to when dates of series are stored: five years after the clock. */
const horizon = begins + years * 365 * day + 2 * day

/** Series go on for ever: their first date is so early that as many of them as wanted are stored. */
const firstOf = (chance: Chance, days: number, dates: number) =>
  horizon - (dates * days - chance.below(days)) * day

const repeated = (weeks: number): Row => ({
  recurrence: JSON.stringify([`RRULE:FREQ=WEEKLY;INTERVAL=${weeks}`]),
  recurrence_until: horizon,
})

/**
 * Fills an empty store: the same data at every run for the same number of events. Rows are what the calendar itself would
 * write; they are put in directly, many in one commit, because a million requests would take longer than the measurement.
 * With several dates, each event is a series of so many, every one, two, four or eight weeks.
 */
export async function fill(
  store: Store,
  events: number,
  progress: (done: number) => void = () => {},
  dates = 1,
) {
  const chance = openChance(42)
  const scale = scaleOf(events * dates)
  const now = Date.parse(clock) / 1000
  const created: Record<'venue' | 'organizer' | 'category' | 'tag', number[]> = {
    venue: [],
    organizer: [],
    category: [],
    tag: [],
  }
  let entries = 0

  async function insert(
    tx: Transaction,
    kind: Exclude<ResourceName, 'image'>,
    facts: Row,
    text: Texts,
    links: Links = noLinks,
  ) {
    const main: Language = text.en ? 'en' : 'fr'
    const all = { ...facts, main }
    const id = await tx.insert(kind, all, text, links)
    const record: StoredRecord = { id, kind, version: 1, facts: all, texts: text, links }
    if (facts.recurrence) await tx.setDates(id, wantedDates(record))
    await tx.setSlugs(
      kind,
      id,
      Object.values(text).map(({ slug }) => String(slug)),
    )
    await tx.derive(record)
    entries++
    return record
  }
  const post = (): Row => ({
    author: 1,
    status: 'publish',
    date: now - chance.below(900) * day,
    date_utc: now - chance.below(900) * day,
    modified: now,
    image: null,
  })
  const term = (): Row => ({ count: 0, modified: now })

  await store.write(async tx => {
    for (let n = 0; n < scale.categories; n++)
      created.category.push(
        (
          await insert(
            tx,
            'category',
            { ...term(), parent: n >= 12 ? (created.category[n % 12] as number) : null },
            texts(chance, 'name', n, 0.9),
          )
        ).id,
      )
    for (let n = 0; n < scale.tags; n++)
      created.tag.push((await insert(tx, 'tag', term(), texts(chance, 'name', n, 0.8))).id)
    for (let n = 0; n < scale.venues; n++) {
      const facts = {
        ...post(),
        address: `${1 + chance.below(900)} ${sentence(chance, 'en', 2)}`,
        city: chance.pick(['Montréal', 'Québec', 'Toronto', 'Paris', 'Lyon', 'London']),
        country: 'Canada',
        geo_lat: chance.is(0.9) ? 43 + chance.below(6000) / 1000 : null,
        geo_lng: chance.is(0.9) ? -79 + chance.below(8000) / 1000 : null,
        show_map: 1,
        show_map_link: 1,
      }
      created.venue.push((await insert(tx, 'venue', facts, texts(chance, 'venue', n, 0.5))).id)
    }
    for (let n = 0; n < scale.organizers; n++)
      created.organizer.push(
        (
          await insert(
            tx,
            'organizer',
            { ...post(), email: `info${n}@example.org`, phone: '555-0100' },
            texts(chance, 'organizer', n, 0.4),
          )
        ).id,
      )
  })

  const counts = new Map<number, number>()
  for (let done = 0; done < events; ) {
    const until = Math.min(events, done + 1000)
    await store.write(async tx => {
      for (; done < until; done++) await insertEvent(tx, done)
    })
    progress(done)
  }
  await store.write(async tx => {
    for (const [id, count] of counts)
      await tx.add(created.category.includes(id) ? 'category' : 'tag', [id], 'count', count)
    await tx.log({
      instant: now,
      actor: 0,
      verb: 'create',
      kind: 'event',
      id: entries,
      language: 'en',
      version: 1,
      detail: null,
    })
  })

  async function insertEvent(tx: Transaction, n: number) {
    const zone = chance.pick(zones)
    const weeks = dates > 1 ? chance.pick([1, 2, 4, 8]) : 0
    const first =
      dates > 1 ? firstOf(chance, weeks * 7, dates) : begins + chance.below(years * 365) * day
    const starts = first + (8 + chance.below(14)) * 3600
    const length = chance.is(0.04) ? (2 + chance.below(40)) * day : (1 + chance.below(5)) * 3600
    const when = derive({ timezone: zone, all_day: 0, starts, ends: starts + length })
    const recurrence = dates > 1 ? repeated(weeks) : {}
    const pick = (kind: 'category' | 'tag' | 'venue' | 'organizer', max: number) => [
      ...new Set(
        Array.from(
          { length: max },
          () => created[kind][chance.ranked(created[kind].length)] as number,
        ),
      ),
    ]
    const links: Links = {
      venue: chance.is(0.95) ? pick('venue', 1) : [],
      organizer: pick('organizer', 1 + chance.below(2)),
      category: pick('category', 1 + chance.below(2)),
      tag: pick('tag', chance.below(4)),
    }
    const text = texts(chance, 'title', n, 0.6)
    if (n % 5000 === 17)
      for (const row of Object.values(text))
        row.description = `${row.description} ${chance.pick(rare)}`
    const facts: Row = {
      ...post(),
      ...(when as unknown as Row),
      ...recurrence,
      status: chance.is(0.02) ? 'draft' : 'publish',
      cost: chance.pick(['', '', '0', '$10', '15€', '$10 - $20']),
      show_map: 1,
      show_map_link: 1,
      hide_from_listings: Number(chance.is(0.01)),
      sticky: 0,
      featured: Number(chance.is(0.05)),
      ticketed: Number(chance.is(0.2)),
    }
    await insert(tx, 'event', facts, text, links)
    if (facts.status === 'publish')
      for (const id of [...links.category, ...links.tag]) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
}
