import { type Body, create, edit, read, send, service } from './scenario.ts'

/** For tests of recurring events, over the service of `scenario.ts`. */

let created = 0
/** Six Sundays at eight in the evening, in Paris, under a title of their own; `ids`: those of the dates. */
export async function series(more: object = {}) {
  created += 1
  const event = await create({
    title: `Series${created}x`,
    timezone: 'Europe/Paris',
    start_date: '2030-03-03 20:00:00',
    end_date: '2030-03-03 22:00:00',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'],
    ...more,
  })
  const id: number = event.id
  return { id, title: event.title as string, slug: event.slug as string, ids: await datesOf(id) }
}

/** The IDs of the dates of a series, whether or not lists show them. */
export async function datesOf(series: number): Promise<number[]> {
  const sql = `SELECT id FROM series_date WHERE series = ${series} AND gone = 0 ORDER BY original`
  return ((await service.rows(sql)) as Body[]).map(({ id }) => Number(id))
}

/** Everything that lists of these tests look at. */
export const timeOnly = { start_date: '2027-01-01', end_date: '2040-12-31', per_page: 50 }

/** The dates with a title in lists, as anybody sees them. */
export const listed = async (title: string): Promise<Body[]> =>
  (await read('/events', { ...timeOnly, search: title })).events

/** Changes or removes as much of a series as a scope says. */
export const scoped = (
  method: string,
  id: number,
  scope: string | undefined,
  body: object = {},
): Promise<Body> => edit(method, `/events/${id}`, { ...body, ...(scope && { scope }) })

/** The path of the versions of an event. */
export const versionPath = (id: number) => `${service.address}/admin/api/events/${id}/versions`

/** The versions of an event, the last one first. */
export const versionsOf = async (id: number): Promise<Body[]> =>
  (await send('GET', versionPath(id), { as: 'editor' })).body.versions

/** Restores a version of an event. */
export const restore = (id: number, version: number) =>
  edit('POST', `${versionPath(id)}/${version}/restore`, {})

/** A page of the public site. */
export const page = (path: string) =>
  send('GET', `${service.address}${path}`, { headers: { Accept: 'text/html' } })
