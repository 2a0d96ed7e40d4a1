import { languagePattern } from '../../define/text/language.ts'
import { withoutQuery } from '../../define/text/uri.ts'
import { Problem } from '../../problem/index.ts'
import type { Response } from '../api/call.ts'
import type { Progress } from '../api/pipeline.ts'

/** Where a resource describes its tokens (RFC 9728): the path of the resource follows. */
const place = '/.well-known/oauth-protected-resource'
const pattern = new RegExp(
  `^${place.replace('.', '\\.')}((?:/(?:${languagePattern}))?/mcp)?/?$`,
  'i',
)

/** The path that such an address describes: the server in the main language, where none follows. */
export function resourceDescribed(pathname: string): string | undefined {
  const found = pattern.exec(pathname)
  return found ? (found[1] ?? '/mcp') : undefined
}

/** What the resource is, and how tokens are sent. Administrators make them: there is no server that issues them on request. */
export async function describeResource(
  { service, base, request }: Progress,
  path: string,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new Problem('rest_no_route')
  const body = {
    resource: `${base.publicUrl}${path}`,
    resource_name: service.about.siteName || new URL(base.publicUrl).host,
    bearer_methods_supported: ['header'],
    resource_documentation: `${base.publicUrl}/docs`,
  }
  return { status: 200, headers: { 'Access-Control-Allow-Origin': '*' }, body }
}

/** `WWW-Authenticate` of a refusal. Without credentials there is no error in them (RFC 6750, 3.1). */
export function challengeOf({ base, request }: Progress): string {
  const path = withoutQuery(request.url).replace(/\/$/, '')
  const error = request.headers.authorization ? 'error="invalid_token", ' : ''
  return `Bearer realm="Almanac", ${error}resource_metadata="${base.publicUrl}${place}${path}"`
}
