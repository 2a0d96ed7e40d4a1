import type { View } from '../../calendar/index.ts'
import { version } from '../../common/index.ts'
import type { Language } from '../../define/field-type.ts'
import { isDated } from '../../define/record.ts'
import { columnsOf, type Resource } from '../../define/resource.ts'
import { inEachLanguage, othersThan } from '../../define/text/language.ts'
import { usualLocale } from '../../define/text/locales.ts'
import { currencyIn } from '../../define/text/number-formats.ts'
import { formatWall } from '../../define/time/clock.ts'
import { isFile, type ResourceName, resources } from '../../resources/index.ts'
import { describeNamespace, describeRoute, type Moment } from '../api/namespace-index.ts'
import type { Show } from '../present/context.ts'
import { present } from '../present/record.ts'
import { homesOf, rootsOf } from '../request/bases.ts'
import { type ApiContext, homeOf, vendorOf } from './context.ts'
import { aroundSamples, samples } from './samples.ts'

/** The context that presents the sample records: as the server presents real ones. */
function showOf(c: ApiContext): Show {
  const { root, language, settings } = c
  const { basePath, namespace } = settings
  const home = homeOf(c)
  return {
    key: '',
    language,
    locales: inEachLanguage(usualLocale),
    root,
    rootIn: rootsOf({ publicUrl: home, basePath, namespace }),
    homeIn: homesOf(home, settings.language),
    uploads: `${home}/uploads`,
    host: new URL(home).host,
    vendor: vendorOf(c),
    zone: settings.timezone,
    customFields: [],
    currency: currencyIn(usualLocale(settings.language), settings.currencyCode),
  }
}

const alone = (kind: ResourceName): View => ({
  record: samples[kind],
  venues: [],
  organizers: [],
  categories: [],
  tags: [],
  ...('image' in resources[kind].fields && { image: samples.image }),
})

const viewOf = (kind: ResourceName): View =>
  isDated(kind)
    ? {
        ...alone('event'),
        venues: [alone('venue')],
        organizers: [alone('organizer')],
        categories: [samples.category],
        tags: [samples.tag],
      }
    : alone(kind)

/** The sample record of a kind as a response; a removed one is in the trash. */
export const recordExample = (c: ApiContext, kind: ResourceName, single = false) =>
  present(showOf(c), viewOf(kind), single)

/** A page of one record. */
export function listExample(c: ApiContext, kind: ResourceName) {
  const { path, family }: Resource = resources[kind]
  const items = { [path]: [recordExample(c, kind)] }
  const own = { rest_url: `${c.root}/${path}/?page=1&per_page=10` }
  const totals = { total: 1, total_pages: 1 }
  return family === 'term' ? { ...own, ...totals, ...items } : { ...items, ...own, ...totals }
}

const momentOf = ({ language, root, settings }: ApiContext): Moment => ({
  language,
  root,
  namespace: settings.namespace,
  window: aroundSamples,
})

/** The index and a description, cut down to the route of the documentation. */
export const indexExample = (c: ApiContext) => describeNamespace(c.routes.slice(1, 2), momentOf(c))
export const routeExample = (c: ApiContext) =>
  c.routes.slice(0, 1).map(route => describeRoute(route, momentOf(c)))[0]
export const documentExample = (c: ApiContext) => ({
  openapi: '3.1.1',
  info: { title: 'Almanac', version },
  servers: [{ url: `${c.root}/` }],
  paths: {},
})

/** A short response in an `_envelope`. */
export const envelopeExample = (c: ApiContext) => ({
  body: listExample(c, 'tag'),
  status: 200,
  headers: { 'Content-Language': c.language, 'X-TEC-Total': 1, 'X-TEC-TotalPages': 1 },
})

type Values = Record<string, unknown>

/** Fields of the examples; of other resources, their texts. */
const drafted: Partial<Record<ResourceName, readonly string[]>> = {
  event: [
    'title',
    'description',
    'start_date',
    'end_date',
    'timezone',
    'cost',
    'website',
    'featured',
    'categories',
    'tags',
    'venue',
    'organizer',
    'translations',
  ],
  venue: ['venue', 'description', 'address', 'city', 'country', 'zip', 'geo_lat', 'geo_lng'],
  organizer: ['organizer', 'description', 'website', 'email'],
  category: ['name', 'description', 'slug', 'translations'],
  tag: ['name', 'description', 'slug'],
  image: ['url', 'alt'],
}

const patched: Partial<Record<ResourceName, readonly string[]>> = {
  event: ['title', 'cost', 'featured', 'tags'],
  venue: ['address', 'zip', 'show_map'],
  organizer: ['phone', 'email'],
  category: ['description'],
  tag: ['description'],
  image: ['alt', 'focus', 'translations'],
}

/** The sample record as a client sends it; fields that it does not have are samples of their kind. */
function sent(kind: ResourceName, language: Language, names: readonly string[]): Values {
  const { facts, texts } = samples[kind]
  const resource: Resource = resources[kind]
  const own: Values = {
    ...texts[language],
    ...facts,
    start_date: formatWall(Number(facts.starts ?? 0)),
    end_date: formatWall(Number(facts.ends ?? 0)),
    url: facts.source,
    ...(isDated(kind) && {
      venue: sent('venue', language, ['venue', 'city', 'country']),
      organizer: [sent('organizer', language, ['organizer', 'email'])],
      categories: [samples.category.texts[language]?.name],
      tags: [samples.tag.texts[language]?.name],
    }),
    translations: translated(kind, language),
  }
  return Object.fromEntries(
    names.map(name => {
      const value = own[name] ?? resource.fields[name]?.type.sample
      const isFlag = resource.fields[name]?.type.returns.type === 'boolean'
      return [name, isFlag ? Boolean(value) : value]
    }),
  )
}

function translated(kind: ResourceName, language: Language): Values {
  const [other = language] = othersThan(language)
  if (isFile(kind)) return { [other]: { alt: samples.image.texts[other]?.alt } }
  const { titled }: Resource = resources[kind]
  return { [other]: { [titled]: samples[kind].texts[other]?.[titled] } }
}

export const draftExample = (kind: ResourceName, language: Language) =>
  sent(
    kind,
    language,
    drafted[kind] ?? [...columnsOf(resources[kind], 'text')].map(([name]) => name),
  )
export const patchExample = (kind: ResourceName, language: Language) =>
  sent(kind, language, patched[kind] ?? [resources[kind].titled])

/** The values that a form can send: single values, and lists of them. */
export const formOf = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        typeof value !== 'object' ||
        (Array.isArray(value) && value.every(each => typeof each !== 'object')),
    ),
  )
