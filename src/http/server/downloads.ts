import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { AccountProblem } from '../../calendar/index.ts'
import { Problem } from '../../problem/index.ts'
import { enter, enterSession } from '../api/sender.ts'
import { problemOf } from '../request/account-problems.ts'
import type { Request } from '../request/request.ts'
import type { Service } from '../services/service.ts'
import { type OutgoingResponse, refusal } from './respond.ts'

export const downloadsPath = '/admin/downloads/'

/**
 * An export or a backup, for the administrator who got its URL a moment ago; undefined: it is being sent, piece by piece. A URL alone opens
 * nothing: the session or the credentials of that user come with it.
 */
export async function ofDownload(
  service: Service,
  request: Request,
  response: ServerResponse,
): Promise<OutgoingResponse | undefined> {
  try {
    if (request.method !== 'GET') throw new Problem('rest_no_route')
    const { actor } = request.headers.authorization
      ? await enter(request, service.authenticator, service.attempts)
      : await enterSession(service, request, { needsToken: false })
    const path = request.url.slice(downloadsPath.length).split('?', 1)[0] ?? ''
    const { stream, file } = await service.backups.open(actor, path)
    response.writeHead(200, {
      'Content-Type': typeOf(file),
      'Content-Disposition': `attachment; filename="${file}"`,
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    })
    // the browser begins at once, the first record takes a process that starts
    response.flushHeaders()
    // a file that breaks off must not look like a whole one
    pipeline(stream, response, error => {
      if (error) response.destroy()
    })
    return undefined
  } catch (error) {
    const problem = error instanceof AccountProblem ? problemOf(error) : error
    if (problem instanceof Problem) return refusal(service, request, problem)
    throw error
  }
}

const types: Record<string, string> = {
  ics: 'text/calendar; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
  zip: 'application/zip',
}
const typeOf = (file: string) => types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
