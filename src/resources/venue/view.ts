import type { ShowContext } from '../../define/show-context.ts'
import { RecordView, type Viewed } from '../record-view.ts'
import { addressLine, addressLines } from './postal-address.ts'
import { venue } from './venue.ts'

class VenueRecord extends RecordView {
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
  /** Does its address say more than the region or the country? */
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

export const venueView = (view: Viewed, context: ShowContext): VenueView =>
  new VenueRecord(venue, view, context)
