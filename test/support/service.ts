import type { Agent, IncomingHttpHeaders } from 'node:http'
import type { User } from '../../src/calendar/people/account-types.ts'
import { readSettings, type Settings } from '../../src/config/config.ts'
import type { SiteInput } from '../../src/config/stored-site.ts'
import { type Role, roles } from '../../src/define/account-messages.ts'
import { openDataFolder, serve } from '../../src/main.ts'
import { databaseUrlOf, newPlace, openRows } from './engine.ts'

// `import` would load an HTTP client with it, which takes 90 ms of each process of a test.
const http = process.getBuiltinModule('node:http')

/** One account for each, with the role as its login. */
export { type Role, roles }

/** The sender of a request: a user by login, nobody, or the user of an `Authorization` header. */
export type Sender = Role | 'anonymous' | (string & {})

export type Sending = {
  as?: Sender
  /** An object goes out as JSON; text and bytes as they are, with the type that `headers` name. */
  body?: object | string | Buffer
  query?: Record<string, string | number | boolean>
  headers?: Record<string, string>
  isAgain?: boolean
}

/** `body` is what the JSON says, or undefined where there is none. */
export type Reply = Awaited<ReturnType<typeof sendTo>>

export type Service = Awaited<ReturnType<typeof run>>

/** The settings of a service for one test: any free port, a folder (`newPlace`), nothing from the environment. */
export function settingsFor(folder: string, overrides: Partial<Settings> = {}): Settings {
  const { settings } = readSettings({ flags: {}, env: {}, cwd: folder })
  return {
    ...settings,
    port: 0,
    logLevel: 'error',
    dataFolder: folder,
    ...databaseUrlOf(folder),
    ...overrides,
  }
}

/**
 * Starts a service with one account of every role, whose clock stands still. `site` says what of the settings was given: the rest may be changed while it
 * runs. It keeps its data in a folder of its own, gone when it closes. */
export async function startService(overrides: Partial<Settings> = {}, site?: SiteInput) {
  const place = await newPlace()
  const settings = settingsFor(place.folder, overrides)
  const context = await openDataFolder(settings)
  for (const role of roles) await enrol(context.accounts, role, role)
  await context.close()
  return run(settings, place.remove, stillClock(settings), site)
}

type Clock = ReturnType<typeof stillClock>

/** Stands at one second until a test moves it on: nothing changes because a second passes between two requests. */
export function stillClock({ clock }: Pick<Settings, 'clock'>) {
  let at = Math.floor((clock === '' ? Date.now() : Date.parse(clock)) / 1000)
  return {
    now: () => at,
    /** Lets this many seconds pass. */
    advance(seconds: number) {
      at += seconds
    },
  }
}

/** Stops a service and starts it again on the same data. */
export async function restart(service: Service, changes: Partial<Settings> = {}): Promise<Service> {
  await service.stop()
  const settings = { ...service.settings, ...changes }
  return run(settings, service.remove, changes.clock ? stillClock(settings) : service.clock)
}

const tokenOf = (login: string) => `alm_token_of_${login}`
const passwordOf = (login: string) => `pass word of ${login}`

/** Makes an account with a bearer token and an application password that are known to tests. */
export async function enrol(
  accounts: Awaited<ReturnType<typeof openDataFolder>>['accounts'],
  login: string,
  role: Role,
): Promise<User> {
  const user = await accounts.add({ login, role })
  await accounts.issue({ login, form: 'bearer', name: 'test', secret: tokenOf(login) })
  await accounts.issue({ login, form: 'application', name: 'test', secret: passwordOf(login) })
  return user
}

async function run(
  settings: Settings,
  remove: () => Promise<void>,
  clock: Clock,
  site?: SiteInput,
) {
  const service = await serve(settings, { now: clock.now, ...(site && { site }) })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const database = openRows(settings)
  const users = Object.fromEntries(
    (await service.accounts.list()).map(user => [user.login, user.id]),
  )

  async function stop() {
    await database.close()
    // what is kept open for another request would be waited for
    agent.destroy()
    await service.close()
  }

  return {
    ...service,
    settings,
    clock,
    /** Ids of accounts by login. */
    users: users as Record<Role, number>,

    /** Sends a request to a path under the root of the API, or to a whole address. */
    send: (method: string, path: string, sending: Sending = {}) =>
      sendTo(agent, method, path.startsWith('http') ? path : service.root.plain + path, sending),

    /** `Authorization: Basic …` of an account, by its application password. */
    basic: (login: string) => basicOf(login, passwordOf(login)),

    /** `Authorization: Bearer …` with a new token that covers only this. */
    async bearer(login: string, of: { scope?: string; language?: 'en' | 'fr'; expires?: number }) {
      const issued = await service.accounts.issue({ login, form: 'bearer', name: 'test', ...of })
      return { authorization: `Bearer ${issued.secret}`, id: issued.credential.id }
    },

    /** Makes another account while the service runs; it sends by its login. */
    enrol: (login: string, role: Role) => enrol(service.accounts, login, role),

    /** Looks into the database, past the service. */
    rows: database.rows,

    /** Stops the service and leaves its data. */
    stop,

    /** Takes the data of a service away that has stopped. */
    remove,

    /** Stops the service and takes its data away. */
    async close() {
      await stop()
      await remove()
    },
  }
}

export const basicOf = (login: string, password: string) =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`

/** The headers of a test’s request. */
export function authorizationOf(as: Sender): Record<string, string> {
  if (as === 'anonymous') return {}
  return { Authorization: as.includes(' ') ? as : `Bearer ${tokenOf(as)}` }
}

export async function sendTo(agent: Agent, method: string, address: string, sending: Sending) {
  const { as = 'anonymous', body, query, headers = {} } = sending
  const url = new URL(address)
  for (const [name, value] of Object.entries(query ?? {}))
    url.searchParams.append(name, String(value))
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body)
  const bytes =
    body === undefined ? undefined : Buffer.from(isJson ? JSON.stringify(body) : (body as string))
  return new Promise<{
    status: number
    headers: IncomingHttpHeaders
    text: string
    body: ReturnType<typeof JSON.parse>
  }>((resolve, reject) => {
    const request = http.request(url, {
      agent,
      method,
      headers: {
        ...(isJson && { 'Content-Type': 'application/json' }),
        ...(bytes && { 'Content-Length': String(bytes.length) }),
        ...authorizationOf(as),
        ...headers,
      },
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      // the service had closed the idle connection: a loaded machine may take longer than it stays open
      const isClosed = request.reusedSocket && error.code === 'ECONNRESET' && !sending.isAgain
      if (isClosed) resolve(sendTo(agent, method, address, { ...sending, isAgain: true }))
      else reject(error)
    })
    request.on('response', response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const { statusCode = 0, headers } = response
        resolve({ status: statusCode, headers, text, body: parsed(text) })
      })
    })
    request.end(bytes)
  })
}

function parsed(text: string): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
