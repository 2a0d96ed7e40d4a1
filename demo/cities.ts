type Money = 'dollars before' | 'dollars after' | 'euros after' | 'pounds before'

export type City = {
  city: string
  province: string
  country: string
  zone: string
  money: Money
  centre: [lat: number, lng: number]
  /** A range kept for fiction; ## is the place's own number. */
  phone: string
}

const canada = { country: 'Canada', zone: 'America/Toronto' }
const france = { country: 'France', zone: 'Europe/Paris', money: 'euros after' as const }

export const cities = {
  montreal: {
    ...canada,
    city: 'Montréal',
    province: 'Québec',
    money: 'dollars before',
    centre: [45.5089, -73.5617],
    phone: '514-555-01##',
  },
  ottawa: {
    ...canada,
    city: 'Ottawa',
    province: 'Ontario',
    money: 'dollars before',
    centre: [45.4215, -75.6972],
    phone: '613-555-01##',
  },
  gatineau: {
    ...canada,
    city: 'Gatineau',
    province: 'Québec',
    money: 'dollars after',
    centre: [45.4765, -75.7013],
    phone: '819-555-01##',
  },
  quebec: {
    ...canada,
    city: 'Québec',
    province: 'Québec',
    money: 'dollars after',
    centre: [46.8139, -71.208],
    phone: '418-555-01##',
  },
  moncton: {
    ...canada,
    city: 'Moncton',
    province: 'New Brunswick',
    zone: 'America/Moncton',
    money: 'dollars before',
    centre: [46.0878, -64.7782],
    phone: '506-555-01##',
  },
  vancouver: {
    ...canada,
    city: 'Vancouver',
    province: 'British Columbia',
    zone: 'America/Vancouver',
    money: 'dollars before',
    centre: [49.2827, -123.1207],
    phone: '604-555-01##',
  },
  paris: {
    ...france,
    city: 'Paris',
    province: 'Île-de-France',
    centre: [48.8566, 2.3522],
    phone: '01 99 00 10 ##',
  },
  lyon: {
    ...france,
    city: 'Lyon',
    province: 'Auvergne-Rhône-Alpes',
    centre: [45.764, 4.8357],
    phone: '04 65 71 10 ##',
  },
  london: {
    city: 'London',
    province: 'Greater London',
    country: 'United Kingdom',
    zone: 'Europe/London',
    money: 'pounds before',
    centre: [51.5074, -0.1278],
    phone: '020 7946 01##',
  },
} satisfies Record<string, City>

/** A price as people write it there: `$15 – $30`, `15 $ – 30 $`, `12,50 €`. Zero is left for the server to name. */
export function price(cost: number | [number, number], money: Money): string {
  if (cost === 0) return '0'
  const amounts = typeof cost === 'number' ? [cost] : cost
  return amounts.map(amount => written[money](amount)).join(' – ')
}

const written: Record<Money, (amount: number) => string> = {
  'dollars before': amount => `$${digits(amount)}`,
  'dollars after': amount => `${digits(amount).replace('.', ',')} $`,
  'euros after': amount => `${digits(amount).replace('.', ',')} €`,
  'pounds before': amount => `£${digits(amount)}`,
}

function digits(amount: number): string {
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2)
}
