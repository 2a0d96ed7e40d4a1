import type { Unknown } from '../../define/field-type.ts'
import { isTruthy } from '../../define/field-types.ts'
import type { Values } from '../../define/param.ts'
import { showsName } from '../../define/resource.ts'
import { mostUnknown, unknownIn } from '../../define/unknown-names.ts'
import { type ResourceName, resources } from '../../resources/index.ts'
import { isCustomary } from '../cache/normal-form.ts'
import type { Call } from './call.ts'
import type { Headers } from './headers.ts'

/** What this request sent in vain, by where it stood. */
export type Ignored = { body: Unknown[]; query: Unknown[] }

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

export const ignoredName = 'X-Almanac-Ignored'

/** `X-Almanac-Ignored: body titel, venue.locaton; query orderby`; nothing when all was understood. */
export function ignoredHeader({ body, query }: Ignored): Headers {
  if (body.length === 0 && query.length === 0) return {}
  const parts = [told('body', body.map(pathOf)), told('query', query.map(pathOf))]
  return { [ignoredName]: parts.filter(Boolean).join('; ') }
}
const pathOf = ({ path }: Unknown) => path

/** What stood in one place, as the header tells it. */
export function told(where: keyof Ignored, unknown: readonly string[]): string {
  if (unknown.length === 0) return ''
  const names = unknown.slice(0, mostUnknown).map(safe)
  return `${where} ${[...names, ...(unknown.length > mostUnknown ? ['...'] : [])].join(', ')}`
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
