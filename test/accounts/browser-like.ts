import { Agent } from 'node:http'
import type { Settings } from '../../src/config/config.ts'
import type { SiteInput } from '../../src/config/stored-site.ts'
import { type Reply, type Service, sendTo, startService } from '../support/service.ts'

export const password = 'a long password'

/** A service in which every account of the roles has a password to sign in with. */
export async function startWithPasswords(
  settings: Partial<Settings> = {},
  site?: SiteInput,
): Promise<Service> {
  const service = await startService(settings, site)
  for (const { login } of await service.accounts.list())
    await service.accounts.setPassword(login, password)
  return service
}

/** A page of the service in a browser: it keeps the cookie, sends its origin, and the token from the service. */
export function openTab(service: Pick<Service, 'address'>, agent = new Agent({ keepAlive: true })) {
  const tab = {
    /** The session; other cookies by name. */
    cookie: '',
    others: new Map<string, string>(),
    token: '',
    /** A request as a page of ours makes it; `headers` replace what it would send. */
    async send(
      method: string,
      path: string,
      body?: object,
      headers: Record<string, string> = {},
    ): Promise<Reply> {
      const others = [...tab.others].map(pair => pair.join('='))
      const cookies = [tab.cookie, ...others].filter(Boolean).join('; ')
      const url = path.startsWith('/') ? path : `/admin/api/${path}`
      const reply = await sendTo(agent, method, service.address + url, {
        ...(body && { body }),
        headers: {
          Origin: service.address,
          'Sec-Fetch-Site': 'same-origin',
          ...(cookies && { Cookie: cookies }),
          ...(tab.token && { 'X-Almanac-Session': tab.token }),
          ...headers,
        },
      })
      for (const set of reply.headers['set-cookie'] ?? []) {
        const [pair = ''] = set.split(';')
        const [name = '', value = ''] = pair.split('=')
        if (name !== '__Host-almanac') tab.others.set(name, value)
        else tab.cookie = value ? pair : ''
      }
      if (typeof reply.body?.token === 'string') tab.token = reply.body.token
      return reply
    },
    signIn: (login: string, more: object = {}) =>
      tab.send('POST', 'session', { login, password, ...more }),
    close: () => agent.destroy(),
  }
  return tab
}

export type Tab = ReturnType<typeof openTab>
