import { languagePattern } from '../../define/text/language.ts'

/**
 * The target of a request as everything after it knows it: a path that begins with one slash (P12). Where WordPress is stood in
 * for (X7), `/?rest_route=/tribe/events/v1/events` and `/index.php/wp-json/…` are other doors to the same resource, and are written as the
 * plain path before anything is decided by it.
 */
export function plainTarget(url: string, basePath: string, host?: string): string {
  const target =
    url.charCodeAt(0) === slash && url.charCodeAt(1) !== slash ? url : oneSlash(url, host)
  return isWordPress(basePath) && door.test(target) ? opened(target, basePath) : target
}

/** Only under its usual base path are the addresses of a WordPress site looked for. */
export const isWordPress = (basePath: string) => basePath.toLowerCase() === '/wp-json'

const slash = 47

/** `http://host/path` is the path, when it names the host that `Host` does (RFC 9112, 3.2.2); other hosts are not ours. */
function oneSlash(url: string, host: string | undefined): string {
  const [start = '', named] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? []
  if (named !== undefined && named.toLowerCase() !== host?.toLowerCase()) return url
  const path = url.slice(start.length)
  return /^[/?]/.test(path) || path === '' ? `/${path.replace(/^\/+/, '')}` : url
}

const prefixPattern = `/(?:${languagePattern})(?=[/?])`
const door = new RegExp(
  `^(?:${prefixPattern})?(?:/index\\.php(?=[/?]|$)|/?\\?(?:.*&)?rest_route=)`,
  'i',
)
const inside = new RegExp(`^(${prefixPattern})?(?:/index\\.php)?(.*)$`, 'is')

function opened(target: string, basePath: string): string {
  const [, prefix = '', rest = ''] = inside.exec(target) ?? []
  const mark = rest.indexOf('?')
  const path = mark < 0 ? rest : rest.slice(0, mark)
  const parts = mark < 0 ? [] : rest.slice(mark + 1).split('&')
  const route = parts.findLast(part => part.startsWith('rest_route='))
  if (route === undefined || /[^/]/.test(path))
    return prefix + (rest.startsWith('/') ? rest : `/${rest}`)
  const query = parts.filter(part => !part.startsWith('rest_route=')).join('&')
  return `${prefix}${basePath}${routePath(route.slice('rest_route='.length))}${query && `?${query}`}`
}

/** A route as it stands in a parameter, encoded or not, as a path. */
function routePath(sent: string): string {
  const segments = sent.replace(/\+/g, '%20').replace(/%2f/gi, '/').replace(/\?/g, '%3F')
  return `/${segments.replace(/^\/+/, '')}`
}
