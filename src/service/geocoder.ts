import { setTimeout as passed } from 'node:timers/promises'
import type { Settings } from '../config/index.ts'
import { isNameIn, isObject, namesIn, tableOf } from '../define/base/objects.ts'
import type { PlaceMatch as Place } from '../http/index.ts'
import { guardedFetch } from '../outside/index.ts'

type Kind = 'nominatim' | 'photon' | 'ban'
type Row = Record<string, unknown>
type Way = {
  home: string
  query(search: string, language: string): string
  rows(body: unknown): unknown[]
  place(row: Row): Place
}

const maxMatches = 8
/** Milliseconds between two requests: the public servers require them. */
const pause = 1000
const maxWaiting = 10
const limits = {
  bytes: 512 * 1024,
  milliseconds: 8000,
  accept: ['application/json', 'application/geo+json'],
}
const cached = { max: 500, milliseconds: 86_400_000 }

const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
const part = (of: Row, ...names: string[]) =>
  names.map(name => text(of[name])).find(value => value !== '') ?? ''
const inside = (of: unknown): Row => (isObject(of) ? of : {})
const features = (body: unknown) => listIn(inside(body).features)
const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const at = (row: Row) => listIn(inside(row.geometry).coordinates).map(text)

const ways: Record<Kind, Way> = {
  nominatim: {
    home: 'https://nominatim.openstreetmap.org',
    query: (q, language) =>
      `/search?${new URLSearchParams({ q, format: 'jsonv2', addressdetails: '1', limit: String(maxMatches), 'accept-language': language })}`,
    rows: listIn,
    place(row) {
      const of = inside(row.address)
      return {
        label: part(row, 'display_name'),
        address: [part(of, 'house_number'), part(of, 'road', 'pedestrian', 'square')]
          .filter(Boolean)
          .join(' '),
        city: part(of, 'city', 'town', 'village', 'municipality'),
        zip: part(of, 'postcode'),
        province: part(of, 'state', 'region'),
        country: part(of, 'country'),
        lat: part(row, 'lat'),
        lng: part(row, 'lon'),
      }
    },
  },
  photon: {
    home: 'https://photon.komoot.io',
    query: (q, language) =>
      `/api?${new URLSearchParams({ q, lang: language, limit: String(maxMatches) })}`,
    rows: features,
    place(row) {
      const of = inside(row.properties)
      const [lng = '', lat = ''] = at(row)
      const address = [part(of, 'housenumber'), part(of, 'street')].filter(Boolean).join(' ')
      const city = part(of, 'city', 'district')
      return {
        label: [part(of, 'name'), address, city, part(of, 'country')].filter(Boolean).join(', '),
        address,
        city,
        zip: part(of, 'postcode'),
        province: part(of, 'state'),
        country: part(of, 'country'),
        lat,
        lng,
      }
    },
  },
  ban: {
    home: 'https://data.geopf.fr/geocodage',
    query: q => `/search?${new URLSearchParams({ q, limit: String(maxMatches) })}`,
    rows: features,
    place(row) {
      const of = inside(row.properties)
      const [lng = '', lat = ''] = at(row)
      return {
        label: part(of, 'label'),
        address: part(of, 'type') === 'municipality' ? '' : part(of, 'name'),
        city: part(of, 'city'),
        zip: part(of, 'postcode'),
        province: part(of, 'context').split(',').at(-1)?.trim() ?? '',
        country: 'France',
        lat,
        lng,
      }
    },
  },
}

/** Searches for places through the guarded fetcher, at most one request per second. Undefined if the server did not respond. */
export function openGeocoder(settings: () => Settings) {
  const results = new Map<string, { places: Place[]; at: number }>()
  let turn: Promise<unknown> = Promise.resolve()
  let waiting = 0

  async function ask(way: Way, url: string): Promise<Place[] | undefined> {
    const fetched = await guardedFetch(url, { ...limits, allow: settings().fetchAllow })
    if ('refused' in fetched || fetched.status !== 200) return undefined
    return placesIn(way, fetched.bytes)
  }

  return async (search: string, language: string): Promise<Place[] | undefined> => {
    const [name = '', home] = settings().geocoder.split(/ (.*)/)
    if (!isNameIn(ways, name)) return []
    const way = ways[name]
    const url = (home || way.home) + way.query(search, language)
    const result = results.get(url)
    if (result && performance.now() - result.at < cached.milliseconds) return result.places
    if (waiting >= maxWaiting) return undefined
    waiting++
    const own = turn.then(() => ask(way, url))
    turn = own.then(() => passed(pause, undefined, { ref: false }))
    const places = await own.finally(() => {
      waiting--
    })
    if (!places) return undefined
    const [oldest] = results.keys()
    if (results.size >= cached.max && oldest !== undefined) results.delete(oldest)
    results.set(url, { places, at: performance.now() })
    return places
  }
}

function placesIn({ rows, place }: Way, bytes: Uint8Array): Place[] | undefined {
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const isPlace = ({ lat, lng, label }: Place) =>
      label !== '' && lat !== '' && lng !== '' && Number.isFinite(Number(lat) + Number(lng))
    return rows(body)
      .slice(0, maxMatches)
      .map(row => cut(place(inside(row))))
      .filter(isPlace)
  } catch {
    return undefined
  }
}

/** No part is longer than the field that it goes into. */
const cut = (place: Place): Place => tableOf(namesIn(place), name => place[name].slice(0, 500))
