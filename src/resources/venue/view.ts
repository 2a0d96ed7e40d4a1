import { RecordView } from '../shared/record-view.ts'
import { addressLine, addressLines } from './postal-address.ts'

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
