import { derived } from '../../define/base/objects.ts'
import type { View } from '../../define/derived.ts'
import { publicId } from '../../define/record.ts'
import type { TextView } from '../../define/record-texts.ts'
import type { Resource } from '../../define/resource.ts'
import { paragraphs } from '../../define/text/html.ts'
import { htmlToLines } from '../../define/text/html-to-lines.ts'
import { formatMessage, type Locale, languageIn } from '../../define/text/language.ts'
import {
  type Day,
  type Instant,
  lastDayOf,
  startOfDay,
  type WallTime,
} from '../../define/time/clock.ts'
import { formatOffset, formatZone } from '../../define/time/moment-formats.ts'
import type { Recurrence } from '../../define/time/recurrence/rule.ts'
import { sentenceOf } from '../../define/time/recurrence/sentence.ts'
import { instantOf, offsetAt, wallOf } from '../../define/time/zone.ts'
import { category } from '../category/category.ts'
import { colorOf } from '../category/color.ts'
import { OrganizerRecord, type OrganizerView } from '../organizer/linked-data.ts'
import { organizer } from '../organizer/organizer.ts'
import { modifiedOf, RecordView } from '../shared/record-view.ts'
import { tag } from '../tag/tag.ts'
import { venue } from '../venue/venue.ts'
import { VenueRecord, type VenueView } from '../venue/view.ts'
import { amountsIn } from './amounts.ts'
import { type Audience, audienceOf } from './audience.ts'
import { costOf, free, type SiteCurrency } from './cost.ts'
import { dateName } from './date-name.ts'
import {
  type Availability,
  availabilities,
  type EventStatus,
  eventStatusOf,
} from './event-status.ts'
import { type FreeState, freeStateOf } from './free.ts'
import { type Performer, performersOf } from './performers.ts'
import { recurrenceIn } from './recurrence.ts'

/**
 * A stored cost as a reader of the language writes it: `€12.50`, `12,50 €`. Amounts in one known currency are formatted; any other
 * text is shown as it was typed. The API shows the typed cost (H3).
 */
export function priceOf(stored: string, site: SiteCurrency, locale: Locale): string {
  const written = writtenIn(site)
  const key = `${locale} ${stored}`
  const cached = written.get(key)
  if (cached !== undefined) return cached
  const price = writePrice(stored, site, locale)
  if (written.size >= maxPrices) written.clear()
  written.set(key, price)
  return price
}

/** Events have few prices, and a feed thousands of events. */
const writtenIn = derived((_: SiteCurrency) => new Map<string, string>())
const maxPrices = 500

function writePrice(stored: string, site: SiteCurrency, locale: Locale): string {
  const { cost, amounts: values, cost_details } = costOf(stored, site, languageIn(locale))
  const { currency_code: code, currency_symbol: symbol } = cost_details
  const amounts = code === '' ? undefined : amountsIn(stored)
  const [low, high] = [values[0], values.at(-1)]
  if (!amounts || low === undefined || high === undefined || values.some(isUnsafe))
    return cost.replaceAll('&lt;', '<')
  // a bare sign, or the currency of the site, is written without its country: `$12`, not `CA$12`
  const isNarrow = code === site.code || /^\p{Sc}$/u.test(symbol)
  const money = { code, currencyDisplay: isNarrow ? 'narrowSymbol' : 'symbol', locale } as const
  if (low === high) return amountIn(money, low)
  const isRepeated = isCurrencyFirst(money) || amounts.every(amount => amount.symbol !== '')
  return `${amountIn(money, low, isRepeated)} – ${amountIn(money, high)}`
}

type Money = {
  code: string
  currencyDisplay: 'narrowSymbol' | 'symbol'
  locale: Locale
}

const isCurrencyFirst = (money: Money) =>
  formatOf(money, 0).formatToParts(1)[0]?.type === 'currency'

/** More digits than a number has are shown as typed. */
const isUnsafe = (value: string) => value.replace(/\D/g, '').length > 15

function amountIn(money: Money, value: string, hasCurrency = true): string {
  if (Number(value) === 0) return formatMessage(free, money.locale)
  const parts = formatOf(money, decimalsOf(value)).formatToParts(Number(value))
  if (hasCurrency) return parts.map(part => part.value).join('')
  // French writes the currency last, behind a no-break space
  return parts
    .filter(({ type }) => type !== 'currency' && type !== 'literal')
    .map(part => part.value)
    .join('')
}

const decimalsOf = (value: string) => value.replace(/^[^.]*\.?/, '').replace(/0+$/, '').length

const formats = new Map<string, Intl.NumberFormat>()
const maxFormats = 500

function formatOf({ code, currencyDisplay, locale }: Money, decimals: number) {
  const key = `${locale} ${code} ${currencyDisplay} ${decimals}`
  const cached = formats.get(key)
  if (cached) return cached
  const options = {
    style: 'currency',
    currency: code,
    currencyDisplay,
    trailingZeroDisplay: 'stripIfInteger',
  } as const
  const plain = new Intl.NumberFormat(locale, options)
  const { maximumFractionDigits: usual = 0 } = plain.resolvedOptions()
  const format =
    decimals <= usual
      ? plain
      : new Intl.NumberFormat(locale, { ...options, maximumFractionDigits: decimals })
  if (formats.size >= maxFormats) formats.clear()
  formats.set(key, format)
  return format
}

export class EventRecord extends RecordView {
  private paragraphs: string | undefined

  /** The date that it is shown on: the id of a date of a series, else its own. */
  get occurrence(): number {
    return publicId(this.view.record)
  }
  /** True if the view is one date of a series. */
  get isDate(): boolean {
    return this.occurrence !== this.id
  }
  /** The name of its date in URLs: `2027-03-06`, or `2027-03-06/20-00`. */
  get date(): string {
    const { facts } = this.view.record
    return String(facts.on ?? dateName(facts))
  }

  /** The series that its date is part of. */
  get series(): EventView | undefined {
    if (!this.isDate) return undefined
    const { record } = this.view
    const { occurrence, on, ...facts } = record.facts
    return new EventRecord(
      this.resource,
      { record: record.series ?? { ...record, facts } },
      this.context,
    )
  }

  /** How many of its dates the list has that it stands in once. */
  get datesInList(): number {
    return Number(this.view.record.facts.in_list ?? 1)
  }

  /** The start of the date by the rule of its series, which identifies it. */
  get original(): WallTime {
    const { original, starts } = this.view.record.facts
    return Number(original ?? starts)
  }
  /** Its recurrence; undefined for a single event. */
  get repeats(): Recurrence | undefined {
    return recurrenceIn(this.view.record.facts)
  }
  /** Its recurrence as a sentence; empty for a single event. */
  get recurrence(): string {
    const { repeats, original } = this
    return repeats ? sentenceOf(repeats, original, this.siteLocale) : ''
  }

  /** The event with the earlier dates, where a series was split. */
  get continues(): number | undefined {
    return Number(this.view.record.facts.continues ?? 0) || undefined
  }
  /** The event with the later dates. */
  get continuedBy(): number | undefined {
    return Number(this.view.record.facts.continued_by ?? 0) || undefined
  }

  get starts(): WallTime {
    return Number(this.view.record.facts.starts)
  }
  get ends(): WallTime {
    return Number(this.view.record.facts.ends)
  }
  get utcStarts(): Instant {
    return Number(this.view.record.facts.utc_starts)
  }
  get utcEnds(): Instant {
    return Number(this.view.record.facts.utc_ends)
  }
  /** When it was to start before it was postponed or, as a date of a series, moved; undefined where it starts as announced first. */
  get announcedStart(): WallTime | undefined {
    const { original, postponed_from } = this.view.record.facts
    const announced = original ?? postponed_from
    if (announced == null) return undefined
    // a time that clocks skip is no other date
    const at = wallOf(instantOf(Number(announced), this.zone), this.zone)
    return at === this.starts ? undefined : at
  }
  get isAllDay(): boolean {
    return this.view.record.facts.all_day === 1
  }
  get zone(): string {
    return String(this.fact('timezone'))
  }
  get first(): Day {
    return startOfDay(this.starts)
  }
  get last(): Day {
    return lastDayOf(this.starts, this.ends)
  }
  /** Its clock, where that shows another time than the site’s. */
  get clock(): { words: string; offset: string } | undefined {
    const { zone } = this
    if (this.isAllDay || zone === this.context.zone) return undefined
    const at = instantOf(this.starts, zone)
    return offsetAt(at, zone) === offsetAt(at, this.context.zone)
      ? undefined
      : { words: formatZone(zone, this.context.language), offset: formatOffset(at, zone) }
  }
  get title(): TextView {
    return this.name
  }
  /** Whether the event takes place as announced. */
  get held(): EventStatus['event_status'] {
    return eventStatusOf(this.view.record.facts).event_status
  }
  /** True for an event that does not take place when it was to: cancelled or postponed. */
  get isOff(): boolean {
    return this.held === 'cancelled' || this.held === 'postponed'
  }
  get attendance(): EventStatus['attendance'] {
    return eventStatusOf(this.view.record.facts).attendance
  }

  /** The reason why it does not take place as announced. */
  get reason(): string {
    return this.text('event_status_reason').text
  }
  get onlineUrl(): string {
    return String(this.fact('online_url') ?? '')
  }
  /** Whether places are left; empty where nothing is said. */
  get availability(): Availability {
    return availabilities[Number(this.fact('availability') ?? 0)] ?? ''
  }
  /** The URL for booking or registration; empty if there is none. */
  get registrationUrl(): string {
    return this.text('registration_url').text
  }
  get performers(): Performer[] {
    return performersOf(this.text('performers').text)
  }
  get excerpt(): TextView {
    return this.text('excerpt')
  }
  /** The excerpt as plain text with its lines. */
  get summary(): string {
    return htmlToLines(paragraphs(this.excerpt.text))
  }
  /** The description with its paragraphs. Feeds read it several times. */
  get html(): string {
    this.paragraphs ??= paragraphs(this.description.text)
    return this.paragraphs
  }
  /** The price as readers of the language write it. */
  get cost(): string {
    const cost = this.fact('cost')
    return cost ? priceOf(String(cost), this.context.currency, this.siteLocale) : ''
  }
  /** Its amounts and currency. */
  get price() {
    return costOf(String(this.fact('cost') ?? ''), this.context.currency, this.context.language)
  }
  /** Whether it is free, and for whom. */
  get freeState(): FreeState {
    return freeStateOf(String(this.fact('cost') ?? ''))
  }
  /** True if it is free for everyone, with or without booking. */
  get isFree(): boolean {
    return this.freeState === 'free' || this.freeState === 'booked'
  }
  get audience(): Audience | null {
    return audienceOf(this.fact('audience'))
  }
  get isFeatured(): boolean {
    return this.fact('featured') === 1
  }
  get showsMap(): boolean {
    return this.fact('show_map') === 1
  }
  get showsMapLink(): boolean {
    return this.fact('show_map_link') === 1
  }

  get venues(): VenueView[] {
    return (this.view.venues ?? []).map(view => new VenueRecord(venue, view, this.context))
  }
  get organizers(): OrganizerView[] {
    const { organizers = [] } = this.view
    return organizers.map(view => new OrganizerRecord(organizer, view, this.context))
  }
  get categories() {
    return (this.view.categories ?? []).map(
      (record): CategoryView => new Category(category, { record }, this.context),
    )
  }
  get tags() {
    return (this.view.tags ?? []).map(record => this.term(tag, record))
  }
  /** The last change of it, or of a place or organizer that it shows. */
  get updated(): Instant {
    const { venues = [], organizers = [] } = this.view
    const linked = [...venues, ...organizers]
    return Math.max(this.modified, ...linked.map(({ record }) => modifiedOf(record)))
  }

  private term(of: Resource, record: View['record']): TermView {
    return new RecordView(of, { record }, this.context)
  }
}

type TermView = Pick<RecordView, keyof RecordView>

class Category extends RecordView {
  /** By its word; undefined: none is chosen. */
  get color(): string | undefined {
    return colorOf(this.view.record)
  }
}
type CategoryView = Pick<Category, keyof Category>

/** The parts of an event that pages, feeds, previews and structured data show. */
export type EventView = Pick<EventRecord, keyof EventRecord>
