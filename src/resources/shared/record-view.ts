import { pageUrl, type View } from '../../define/derived.ts'
import { presentedValue } from '../../define/present.ts'
import type { Cell, StoredRecord } from '../../define/record.ts'
import {
  languageOf,
  languagesOf,
  localized,
  type TextView,
  textIn,
} from '../../define/record-texts.ts'
import { livesIn, type Resource } from '../../define/resource.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { formatMessage, type Language, type Locale } from '../../define/text/language.ts'
import { customValues, shownCustomFields } from './custom-fields.ts'
import {
  type FieldView,
  numberWords,
  type Placement,
  type PlainField,
  plainFields,
  wordsOf,
} from './field-view.ts'
import { imageView } from './image-view.ts'

/** The sources of the view of a record; only events are linked to others. */
export type Viewed = Pick<View, 'record'> & Partial<View>

/**
 * A record in a language, as pages, feeds and previews show it: above `resources` nothing else reads what is stored. Its record does not contain
 * values behind a password (`maskedView`). Values are computed when they are read, since a list needs few of them.
 */
export class RecordView {
  protected readonly resource: Resource
  protected readonly view: Viewed
  protected readonly context: ShowContext

  constructor(resource: Resource, view: Viewed, context: ShowContext) {
    this.resource = resource
    this.view = view
    this.context = context
  }

  get id() {
    return this.view.record.id
  }
  /** The number of writes. */
  get version() {
    return this.view.record.version
  }
  /** The field that names it. */
  get name(): TextView {
    return this.text(this.resource.titled)
  }
  get description(): TextView {
    return this.text('description')
  }
  get website(): string {
    return this.text('website').text
  }
  get image() {
    const { image } = this.view
    return image && imageView(image, this.context)
  }

  /** The record above it in a tree; 0: none. */
  get parent(): number {
    return Number(this.view.record.facts.parent ?? 0)
  }

  /** Its slug in a language; empty where it has none. */
  slugIn(language: Language): string {
    return localized(this.view.record, 'slug', language) ?? ''
  }
  get slug(): string {
    return this.slugIn(this.context.language)
  }
  /** The language that it is shown in. */
  get language(): Language {
    return languageOf(this.view.record, this.context.language)
  }
  /** The locale of the site for that language. */
  get locale(): Locale {
    return this.context.locales[this.language]
  }
  /** The locale of the site for the language of the request. */
  get siteLocale(): Locale {
    return this.context.locales[this.context.language]
  }
  /** The languages that it is written in. */
  get languages(): Language[] {
    return languagesOf(this.view.record)
  }
  /** Its public page in a language. */
  urlIn(language: Language): string {
    return pageUrl(this.context, this.resource, this.view.record, language)
  }
  /** Its public page in the language that it is shown in. */
  get url(): string {
    return this.urlIn(this.language)
  }

  /** The publication status; terms have none and are public. */
  get status(): string {
    return statusOf(this.view.record)
  }
  /** True for public records: published, listed and without a password. */
  get isForAnyone(): boolean {
    const { record } = this.view
    return this.status === 'publish' && !record.facts.hide_from_listings && !hasPassword(record)
  }
  /** Unix seconds; 0: not published. */
  get published(): number {
    return Number(this.view.record.facts.date_utc ?? 0)
  }
  /** The date of publication on the clock of the site. */
  get publishedOn(): number {
    return Number(this.view.record.facts.date)
  }
  get modified(): number {
    return modifiedOf(this.view.record)
  }

  /** The plain fields that appear in a place, as their definitions show them. */
  fields(at: Placement): FieldView[] {
    return plainFields(this.resource, at).map(field =>
      field.input === 'custom' ? this.customView(field) : this.fieldView(field),
    )
  }
  /** The custom fields, each as a field of its own. */
  private customView({ name, field: { label }, input }: PlainField): FieldView {
    const { customFields, language } = this.context
    const parts = customValues(this.fact(name), customFields, language).map(
      ({ field, value }): FieldView => ({
        name: field.name,
        label: field.label,
        input: field.type === 'link' ? 'url' : 'line',
        value,
        text: {
          text: typeof value === 'number' ? numberWords(value, this.siteLocale) : value,
          lang: undefined,
        },
      }),
    )
    const text = parts.map(part => `${formatMessage(part.label, language)}: ${part.text.text}`)
    const value = shownCustomFields(this.fact(name), this.context)
    return { name, label, input, value, text: { text: text.join(' | '), lang: undefined }, parts }
  }
  private fieldView({ name, field, input }: PlainField): FieldView {
    const { type, label } = field
    const written = livesIn(field) === 'text' ? this.text(name) : undefined
    const stored = written ? written.text : this.fact(name)
    const value = presentedValue(field, stored, this.view, this.context)
    const text =
      written && !type.words
        ? written
        : { text: wordsOf(type, stored, value, this.siteLocale), lang: written?.lang }
    return { name, label, input, value: value ?? null, text }
  }

  /** In the words of schema.org, as the API has it; undefined where a password hides it. */
  get linkedData(): Record<string, unknown> | undefined {
    const { json_ld: item } = this.resource.presented
    if (item === undefined || item === true) return undefined
    const { resource } = this
    const data = item.show({ ...noLinks, ...this.view }, this.context, { resource, isAlone: true })
    return data as Record<string, unknown> | undefined
  }

  protected fact(name: string): Cell {
    return this.view.record.facts[name] ?? null
  }
  protected text(name: string): TextView {
    return textIn(this.view.record, name, this.context.language)
  }
}

const noLinks = { venues: [], organizers: [], categories: [], tags: [] }

export const modifiedOf = ({ facts }: StoredRecord) => Number(facts.modified ?? 0)
export const statusOf = ({ facts }: StoredRecord) => String(facts.status ?? 'publish')
/** The ID of its image; 0: none. */
export const imageIdOf = ({ facts }: StoredRecord) => Number(facts.image ?? 0)
/** True if a password hides it from readers who have not entered it. */
export const hasPassword = ({ facts }: StoredRecord) => Boolean(facts.password)
