import type { Unknown } from '../define/field-type.ts'
import { isTruthy } from '../define/field-types.ts'
import type { Values } from '../define/param.ts'
import { showsName } from '../define/resource.ts'
import { mostUnknown, unknownIn } from '../define/unknown-names.ts'
import { type ResourceName, resources } from '../resources/index.ts'
import type { Call } from './call.ts'
import type { Headers } from './headers.ts'

/** What this request sent in vain, by where it stood. */
export type Ignored = { body: Unknown[]; query: Unknown[] }

/**
 * Names that clients of WordPress send with any request, and names that steer the response and not the record. Those that begin
 * with an underscore (`_fields`, `_locale`, `_wpnonce` …) are WordPress’s own.
 */
const customary = new Set([
  'context',
  'force',
  'lang',
  'ml_fallback',
  'ml_language',
  'rest_route',
  'strict',
  'wpml_language',
])
const isCustomary = (name: string) => name.startsWith('_') || customary.has(name)

/** Whoever sends back a record as it was read has misspelt nothing: what only responses show is no error. */
const isShown = (kind: ResourceName | undefined, name: string) =>
  isCustomary(name) || (kind !== undefined && showsName(resources[kind], name))

export function ignoredIn({ endpoint, query, body, method }: Call): Ignored {
  const { params, kind, verb } = endpoint
  const isWrite = verb === 'create' || verb === 'change'
  return {
    query: unknownIn(params, query, isCustomary),
    body:
      method === 'GET'
        ? []
        : unknownIn(params, body.values, name =>
            isWrite ? isShown(kind, name) : isCustomary(name),
          ),
  }
}

/** Does the caller want to be refused for what would be ignored? */
export const isStrict = ({ query, body }: Call): boolean =>
  [query, body.values].some(({ strict }: Values) => strict !== undefined && isTruthy(strict))

/** `X-Almanac-Ignored: body titel, venue.locaton; query orderby`; nothing when all was understood. */
export function ignoredHeader({ body, query }: Ignored): Headers {
  const parts = [...told('body', body), ...told('query', query)]
  return parts.length > 0 ? { 'X-Almanac-Ignored': parts.join('; ') } : {}
}

const told = (where: string, unknown: readonly Unknown[]) => {
  if (unknown.length === 0) return []
  const names = unknown.slice(0, mostUnknown).map(({ path }) => safe(path))
  return [`${where} ${[...names, ...(unknown.length > mostUnknown ? ['...'] : [])].join(', ')}`]
}

const longestName = 80

/** Only letters, digits and a few signs stand in a header as they are; the rest is percent-encoded, as in a URL. */
const safe = (name: string) => {
  if (name.length <= longestName && /^[\w.-]*$/.test(name)) return name
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*~]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return encoded.length > longestName
    ? `${encoded.slice(0, longestName).replace(/%.?$/, '')}...`
    : encoded
}
