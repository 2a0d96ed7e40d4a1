import type { StoredRecord } from '../../define/record.ts'
import { playerOrigins, type VideoLink } from '../../define/text/video-links.ts'
import { imageView } from '../../resources/index.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import { imageOf } from './image.ts'

/**
 * A link to a video, with a copy of its image or a plain field in place of it. A click loads the player where a script runs; nothing is
 * loaded from the other host before. In a paragraph: it holds no blocks.
 */
export function videoPart(
  request: PageRequest,
  { href, player, name }: VideoLink,
  copy: StoredRecord | undefined,
): Html {
  const t = messagesIn(request.locale)
  const { host } = new URL(href)
  const title = name || t('videoOn', { host })
  const image =
    copy &&
    imageOf(request, imageView(copy, showContextOf(request)), {
      sizes: '(min-width: 44rem) 40rem, 100vw',
      alt: '',
    })
  return html`<a class="video" href="${href}" data-player="${player}"><span class="video-image">${image ?? ''}</span><span class="video-name">${title}</span> <span class="video-note">${t('videoNote', { host })}</span></a>`
}

/** A policy that lets a page load the players that it has. */
export function policyForPlayers(policy: string, body: string | Buffer): string {
  const origins = playerOrigins.filter(origin => body.includes(`data-player="${origin}/`))
  return origins.length > 0 ? `${policy}; frame-src ${origins.join(' ')}` : policy
}
