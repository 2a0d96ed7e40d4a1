import type { Language } from '../define/text/language.ts'
import { connect, connectAdmin, type SignedIn, type SiteFacts, type Who } from '../sdk/index.ts'
import type { Place } from './place.ts'

/** Shows the sign-in dialog; true once the same user has signed in. */
type Back = () => Promise<boolean>

/**
 * Sends the requests of the app through the public client. The API accepts a session only from requests that name it, so each
 * carries the latest token. When the session has expired, a request waits for the next sign-in and is sent again: nothing that was
 * typed is lost.
 */
export function openServer(place: Place) {
  let token: string | undefined
  let user: number | undefined
  let signInAgain: Back | undefined
  let coming: Promise<boolean> | undefined
  const reads = openReads()

  const named: typeof fetch = async (input, init) => {
    const sent = token
    const isEnd = init?.method === 'DELETE' && isOwnSession(root, String(input))
    const send = () => {
      const headers = new Headers(init?.headers)
      if (token) headers.set('X-Almanac-Session', token)
      const signals = init?.signal ? [init.signal] : []
      if (init?.method === 'GET' && !isOfSession(input)) signals.push(reads.signal())
      // the session ends also if the page is left at once
      const keepalive = isEnd
      return fetch(input, { ...init, headers, keepalive, signal: AbortSignal.any(signals) })
    }
    if (isEnd) return reads.giveUp(send)
    const answer = await send()
    const code =
      sent && (answer.status === 401 || answer.status === 403) ? await codeOf(answer) : ''
    const isSession = code === 'session_expired' || code === 'session_token'
    if (!isSession || (init?.method !== 'GET' && isOfSession(input))) return answer
    if (sent !== token) return send()
    coming ??= back(code).finally(() => {
      coming = undefined
    })
    return (await coming) ? send() : answer
  }

  /** Another tab may have the session's new token; else the user signs in again. */
  async function back(code: unknown): Promise<boolean> {
    if (code === 'session_token') {
      const who = await connectAdmin(root)('GET /session')
      if (who.state === 'signed-in' && who.user.id === user && who.token !== token) {
        token = who.token
        return true
      }
    }
    return signInAgain ? signInAgain() : false
  }

  const root = new URL(place.accounts, location.href).href
  const admin = connectAdmin(root, { fetch: named })
  return {
    admin,
    /** The API, with texts in a language. */
    api: (site: SiteFacts, language: Language) =>
      connect(new URL(new URL(site.root.plain).pathname, location.href).href, {
        language,
        fetch: named,
      }),
    /** Takes the token of a response that names the signed-in user. */
    remember(who: Who | Pick<SignedIn, 'token'>) {
      token = 'token' in who ? who.token : undefined
      // screens that are still mounted after sign-out send no more reads
      if (token) reads.open()
      if ('user' in who) user = who.user.id
    },
    /** Sets the dialog for signing in again while screens are open. */
    onSessionExpired(ask: Back | undefined) {
      signInAgain = ask
      // a sign-in that the user left must not delay requests after the next one
      if (!ask) coming = undefined
    },
  }
}

export type Server = ReturnType<typeof openServer>

/** Reads are aborted at sign-out: the service would refuse them after the end of the session. */
function openReads() {
  let control = new AbortController()
  const reads = {
    signal: () => control.signal,
    /** Allows reads again after a sign-in. */
    open() {
      if (control.signal.aborted) control = new AbortController()
    },
    async giveUp(signOut: () => Promise<Response>): Promise<Response> {
      control.abort()
      try {
        const answer = await signOut()
        if (!answer.ok) reads.open()
        return answer
      } catch (error) {
        reads.open()
        throw error
      }
    },
  }
  return reads
}

/** Requests about the session itself, which must not wait for another sign-in. */
const isOfSession = (input: RequestInfo | URL) => /\/session$/.test(String(input))

/** The sessions of another account end without an effect on this one. */
const isOwnSession = (root: string, url: string) =>
  url === `${root}/session` || url === `${root}/sessions`

async function codeOf(answer: Response): Promise<unknown> {
  const body: { code?: unknown } | null = await answer
    .clone()
    .json()
    .catch(() => null)
  return body?.code
}
