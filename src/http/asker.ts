import type { ServerResponse } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Asker } from '../calendar/house.ts'

/** Who waits for a response. What is seldom asked is found out when it is. */
export function askerOf(address: string, response: ServerResponse): Asker {
  let gone: AbortSignal | undefined
  return {
    get address() {
      return networkOf(address)
    },
    get gone() {
      gone ??= goneWith(response)
      return gone
    },
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
export const isForNobody = (error: unknown, asker: Asker) =>
  error instanceof Error && error.name === 'AbortError' && asker.gone.aborted
