import { mayAdminister } from '../../calendar/index.ts'
import { isObject } from '../../define/base/objects.ts'
import { isDated, isPostLink } from '../../define/record.ts'
import { Problem } from '../../problem/index.ts'
import { pagedPosts } from '../../resources/index.ts'
import { datesOfEvent } from '../listing/event-dates.ts'
import { eventIn } from '../listing/items.ts'
import { showEvent } from '../pages/event.ts'
import { showLinked } from '../pages/linked.ts'
import { listPage } from '../pages/list.ts'
import { showRecord } from '../pages/record.ts'
import { policyWith } from '../shell/headers.ts'
import { html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { Content, PageRequest } from '../shell/page.ts'

/**
 * The public page of a record as it is stored, published or not, for signed-in users who may read it. Caches and search engines
 * must not store it, and no page links to it.
 */
export async function previewPage(request: PageRequest): Promise<Content> {
  const { params, language, world, requester } = request
  const actor = await request.signedIn()
  if (!actor) throw new Problem('session_expired')
  const { fallback } = world.site
  const reading = request.readingAs({ actor, language, fallback, requester, editing: true })
  const seen: PageRequest = { ...request, reading }
  const content = await pageOf(seen, Number(params.id))
  return {
    ...content,
    isPersonal: true,
    headers: { ...content.headers, 'X-Robots-Tag': 'noindex, nofollow' },
  }
}

async function pageOf(request: PageRequest, id: number): Promise<Content> {
  const note = html`<p class="notice">${messagesIn(request.locale)('preview')}</p>`
  const named = request.params.kind?.toLowerCase()
  const kind = pagedPosts.find(one => one === named)
  if (!kind) throw new Problem('rest_no_route')
  const view = await request.reading.read(kind, { id })
  if (isPostLink(kind)) return showLinked(request, kind, view, note)
  if (!isDated(kind)) return showRecord(request, kind, view, note)
  const event = eventIn(request, view)
  const dates = await datesOfEvent({ request, reading: request.reading, view }, event)
  return showEvent(request, event, dates, { preview: note })
}

/**
 * The list of events in a theme that is not stored yet, for administrators, in a frame of the settings screen. It is for that
 * browser alone.
 */
export async function lookPage(request: PageRequest): Promise<Content> {
  const actor = await request.signedIn()
  if (!actor) throw new Problem('session_expired')
  if (!mayAdminister(actor)) throw new Problem('rest_forbidden')
  const settings = request.world.settingsWith(sentIn(request.query.get('theme') ?? ''))
  const { links } = request
  const content = await listPage({
    ...request,
    world: { ...request.world, settings },
    name: 'list',
    url: { path: links.path('list'), search: '' },
    query: new URLSearchParams(),
  })
  return {
    ...content,
    isPersonal: true,
    headers: {
      ...content.headers,
      'Content-Security-Policy': policyWith({ 'frame-ancestors': "'self'" }),
      'X-Robots-Tag': 'noindex, nofollow',
    },
  }
}

function sentIn(written: string): Record<string, unknown> {
  try {
    const sent: unknown = JSON.parse(written)
    return isObject(sent) ? sent : {}
  } catch {
    return {}
  }
}
