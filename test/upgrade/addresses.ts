import { languages } from '../../src/define/text/language.ts'
import { adminOperations } from '../../src/operations/admin-api/index.ts'
import { segmentsOf } from '../../src/operations/api/paths.ts'
import { routesOf } from '../../src/operations/index.ts'
import { resourceList } from '../../src/resources/table.ts'
import {
  type AddressName,
  type AddressParams,
  addresses,
  openAddresses,
} from '../../src/web/shell/addresses.ts'
import { feedExtensions } from '../../src/web/shell/feed-extensions.ts'

/** The records of a calendar, by the path of their resource: `events`. */
export type StoredNames = {
  ids: Readonly<Record<string, readonly number[]>>
  slugs(path: string): readonly string[]
}

export type ApiRequest = { method: string; path: string }
type Which = 'reads' | 'writes'

const isOf = (which: Which, method: string) => (method === 'GET') === (which === 'reads')

/** Ids of what is no resource: users, tokens, sessions. */
const firstIds = [1, 2, 3]
const [, ...otherLanguages] = languages
/** Without a prefix the API answers in the main language. */
const prefixes = ['', ...otherLanguages.map(language => `/${language}`)]

/** Every route of the API with each record that it can be asked of. */
export function apiRequests(stored: StoredNames, root: string, which: Which): ApiRequest[] {
  const settings = { namespace: 'cal/events/v1', perPage: 10 }
  return routesOf(settings).flatMap(({ path: pattern, endpoints }) => {
    const segments = segmentsOf(pattern)
    const [of = ''] = segments
    const values = { id: stored.ids[of] ?? [], slug: stored.slugs(of).map(encodeURIComponent) }
    const paths = segments.reduce<string[]>(
      (started, segment) =>
        started.flatMap(path =>
          (segment === ':id' ? values.id : segment === ':slug' ? values.slug : [segment]).map(
            value => `${path}/${value}`,
          ),
        ),
      [root],
    )
    const methods = endpoints.flatMap(endpoint => endpoint.methods)
    return methods
      .filter(method => isOf(which, method))
      .flatMap(method =>
        prefixes.flatMap(prefix => paths.map(path => ({ method, path: prefix + path }))),
      )
  })
}

/** Every operation of the screens with each record that it can be asked of. */
export const adminRequests = (stored: StoredNames, which: Which): ApiRequest[] =>
  Object.keys(adminOperations)
    .map(key => key.split(' '))
    .filter(([method = '']) => isOf(which, method))
    .flatMap(([method = '', path = '']) => {
      const [, of = ''] = path.split('/')
      const ids = path.includes(':id') ? (stored.ids[of] ?? firstIds) : [0]
      return ids.flatMap(id =>
        prefixes.map(prefix => ({
          method,
          path: `${prefix}/admin/api${path.replace(':id', String(id)).replace(':version', '1')}`,
        })),
      )
    })

type ValueName = keyof AddressParams

/** A value for each name in the path of a page. */
function samplesOf(
  stored: StoredNames,
  path: string,
  language: 'en' | 'fr',
): Record<ValueName, readonly string[]> {
  const resource = resourceList.find(
    each => 'page' in each && path.startsWith(`${each.page?.[language]}/:slug`),
  )
  return {
    slug: resource ? stored.slugs(resource.path) : [],
    day: ['2027-05-10'],
    date: ['2027-05-09', '2027-05-10'],
    month: ['2027-05'],
    file: ['none.css', 'site.css'],
    format: feedExtensions,
    part: ['pages', '1', '2'],
    rest: ['events', 'settings', 'events/1'],
    side: ['32', '180'],
    kind: ['event'],
    id: (stored.ids.events ?? []).map(String),
  }
}

/** Every page, feed and file of the site, in both languages, with each record that it is of. */
export function pageRequests(
  stored: StoredNames,
): (ApiRequest & { name: AddressName; isFixed: boolean })[] {
  const { path } = openAddresses('en')
  const names = Object.keys(addresses) as AddressName[]
  return names.flatMap(name =>
    languages.flatMap(language => {
      const template: string = addresses[name][language]
      const samples = samplesOf(stored, template, language)
      let all: AddressParams[] = [{}]
      for (const [, value] of template.matchAll(/:(\w+)/g)) {
        const of = value as ValueName
        all = all.flatMap(params => samples[of].map(sample => ({ ...params, [of]: sample })))
      }
      const isFixed = !template.includes(':')
      return all.map(params => ({
        name,
        isFixed,
        method: 'GET',
        path: path(name, language, params),
      }))
    }),
  )
}
