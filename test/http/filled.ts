import { Agent, request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { readSettings } from '../../src/config/config.ts'
import { serve } from '../../src/main.ts'
import { routesOf } from '../../src/operations/index.ts'
import { type ResourceName, resourceNames, resources } from '../../src/resources/table.ts'
import { databaseUrlOf, newPlace, openRows } from '../support/engine.ts'

export type SentRequest = {
  method: string
  /** Path and query, as they stand on the wire. */
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}

export type Answered = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** An image of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const plain = (bytes: Buffer, encoding: string | undefined) =>
  (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8')

/** For tests: a service on a port of its own, with a few records of every kind in both languages. */
export async function openFilled() {
  const { folder: dataFolder, remove } = await newPlace('almanac-anything-')
  const flags = {
    port: '0',
    dataFolder,
    logLevel: 'silent',
    ...databaseUrlOf(dataFolder),
  }
  const { settings } = readSettings({ flags, env: {}, cwd: dataFolder })
  const service = await serve({ ...settings, fetchTimeout: 200, gracePeriod: 0 })
  const { port } = new URL(service.address)
  const root = `/${settings.namespace}`
  const database = openRows(settings)
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })

  const send = ({ method, path, headers = {}, body }: SentRequest): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        {
          host: '127.0.0.1',
          port,
          agent,
          method,
          path,
          headers: {
            ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
            ...headers,
          },
        },
        response => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: plain(Buffer.concat(chunks), response.headers['content-encoding']),
            }),
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.setTimeout(60_000, () => outgoing.destroy(new Error(`No answer: ${method} ${path}`)))
      outgoing.end(body)
    })

  const tokenOf = async (role: string) => {
    await service.accounts.add({ login: role, role })
    const secret = `alm_token_of_${role}`
    await service.accounts.issue({
      login: role,
      form: 'bearer',
      name: 'tests',
      scope: 'admin',
      secret,
    })
    return `Bearer ${secret}`
  }
  const administrator = await tokenOf('administrator')
  const contributor = await tokenOf('contributor')

  const ids = Object.fromEntries(resourceNames.map(name => [name, []])) as unknown as Record<
    ResourceName,
    number[]
  >
  const post = async (kind: ResourceName, body: Buffer | object) => {
    const isFile = Buffer.isBuffer(body)
    const { status, text } = await send({
      method: 'POST',
      path: `${root}/${resources[kind].path}`,
      headers: {
        Authorization: administrator,
        'Content-Type': isFile ? 'image/png' : 'application/json',
      },
      body: isFile ? body : JSON.stringify(body),
    })
    if (status !== 201) throw new Error(`${kind}: ${status} ${text}`)
    ids[kind].push((JSON.parse(text) as { id: number }).id)
  }
  for (const n of [1, 2, 3]) {
    await post('image', png)
    await post('category', {
      name: `Music ${n}`,
      translations: { fr: { name: `Musique ${n}` } },
      ...(n > 1 && { parent: ids.category[0] }),
    })
    await post('tag', { name: `Outdoor ${n}`, translations: { fr: { name: `Plein air ${n}` } } })
    await post('venue', {
      venue: `Hall ${n}`,
      geo_lat: 45 + n,
      geo_lng: -73,
      translations: { fr: { venue: `Salle ${n}` } },
    })
    await post('organizer', {
      organizer: `Friends ${n}`,
      translations: { fr: { organizer: `Amis ${n}` } },
    })
    await post('event', {
      title: `Fair ${n}`,
      start_date: 'tomorrow 9am',
      end_date: '+2 weeks',
      cost: '10 – 20',
      categories: ids.category,
      tags: ids.tag,
      venue: ids.venue.slice(-1),
      organizer: ids.organizer,
      image: ids.image[0],
      ...(n === 3 && { password: 'sesame' }),
      translations: { fr: { title: `Foire ${n}`, description: 'Été' } },
    })
  }

  return {
    service,
    routes: routesOf(settings),
    root,
    port: Number(port),
    send,
    ids,
    administrator,
    contributor,
    /** The number of lines of the journal. */
    async written() {
      const sql = 'SELECT max(seq) AS seq FROM journal'
      return (await database.rows<{ seq: number }>(sql))[0]?.seq ?? 0
    },
    async close() {
      agent.destroy()
      await service.close()
      await database.close()
      await remove()
    },
  }
}

export type Filled = Awaited<ReturnType<typeof openFilled>>
