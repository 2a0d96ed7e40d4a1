import type { Language } from '../../define/field-type.ts'
import { textIn } from '../../define/text/language.ts'
import { wallOf } from '../../define/time/zone.ts'
import { type Base, rootOf } from '../request/bases.ts'
import type { Located } from '../request/match.ts'
import type { Service } from '../services/service.ts'
import { describeNamespace, type Moment } from './namespace-index.ts'

const about = {
  en: 'A calendar of events.',
  fr: 'Un agenda d’évènements.',
}

/** The moment for the description of a route. */
export const momentOf = (
  { calendar, address }: Service,
  base: Base,
  { prefix }: Located,
  language: Language,
): Moment => ({
  language,
  root: rootOf(base, prefix),
  namespace: address.namespace,
  window: calendar.defaultWindow(),
})

/** The index of APIs as WordPress has it, with the routes of our namespace. */
export function describeSite(service: Service, base: Base, located: Located, language: Language) {
  const { routes, now, site } = service
  const { zone } = site
  const moment = momentOf(service, base, located, language)
  const { publicUrl } = base
  const index = moment.root.slice(0, -moment.namespace.length)
  const isNamed = /^[a-z]+(\/|$)/i.test(zone) && !/^UTC[+-]/i.test(zone)
  return {
    name: new URL(publicUrl).host,
    description: textIn(about, language),
    url: publicUrl,
    home: publicUrl + located.prefix,
    gmt_offset: (wallOf(now(), zone) - now()) / 3600,
    timezone_string: isNamed ? zone : '',
    namespaces: [moment.namespace],
    authentication: {},
    routes: {
      '/': {
        namespace: '',
        methods: ['GET'],
        endpoints: [{ methods: ['GET'], args: [] }],
        _links: { self: [{ href: index }] },
      },
      ...describeNamespace(routes, moment).routes,
    },
  }
}
