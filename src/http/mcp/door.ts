import { once } from '../../define/base/objects.ts'
import { languagePattern } from '../../define/text/language.ts'
import type { Finished } from '../api/pipeline.ts'
import type { Request } from '../request/request.ts'
import type { Service } from '../services/service.ts'
import type { Respond } from './call-tool.ts'

const metadata = '/\\.well-known/oauth-protected-resource'
const path = new RegExp(
  `^(?:(?:${metadata})?(?:/(?:${languagePattern}))?/mcp|${metadata})/?(?:\\?|$)`,
  'i',
)

// Loaded with the first request for it: most services have none.
const server = once(() => import('./mcp.ts'))

/** The server of tools for assistants; undefined where a path is not its. */
export async function mcpFor(
  service: Service,
  request: Request,
  respond: Respond,
): Promise<Finished | undefined> {
  if (!path.test(request.url)) return undefined
  const { answerMcp } = await server()
  return answerMcp(service, request, respond)
}
