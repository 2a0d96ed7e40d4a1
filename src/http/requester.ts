import type { ServerResponse } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Requester } from '../calendar/context.ts'

/** Who waits for a response. What is seldom asked is found out when it is: every request makes one of these. */
export class ResponseRequester implements Requester {
  readonly #address: string
  readonly #response: ServerResponse
  #gone: AbortSignal | undefined

  constructor(address: string, response: ServerResponse) {
    this.#address = address
    this.#response = response
  }

  get address(): string {
    return networkOf(this.#address)
  }

  get gone(): AbortSignal {
    this.#gone ??= goneWith(this.#response)
    return this.#gone
  }
}

/** Whoever has one address of IPv6 has the 64 bits behind it as well. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const at = ipaddr.process(address)
  return at instanceof ipaddr.IPv6 ? at.parts.slice(0, 4).join(':') : at.toString()
}

function goneWith(response: ServerResponse): AbortSignal {
  const end = new AbortController()
  if (response.destroyed || response.closed) end.abort()
  else response.once('close', () => end.abort())
  return end.signal
}

/** Did it end because its caller has gone? Then nobody hears of it, and nothing is wrong. */
export const isForNobody = (error: unknown, requester: Requester) =>
  error instanceof Error && error.name === 'AbortError' && requester.gone.aborted
