import { hash, timingSafeEqual } from 'node:crypto'
import { isRead, type Request } from '../request/request.ts'
import type { RequestCounts } from '../request/request-counts.ts'
import type { Service } from '../services/service.ts'
import { type OutgoingResponse, refusal, respond, written } from './respond.ts'

export const metricsPath = '/metrics'

/** For Prometheus; undefined without a token. */
export type Watched = {
  requests?: RequestCounts | undefined
  metrics?:
    | {
        /** The required bearer token of a request. */
        token: string
        contentType: string
        /** All figures of the service, in the format of Prometheus. */
        text(): Promise<string>
      }
    | undefined
}

/** `/metrics`, for those who have its token; without one it is no path at all. */
export async function ofMetrics(
  service: Service,
  { metrics }: Watched,
  request: Request,
): Promise<OutgoingResponse> {
  if (!metrics || !isRead(request)) return respond(service, request)
  const [, sent] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (sent === undefined || !isSame(sent, metrics.token))
    return refusal(service, request, 'rest_not_logged_in')
  const headers = { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }
  return written(request, 200, headers, await metrics.text())
}

/** In a time that does not depend on what is sent. */
const isSame = (a: string, b: string) =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
