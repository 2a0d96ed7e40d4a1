import { mayAdminister } from '../../calendar/index.ts'
import { isObject } from '../../define/base/objects.ts'
import { Problem } from '../../problem/index.ts'
import { listPage } from '../pages/list.ts'
import { policyWith } from '../shell/headers.ts'
import type { Content, PageRequest } from '../shell/page.ts'

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
