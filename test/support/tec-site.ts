import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A record in the shape of The Events Calendar. */
export type TecRecord = { id: number; title?: string; start_date?: string } & Record<
  string,
  unknown
>
export type TecLists = Record<
  'events' | 'venues' | 'organizers' | 'categories' | 'tags',
  TecRecord[]
>

export type TecSite = {
  /** By language; the first is that of the root, others stand below `/fr`. */
  languages: Record<string, TecLists>
  /** ID of each event → that of its translation, as the heads of pages link it. */
  links?: Map<number, number>
  /** As the posts of WordPress have it, in the words of a plugin. */
  posts?: 'polylang' | 'wpml' | false
  robots?: string
  /** `user:password`, with which drafts are listed. */
  credentials?: string
  /** Answers have an ETag, and 304 where it is sent and nothing has changed. */
  hasTags?: boolean
  /** Says what a request is answered with instead. */
  instead?: (path: string) => number | undefined
}

/** A small server that plays a site with The Events Calendar. */
export async function playSite(site: TecSite) {
  const requests: string[] = []
  const statuses: number[] = []
  const server = createServer((request, response) => {
    requests.push(String(request.url))
    response.on('finish', () => statuses.push(response.statusCode))
    if (site.hasTags) tagAnswers(request, response)
    answer(site, request, response, base())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    base: base(),
    requests,
    statuses,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answer(site: TecSite, request: IncomingMessage, response: ServerResponse, base: string) {
  const url = new URL(String(request.url), base)
  const status = site.instead?.(url.pathname + url.search)
  if (status !== undefined) return send(response, status, 'application/json', '{}')
  const [, code, path = ''] = /^(?:\/(fr))?(\/.*)$/.exec(url.pathname) ?? []
  const [main = 'en'] = Object.keys(site.languages)
  const language = code ?? main
  const lists = site.languages[language]
  if (path === '/robots.txt')
    return send(response, site.robots ? 200 : 404, 'text/plain', site.robots ?? '')
  if (!lists) return send(response, 404, 'text/html', 'nothing here')
  const [, api] = /^\/wp-json\/tribe\/events\/v1(?:\/(.*))?$/.exec(path) ?? []
  if (api !== undefined)
    return answerApi(
      site,
      lists,
      { url, api, base: code ? `${base}/${code}` : base },
      request,
      response,
    )
  if (path === '/wp-json/wp/v2/tribe_events' && site.posts)
    return send(response, 200, 'application/json', JSON.stringify(postsOf(site, lists, url)))
  const [, slug] = /^\/event\/([^/]+)\/$/.exec(path) ?? []
  const event = lists.events.find(each => each.slug === slug)
  if (path !== '/' && !event) return send(response, 404, 'text/html', 'nothing here')
  send(response, 200, 'text/html', pageOf(site, { main, language, base }, event))
}

function answerApi(
  site: TecSite,
  lists: TecLists,
  { url, api, base }: { url: URL; api: string; base: string },
  request: IncomingMessage,
  response: ServerResponse,
) {
  const one = /^events\/(\d+)$/.exec(api)
  const resolved = (record: TecRecord) =>
    JSON.parse(JSON.stringify(record).replaceAll('{base}', base))
  if (one) {
    const event = lists.events.find(({ id }) => id === Number(one[1]))
    return send(
      response,
      event ? 200 : 404,
      'application/json',
      JSON.stringify(event ? resolved(event) : {}),
    )
  }
  const isLet =
    site.credentials !== undefined &&
    request.headers.authorization === `Basic ${Buffer.from(site.credentials).toString('base64')}`
  const statuses = url.searchParams.get('status')
  if (statuses !== null && !isLet) return send(response, 401, 'application/json', '{}')
  const name = api.replace(/\/$/, '') as keyof TecLists
  const wanted = statuses?.split(',') ?? ['publish']
  // without a date, sites list what is to come
  const from = url.searchParams.get('start_date') ?? '2026-11-22 23:59:00'
  const until = url.searchParams.get('end_date') ?? '2028-11-23 00:00:00'
  const all = (lists[name] ?? []).filter(
    ({ start_date, status = 'publish' }) =>
      wanted.includes(String(status)) &&
      (start_date === undefined || (start_date >= from && start_date <= until)),
  )
  const perPage = Math.min(Number(url.searchParams.get('per_page') ?? 10), 50)
  const page = Number(url.searchParams.get('page') ?? 1)
  const body = {
    [name]: all.slice((page - 1) * perPage, page * perPage).map(resolved),
    total: all.length,
    total_pages: Math.ceil(all.length / perPage),
  }
  send(response, 200, 'application/json; charset=UTF-8', JSON.stringify(body))
}

function postsOf({ links = new Map(), posts }: TecSite, { events }: TecLists, url: URL) {
  const page = Number(url.searchParams.get('page'))
  return events.slice((page - 1) * 100, page * 100).map(({ id }) => {
    const other = links.get(id)
    return posts === 'wpml'
      ? { id, wpml_translations: other ? [{ locale: 'fr_FR', id: other, post_title: '' }] : [] }
      : { id, translations: { en: id, fr: other } }
  })
}

function pageOf(
  { languages, links, posts }: TecSite,
  { main, language, base }: { main: string; language: string; base: string },
  event: TecRecord | undefined,
): string {
  const translation = !posts && event && links?.get(event.id)
  const other = languages.fr?.events.find(({ id }) => id === translation)
  const alternate = event
    ? other && `${base}/fr/event/${other.slug}/`
    : languages.fr && main !== 'fr' && `${base}/fr/`
  const link = alternate ? `<link rel='alternate' hreflang='fr-FR' href='${alternate}' />` : ''
  return `<!DOCTYPE html><html lang="${language === 'fr' ? 'fr-FR' : 'en-US'}"><head>${link}</head><body></body></html>`
}

/** Adds an ETag to responses, and answers 304 to a request that has it. */
function tagAnswers({ headers }: IncomingMessage, response: ServerResponse) {
  const end = response.end.bind(response)
  const writeHead = response.writeHead.bind(response)
  const head: [number, Record<string, string>] = [200, {}]
  response.writeHead = (status: number, fields?: unknown) => {
    head[0] = status
    Object.assign(head[1], fields)
    return response
  }
  response.end = (body: unknown) => {
    const etag = `"${hash('sha1', String(body))}"`
    const isSame = head[0] === 200 && headers['if-none-match'] === etag
    response.writeHead = writeHead
    response.writeHead(isSame ? 304 : head[0], { ...head[1], etag })
    return isSame ? end() : end(body)
  }
}

function send(response: ServerResponse, status: number, type: string, body: string) {
  response.writeHead(status, { 'content-type': type }).end(body)
}

/** An event as The Events Calendar 6 sends it; `{base}` is the URL of the site. */
export const tecEvent = (id: number, fields: Partial<TecRecord> = {}): TecRecord => {
  const start = String(fields.start_date ?? '2027-07-04 20:00:00')
  const end = String(fields.end_date ?? start.replace('20:00', '22:00'))
  const slug = String(fields.slug ?? `event-${id}`)
  return {
    id,
    author: '1',
    status: 'publish',
    date: '2026-01-02 10:00:00',
    date_utc: '2026-01-02 09:00:00',
    url: `{base}/event/${slug}/`,
    title: `Event ${id}`,
    description: '<p>Text</p>\n',
    excerpt: '',
    slug,
    image: false,
    all_day: false,
    start_date: start,
    end_date: end,
    utc_start_date: start.replace('20:00', '18:00'),
    utc_end_date: end.replace('22:00', '20:00'),
    timezone: 'Europe/Paris',
    cost: '',
    cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
    website: fields.url ?? `{base}/event/${slug}/`,
    show_map: true,
    show_map_link: true,
    hide_from_listings: false,
    sticky: false,
    featured: false,
    categories: [],
    tags: [],
    venue: [],
    organizer: [],
    ...fields,
  }
}

export const tecLists = (lists: Partial<TecLists> = {}): TecLists => ({
  events: [],
  venues: [],
  organizers: [],
  categories: [],
  tags: [],
  ...lists,
})
