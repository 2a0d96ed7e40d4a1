import type { Language } from '../../define/field-type.ts'
import { Problem } from '../../problem/index.ts'
import type { Base } from '../request/bases.ts'
import { isForNobody, type Request } from '../request/request.ts'
import type { Service } from '../services/service.ts'
import type { Response } from './call.ts'
import type { Headers } from './headers.ts'
import { problemResponse } from './problem-body.ts'

/** The known parts of any request when a problem interrupts it. */
export type Progress = {
  readonly service: Service
  readonly request: Request
  /** The base URL for its links. */
  readonly base: Base
  /** That of messages. */
  language: Language
  /** The login of the caller, for the log. */
  actor: string
  /** Headers that say how many requests are left. */
  limits: Headers
}

/** A response with all of its headers, and its caller, for the log. */
export type Finished = Response & { actor: string }

type Given = Response | undefined

/** Where the API, the admin API and the pages differ. */
type Steps = {
  answer(): Promise<Response>
  /** The response to a problem, where it is another than the error body; undefined: there is none. */
  refuse?(problem: Problem): Given | Promise<Given>
  /** Adds the headers that every response has. */
  finish(given: Response): Response
}

export const begin = (service: Service, request: Request, language: Language): Progress => ({
  service,
  request,
  base: service.bases.of(request),
  language,
  actor: '',
  limits: {},
})

/** The one pipeline: the limit of requests, the answer or what a problem makes of it, the headers. Never throws. */
export async function run(
  progress: Progress,
  { answer, refuse, finish }: Steps,
): Promise<Finished | undefined> {
  const { service, request } = progress
  const given = await tried().catch(error => {
    const problem = asProblem(error, service, request)
    return refuse ? refuse(problem) : problemResponse(problem, progress.language)
  })
  return given && Object.assign(finish(given), { actor: progress.actor })

  async function tried(): Promise<Given> {
    if (service.rate) progress.limits = service.rate(request.address)
    return answer()
  }
}

/** The response to an error; unexpected errors go to the log. */
function asProblem(error: unknown, { faults, log }: Service, request: Request): Problem {
  const problem = error instanceof Problem ? error : faults(error)
  if (problem) return problem
  if (!isForNobody(error, request)) log.failure(request.id, error)
  return new Problem('rest_internal')
}
