import { withoutSlashes } from '../../define/text/uri.ts'

/** Parameters with a leading underscore, as WordPress names its own, that change the response. */
const steering: ReadonlySet<string> = new Set(['_envelope', '_fields', '_method'])

/** Names that clients of WordPress send with any request, and names that steer the response and not the record. */
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
/** Those that begin with an underscore (`_fields`, `_locale`, `_wpnonce` …) are WordPress’s own. */
export const isCustomary = (name: string) =>
  name.charCodeAt(0) === underscore || customary.has(name)

const plain = /^\w+$/
const underscore = 95

/** A name that changes nothing, such as the `_` by which jQuery asks past caches. */
const isIdle = (name: string) =>
  name.charCodeAt(0) === underscore && plain.test(name) && !steering.has(name)

/** Longer names, or more of them, go to the full parser. */
const max = { names: 20, letters: 60 }

/**
 * The names in a query that asks nothing, as they are to be reported: neither those that change nothing, nor names that mean something. Undefined
 * where it asks something, or may: with a name that comes in disguise (`p%61ge`, `page[]`), all steps are taken.
 */
export function ignorableNames(
  url: string,
  from: number,
  means: (name: string) => boolean,
): readonly string[] | undefined {
  let names: string[] = none
  for (let at = from; at <= url.length; ) {
    const end = endOf(url, at)
    const name = nameIn(url, at, end)
    if (!isIdle(name)) {
      if (!plain.test(name) || name.length > max.letters || means(name)) return undefined
      if (names === none) names = [name]
      else if (!names.includes(name) && names.push(name) > max.names) return undefined
    }
    at = end + 1
  }
  return names
}
const none: string[] = []

/**
 * A URL in normal form: no slash at the end, parameters sorted, without those that change nothing. A URL that differs only in that is the same
 * request, unless a name comes twice (of `page=1&page=2` the last counts) or may be another one in disguise (`p%61ge`, `page[]`).
 */
export function normalForm(url: string): string {
  const mark = url.indexOf('?')
  if (mark < 0) return withoutSlashes(url)
  const path = withoutSlashes(url.slice(0, mark))
  const parts: string[] = []
  const names: string[] = []
  let isPlain = true
  for (let at = mark + 1; at <= url.length; ) {
    const end = endOf(url, at)
    const name = nameIn(url, at, end)
    if (!isIdle(name)) {
      isPlain &&= plain.test(name) && !names.includes(name) && names.length < max.names
      names.push(name)
      parts.push(url.slice(at, end))
    }
    at = end + 1
  }
  if (parts.length === 0) return path
  return `${path}?${(isPlain && parts.length > 1 ? parts.sort() : parts).join('&')}`
}

/** The end of the part of a query that begins here. */
function endOf(url: string, at: number): number {
  const end = url.indexOf('&', at)
  return end < 0 ? url.length : end
}

function nameIn(url: string, at: number, end: number): string {
  const equals = url.indexOf('=', at)
  return url.slice(at, equals < 0 || equals > end ? end : equals)
}
