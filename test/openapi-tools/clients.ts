/**
 * The code of a developer with each generated client: list, read and create events. It is compiled with `tsc --strict` next to the client and run
 * against a service; `ROOT` and `TOKEN` are in the environment. The last line is printed where all went well.
 */
const env = `
declare const process: { env: Record<string, string> }
const root = process.env.ROOT
const headers = { Authorization: 'Bearer ' + process.env.TOKEN }
const body = { title: 'Fair', start_date: '2030-05-01 10:00:00', end_date: '2030-05-01 18:00:00', all_day: false, venue: { venue: 'Hall' }, translations: { fr: { title: 'Foire' } } }
function same(a: unknown, b: unknown) { if (a !== b) throw new Error(String(a) + ' is not ' + String(b)) }
`

const finish = (run: string) => `
async function run() {
${run}
  console.log('list, read and create: done')
}
void run()
`

const viaFetch = (list: string, create: string, read: string) =>
  finish(`
  const created = await ${create}
  if (created.status !== 201) throw new Error(JSON.stringify(created.data))
  const listed = await ${list}
  if (listed.status !== 200) throw new Error(JSON.stringify(listed.data))
  same(listed.data.events[0].title, 'Fair')
  same(typeof listed.data.total, 'number')
  const one = await ${read}
  if (one.status !== 200) throw new Error(JSON.stringify(one.data))
  same(one.data.slug, created.data.slug)
`)

export const clients = {
  'openapi-typescript': `
import createClient from 'openapi-fetch'
import type { paths } from './api'
${env}
const client = createClient<paths>({ baseUrl: root, headers })
${finish(`
  const created = await client.POST('/events', { body })
  if (!created.data) throw new Error(created.error.message)
  const listed = await client.GET('/events', { params: { query: { per_page: 2, search: 'fair', status: 'publish', start_date: '2030-01-01T00:00:00Z', end_date: '2031-01-01T00:00:00Z' } } })
  if (!listed.data) throw new Error(listed.error.code)
  same(listed.data.events[0].title, 'Fair')
  const one = await client.GET('/events/{id}', { params: { path: { id: created.data.id } } })
  if (!one.data) throw new Error(one.error.message)
  same(one.data.start_date_details.year, '2030')
  // @ts-expect-error a filter that is misspelt does not compile
  void (() => client.GET('/events', { params: { query: { serch: 'fair' } } }))
`)}`,

  '@hey-api/openapi-ts': `
import { createEvent, listEvents, readEvent } from './api'
import { client } from './api/client.gen'
${env}
client.setConfig({ headers })
${finish(`
  const created = await createEvent({ body })
  if (!created.data) throw new Error(JSON.stringify(created.error))
  const listed = await listEvents({ query: { per_page: 2, search: 'fair', start_date: '2030-01-01T00:00:00Z', end_date: '2031-01-01T00:00:00Z' } })
  if (!listed.data) throw new Error(JSON.stringify(listed.error))
  same(listed.data.events[0].title, 'Fair')
  const one = await readEvent({ path: { id: created.data.id } })
  if (!one.data) throw new Error(JSON.stringify(one.error))
  same(one.data.slug, created.data.slug)
`)}`,

  orval: `
import { createEvent, listEvents, readEvent } from './api'
${env}
void root
${viaFetch(
  "listEvents({ per_page: 2, search: 'fair', start_date: '2030-01-01T00:00:00Z', end_date: '2031-01-01T00:00:00Z' })",
  'createEvent(body, undefined, { headers })',
  'readEvent(created.data.id)',
)}`,

  'openapi-zod-client': `
import { createApiClient } from './api'
${env}
const client = createApiClient(root, { axiosConfig: { headers } })
${finish(`
  const created = await client.post('/events', body)
  const listed = await client.get('/events', { queries: { per_page: 2, search: 'fair', start_date: '2030-01-01T00:00:00Z', end_date: '2031-01-01T00:00:00Z' } })
  same(listed.events[0].title, 'Fair')
  const one = await client.get('/events/:id', { params: { id: created.id } })
  same(one.slug, created.slug)
`)}`,
}
