import type { Language } from '../../define/text/language.ts'
import type { SiteFacts, Who } from '../../sdk/account-types.ts'
import { connectAccounts } from '../../sdk/accounts.ts'
import { connect } from '../../sdk/client.ts'
import type { Place } from '../place.ts'

/**
 * What the app asks of the service, by the client that everyone uses. A session opens the API only to requests that name it, so each
 * carries the token that came last.
 */
export function openServer(place: Place) {
  let token: string | undefined
  const named: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    if (token) headers.set('X-Almanac-Session', token)
    return fetch(input, { ...init, headers })
  }
  const accounts = connectAccounts(new URL(place.accounts, location.href).href, { fetch: named })
  return {
    accounts,
    /** The API, with texts in a language. */
    api: (site: SiteFacts, language: Language) =>
      connect(new URL(new URL(site.root.plain).pathname, location.href).href, {
        language,
        fetch: named,
      }),
    /** Every response that says who is signed in may carry a new token. */
    remember(who: Who | { token: string }) {
      token = 'token' in who ? who.token : undefined
    },
  }
}

export type Server = ReturnType<typeof openServer>
