import type { ErrorCode, Language } from './types.ts'

/** An error of one parameter with a code of its own. */
export type Detail = { code: string; message: string; data?: Record<string, unknown> | null }

export type ErrorBody = {
  code: ErrorCode
  status: number
  message: string
  params?: Record<string, string> | string[]
  details?: Record<string, Detail>
  /** Everything under `data` in the response. */
  data?: Record<string, unknown>
  retryAfter?: number
}

/** The error that the service returned instead of a record. `status` is 0 when it was not reached at all. */
export class AlmanacError extends Error {
  override readonly name = 'AlmanacError'
  readonly code: ErrorCode
  readonly status: number
  /** The errors, by parameter; for `rest_missing_callback_param` the names that are missing. */
  readonly params: Record<string, string> | string[]
  readonly details: Record<string, Detail>
  readonly data: Record<string, unknown>
  /** Seconds to wait before another attempt. */
  readonly retryAfter: number | undefined

  constructor(
    { code, status, message, params = {}, details = {}, data = {}, retryAfter }: ErrorBody,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = code
    this.status = status
    this.params = params
    this.details = details
    this.data = data
    this.retryAfter = retryAfter
  }
}

type Message = Partial<Record<Language, string>> & { en: string }

const unreachable: Message = {
  en: 'The service at {root} could not be reached.',
  fr: 'Le service à l’URL {root} est injoignable.',
}
const foreign: Message = {
  en: 'The response of {root} (status {status}) does not come from Almanac.',
  fr: 'La réponse de {root} (statut {status}) n’est pas celle d’Almanac.',
}

/** There was no response. */
export const notReached = (root: string, language: Language, cause: unknown) =>
  new AlmanacError(
    {
      code: 'unreachable',
      status: 0,
      message: (unreachable[language] ?? unreachable.en).replace('{root}', root),
    },
    { cause },
  )

/** The response is not ours: a proxy, another site. */
export const notOurs = (root: string, language: Language, status: number) =>
  new AlmanacError({
    code: 'unexpected_response',
    status,
    message: (foreign[language] ?? foreign.en)
      .replace('{root}', root)
      .replace('{status}', String(status)),
  })

export const isObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null

/** An error as the service reported it. */
export function problemOf(body: unknown, { status, headers }: Response): AlmanacError | undefined {
  const { code, message, data } = isObject(body) ? body : {}
  if (typeof code !== 'string' || typeof message !== 'string') return undefined
  const fields = isObject(data) ? data : undefined
  const { params, details }: Pick<ErrorBody, 'params' | 'details'> = fields ?? {}
  const retryAfter = secondsOf(headers.get('retry-after'))
  return new AlmanacError({
    code: code as ErrorCode,
    status,
    message,
    ...(params && { params }),
    ...(details && { details }),
    ...(fields && { data: fields }),
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

/** `Retry-After` says seconds or, where a proxy writes it, a date. */
function secondsOf(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = /^[0-9]+$/.test(header)
    ? Number(header)
    : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
