/** Of the parameters whose names begin with an underscore, as WordPress names its own, those that make another response. */
const steering: ReadonlySet<string> = new Set(['_envelope', '_fields', '_method'])

const isIdle = (name: string) =>
  name.charCodeAt(0) === underscore && /^\w+$/.test(name) && !steering.has(name)
const underscore = 95

/** Does a query have nothing but parameters that change nothing, such as the `_` by which jQuery asks past caches? */
export function isIdleQuery(url: string, from: number): boolean {
  for (let at = from; ; ) {
    const next = url.indexOf('&', at)
    const end = next < 0 ? url.length : next
    const equals = url.indexOf('=', at)
    if (!isIdle(url.slice(at, equals < 0 || equals > end ? end : equals))) return false
    if (next < 0) return true
    at = next + 1
  }
}

/**
 * A URL in normal form: no slash at the end, parameters sorted, without those that change nothing. What differs only in that
 * is the same request, unless a name comes twice (of `page=1&page=2` the last counts) or may be another one in disguise
 * (`p%61ge`, `page[]`).
 */
export function normalForm(url: string): string {
  const mark = url.indexOf('?')
  if (mark < 0) return withoutSlash(url)
  const path = withoutSlash(url.slice(0, mark))
  const parts = url
    .slice(mark + 1)
    .split('&')
    .filter(part => part.charCodeAt(0) !== underscore || !isIdle(nameOf(part)))
  if (parts.length === 0) return path
  const names = new Set<string>()
  for (const part of parts) {
    const name = nameOf(part)
    if (!/^\w+$/.test(name) || names.has(name)) return `${path}?${parts.join('&')}`
    names.add(name)
  }
  return `${path}?${parts.sort().join('&')}`
}

function nameOf(part: string): string {
  const equals = part.indexOf('=')
  return equals < 0 ? part : part.slice(0, equals)
}

// a pattern for slashes at the end would look for the end after each slash of a path that is nothing else
function withoutSlash(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}
