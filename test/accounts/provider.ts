import assert from 'node:assert/strict'
import { signInThere, type TestProvider } from '../support/provider.ts'
import type { Reply, Service } from '../support/service.ts'
import { openTab, type Tab } from './browser-like.ts'

/** A browser at the service that signs in by the provider. */
export function openGuest(service: Pick<Service, 'address'>, provider: TestProvider) {
  const tab = openTab(service)
  const guest = {
    tab,
    async begin(screen = '/'): Promise<string> {
      const started = await tab.send('POST', 'provider', { screen })
      assert.equal(started.status, 200, started.text)
      return started.body.url
    },
    /** The URL of the provider's redirect after a sign-in. */
    goes: async (name: string, screen?: string) =>
      signInThere(provider, await guest.begin(screen), name),
    /** Opens the URL that the provider led to. */
    async comes(back: string): Promise<Reply> {
      const { pathname, search } = new URL(back)
      const reply = await tab.send('GET', pathname + search, undefined, {
        'Sec-Fetch-Site': 'cross-site',
      })
      assert.equal(reply.status, 303, reply.text)
      assert.match(reply.headers.location ?? '', new RegExp(`^${service.address}/.*#provider$`))
      return reply
    },
    finish: (given: object = {}) => tab.send('POST', 'provider/session', given),
    /** All of it. */
    async signIn(name: string, given: object = {}): Promise<Reply> {
      await guest.comes(await guest.goes(name))
      return guest.finish(given)
    },
  }
  return guest
}

export type Guest = { tab: Tab } & ReturnType<typeof openGuest>
