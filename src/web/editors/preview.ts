import { isDated, isPostLink } from '../../define/record.ts'
import { Problem } from '../../problem/problem.ts'
import { pagedPosts } from '../../resources/index.ts'
import { nextDates } from '../listing/event-dates.ts'
import { eventIn } from '../listing/items.ts'
import { showEvent } from '../pages/event.ts'
import { showLinked } from '../pages/linked.ts'
import { showRecord } from '../pages/record.ts'
import { html } from '../shell/html.ts'
import { sayIn } from '../shell/messages.ts'
import type { Content, PageRequest } from '../shell/page.ts'

/**
 * The public page of a record as it is stored, published or not, for signed-in users who may read it. Caches and search engines
 * must not store it, and no page links to it.
 */
export async function previewPage(asked: PageRequest): Promise<Content> {
  const { params, language, world, requester } = asked
  const actor = await asked.signedIn()
  if (!actor) throw new Problem('session_expired')
  const { fallback } = world.site
  const reading = asked.readingAs({ actor, language, fallback, requester, editing: true })
  const seen: PageRequest = { ...asked, reading }
  const content = await pageOf(seen, Number(params.id))
  return {
    ...content,
    isPersonal: true,
    headers: { ...content.headers, 'X-Robots-Tag': 'noindex, nofollow' },
  }
}

async function pageOf(asked: PageRequest, id: number): Promise<Content> {
  const note = html`<p class="notice">${sayIn(asked.locale)('preview')}</p>`
  const named = asked.params.kind?.toLowerCase()
  const kind = pagedPosts.find(one => one === named)
  if (!kind) throw new Problem('rest_no_route')
  const view = await asked.reading.read(kind, { id })
  if (isPostLink(kind)) return showLinked(asked, kind, view, note)
  if (!isDated(kind)) return showRecord(asked, kind, view, note)
  const dates = await nextDates({ asked, reading: asked.reading, view })
  return showEvent(asked, eventIn(asked, view), dates, { preview: note })
}
