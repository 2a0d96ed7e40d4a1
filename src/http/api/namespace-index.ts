import type { Language } from '../../define/field-type.ts'
import type { Params } from '../../define/param.ts'
import { isDated } from '../../define/record.ts'
import { textIn } from '../../define/text/language.ts'
import { formatWall } from '../../define/time/clock.ts'
import { captures, type Endpoint, nameIn, type Route, segmentsOf } from '../../operations/index.ts'
import { isOfSite } from '../../resources/index.ts'

/** The moment that an index is for: the language, and the computed defaults of the events list (T10). */
export type Moment = {
  language: Language
  /** Root of the API under the base URL of the request. */
  root: string
  namespace: string
  window: { start: number; end: number }
}

const patternOf = ({ path }: Route, namespace: string) =>
  ['', namespace, ...segmentsOf(path)]
    .join('/')
    .replace(/:(\w+)/g, (_, name: keyof typeof captures) => `(?P<${name}>${captures[name]})`)

/** The arguments of an endpoint as The Events Calendar lists them: `[]` when there are none. */
function args({ params, verb, kind }: Endpoint, { language, window }: Moment) {
  const computed: Record<string, string> =
    verb === 'list' && isDated(kind)
      ? { start_date: formatWall(window.start), end_date: formatWall(window.end) }
      : {}
  const all: Params = params
  const listed = Object.entries(all).filter(([, { unlisted }]) => !unlisted)
  const entries = listed.map(([name, param]) => {
    const fallback = computed[name] ?? param.default
    const { type, items, enum: choices, format } = param.type.index
    return [
      name,
      {
        ...(fallback !== undefined && { default: fallback }),
        description: textIn(param, language),
        ...(type && { type }),
        ...(items && { items }),
        ...(choices && { enum: choices }),
        ...(format && { format }),
        required: param.required ?? false,
      },
    ]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : []
}

/** One route as the index and OPTIONS describe it. */
export function describeRoute(route: Route, moment: Moment) {
  const isRead = route.endpoints.some(({ methods }) => methods.includes('GET'))
  const isPlain = isRead && nameIn(route.path) === undefined
  const path = [moment.root, ...segmentsOf(route.path)].join('/')
  return {
    namespace: moment.namespace,
    methods: [...new Set(route.endpoints.flatMap(({ methods }) => methods))],
    endpoints: route.endpoints.map(endpoint => ({
      methods: endpoint.methods,
      args: args(endpoint, moment),
    })),
    ...(isPlain && { _links: { self: [{ href: path }] } }),
  }
}

const isListed = ({ endpoints: [{ kind }] }: Route) => !(kind && isOfSite(kind))

/** The namespace index (M8). */
export function describeNamespace(routes: readonly Route[], moment: Moment) {
  const up = moment.root.slice(0, -moment.namespace.length)
  return {
    namespace: moment.namespace,
    routes: Object.fromEntries(
      routes
        .filter(isListed)
        .map(route => [patternOf(route, moment.namespace), describeRoute(route, moment)]),
    ),
    _links: { up: [{ href: up }] },
  }
}
