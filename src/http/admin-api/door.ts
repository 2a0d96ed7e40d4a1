import type { Response } from '../api/call.ts'
import type { Request } from '../request/request.ts'
import type { Service } from '../services/service.ts'
import { adminTarget } from './admin-target.ts'

/** Answers requests of the admin API, which is loaded on first use. Undefined for other requests. */
export async function adminFor(
  service: Service,
  request: Request,
): Promise<(Response & { actor: string }) | undefined> {
  const target = adminTarget(request.url)
  if (!target) return undefined
  const { answerAdmin } = await import('./answer.ts')
  return answerAdmin(service, request, target)
}
