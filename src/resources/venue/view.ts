import { derived } from '../../define/base/objects.ts'
import type { Row } from '../../define/record.ts'
import type { Language } from '../../define/text/language.ts'
import { RecordView } from '../shared/record-view.ts'
import { countryCode, countryIn } from './country-code.ts'

/** The region of a venue: as sent, else the state in the United States, else the province. */
export function regionOf({ stateprovince, state, province, country }: Row): string {
  if (stateprovince) return String(stateprovince)
  if (state && (!country || /^(us|united states|états-unis)$/i.test(String(country))))
    return String(state)
  return String(province ?? '')
}

/** The line of the city where the postal code ends it. Elsewhere the code comes first: `75020 Paris`. */
type CityLine = (city: string, region: string, zip: string, language: Language) => string

const joined = (parts: readonly string[], separator: string) =>
  parts.filter(part => part !== '').join(separator)

/** Portland, OR 97201 */
const withComma: CityLine = (city, region, zip) => joined([joined([city, region], ', '), zip], ' ')
/** Sydney NSW 2000 */
const withSpaces: CityLine = (city, region, zip) => joined([city, region, zip], ' ')
/** Montreal, Quebec H3J 0D5; in French Montréal (Québec) H3J 0D5, as the Office québécois de la langue française has it */
const canadian: CityLine = (city, region, zip, language) =>
  language === 'fr' && city !== '' && region !== ''
    ? joined([`${city} (${region})`, zip], ' ')
    : withComma(city, region, zip, language)

const codeFirst: CityLine = (city, region, zip) => joined([joined([zip, city], ' '), region], ', ')

/** By ISO 3166 code, after the address formats of the Universal Postal Union. */
const cityLines: Record<string, CityLine> = {
  CA: canadian,
  ...Object.fromEntries(['AU', 'NZ'].map(code => [code, withSpaces])),
  ...Object.fromEntries(
    ['US', 'PR', 'GB', 'GG', 'IM', 'JE', 'IE', 'IN', 'PK', 'BD', 'LK', 'NP', 'ZA', 'NG', 'KE']
      .concat(['BR', 'CO', 'SG', 'HK', 'JP', 'KR', 'CN', 'TW', 'TH', 'VN', 'KH', 'ID', 'BN'])
      .concat(['JO', 'SA', 'BH', 'MT', 'LV', 'UA', 'JM'])
      .map(code => [code, withComma]),
  ),
}

/** Postal codes that only one country writes. */
const ownCodes = {
  CA: /^[A-Z]\d[A-Z][ -]?\d[A-Z]\d$/i,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
}

function cityLineOf(country: string, zip: string, state: string): CityLine {
  if (country !== '') return cityLines[countryCode(country) ?? ''] ?? codeFirst
  if (ownCodes.CA.test(zip)) return canadian
  const isAbroad = ownCodes.GB.test(zip) || (state !== '' && /^\d{5}(-\d{4})?$/.test(zip))
  return isAbroad ? withComma : codeFirst
}

/** By language. A feed names the same few venues thousands of times. */
const writtenOf = derived((_: Row): Partial<Record<Language, readonly string[]>> => ({}))

/** The lines of the postal address of a venue, in the order of its country. The only place that decides it. */
export function addressLines(facts: Row, language: Language): readonly string[] {
  const written = writtenOf(facts)
  written[language] ??= writeLines(facts, language)
  return written[language]
}

function writeLines(facts: Row, language: Language): readonly string[] {
  const text = (name: string) => String(facts[name] ?? '').trim()
  const [city, zip, country] = [text('city'), text('zip'), text('country')]
  const region = regionOf(facts).trim()
  const cityLine = cityLineOf(country, zip, text('state'))
  return [
    text('address'),
    cityLine(city, region === city ? '' : region, zip, language),
    countryIn(country, language),
  ].filter(line => line !== '')
}

/** The same on one line, for feeds and links. */
export const addressLine = (facts: Row, language: Language): string =>
  addressLines(facts, language).join(', ')

export class VenueRecord extends RecordView {
  get phone(): string {
    return String(this.fact('phone') ?? '')
  }
  get city(): string {
    return String(this.fact('city') ?? '').trim()
  }
  /** Its postal address line by line, without its name. */
  get addressLines(): readonly string[] {
    return addressLines(this.view.record.facts, this.context.language)
  }
  /** The same on one line. */
  get address(): string {
    return addressLine(this.view.record.facts, this.context.language)
  }
  /** The parts of its postal address as they are written; empty ones are absent. */
  get postalParts() {
    return {
      street: this.fact('address'),
      city: this.fact('city'),
      region: this.fact('state') || this.fact('province'),
      zip: this.fact('zip'),
      country: this.fact('country'),
    }
  }
  /** True if the address is more specific than the region or country. */
  get hasPlace(): boolean {
    return Boolean(this.fact('address') || this.fact('city'))
  }
  get point(): { lat: number; lng: number } | undefined {
    const [lat, lng] = [this.fact('geo_lat'), this.fact('geo_lng')]
    return lat === null || lng === null ? undefined : { lat: Number(lat), lng: Number(lng) }
  }
  get showsMap(): boolean {
    return this.fact('show_map') !== 0
  }
  get showsMapLink(): boolean {
    return this.fact('show_map_link') !== 0
  }
}

export type VenueView = Pick<VenueRecord, keyof VenueRecord>
