import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Settings } from '../../src/config/config.ts'

/** The claims of a person, by the name that they sign in with at the provider. */
export type Person = {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  preferred_username?: string
}

const secret = 'a secret of the client, long enough'

/**
 * A provider of OpenID Connect on this machine. A sign-in by the name of one of `people` is that person, whatever the
 * password. It listens before the service does, and gets the URL that leads back from `serve`.
 */
export async function startProvider(people: Record<string, Person>) {
  let answer: RequestListener | undefined
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`)
    if (answer) answer(request, response)
    else response.writeHead(503).end()
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings: Partial<Settings> = {
    oidcIssuer: issuer,
    oidcClientId: 'almanac',
    oidcClientSecret: secret,
    oidcLabel: 'Town hall',
  }
  return {
    issuer,
    settings,
    requests: requests,
    people,
    /** From now on it responds. */
    async serve(address: string) {
      const { Provider } = await quietly(() => import('oidc-provider'))
      const open = () =>
        new Provider(issuer, {
          clients: [
            {
              client_id: 'almanac',
              client_secret: secret,
              redirect_uris: [`${address}/admin/api/provider/callback`],
            },
          ],
          claims: {
            openid: ['sub'],
            email: ['email', 'email_verified'],
            profile: ['name', 'preferred_username'],
          },
          cookies: { keys: ['a key for cookies'] },
          findAccount: (_: unknown, sub: string) => ({
            accountId: sub,
            claims: () => people[sub] ?? { sub },
          }),
          ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
        })
      answer = (await quietly(async () => open())).callback()
    },
    /** From now on it says that it cannot. */
    fall() {
      answer = undefined
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>

/** It warns of what is only for tests. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { warn, info } = console
  Object.assign(console, { warn() {}, info() {} })
  try {
    return await work()
  } finally {
    Object.assign(console, { warn, info })
  }
}

/** Goes through the pages of the provider as a person; returns the URL that leads back. */
export async function signInThere(
  { issuer }: TestProvider,
  start: string,
  name: string,
): Promise<string> {
  const jar = new Map<string, string>()
  let url = start
  let form: URLSearchParams | undefined
  for (let step = 0; step < 12; step++) {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: cookie },
      ...(form && { method: 'POST', body: form }),
    })
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      const equals = pair.indexOf('=')
      jar.set(pair.slice(0, equals), pair.slice(equals + 1))
    }
    const text = await response.text()
    const location = response.headers.get('location')
    form = undefined
    if (location) {
      url = new URL(location, url).href
      if (!url.startsWith(issuer)) return url
      continue
    }
    const [, action = url] = /<form[^>]*action="([^"]+)"/.exec(text) ?? []
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(text) ?? []
    if (!prompt) throw new Error(`The provider says: ${response.status} ${text.slice(0, 500)}`)
    form = new URLSearchParams({
      prompt,
      ...(prompt === 'login' && { login: name, password: 'x' }),
    })
    url = new URL(action, url).href
  }
  throw new Error('The provider leads nowhere.')
}
