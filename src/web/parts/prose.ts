import type { StoredRecord } from '../../define/record.ts'
import type { TextView } from '../../define/record-texts.ts'
import { foreignImages, withForeignImages } from '../../define/text/foreign-images.ts'
import { paragraphs } from '../../define/text/html.ts'
import { withUserLinks } from '../../define/text/user-links.ts'
import {
  playerOrigins,
  type VideoLink,
  videosIn,
  withVideos,
} from '../../define/text/video-links.ts'
import { imageView } from '../../resources/index.ts'
import { type Html, html, raw } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import { imageOf } from './image.ts'
import { langOf } from './text.ts'

/** More images than that stay links. */
const maxImages = 50

/**
 * A stored description: HTML that was cleaned on the way in, with its paragraphs. Pages load nothing from other hosts: an image
 * of one is shown by its copy, or else is a link, and a video is a link with an image. Links elsewhere say that a user wrote them.
 */
export async function prose(request: PageRequest, written: TextView): Promise<Html | undefined> {
  const { text } = written
  if (!text) return undefined
  const { links, reading, locale } = request
  const urls = new Set(foreignImages(text).filter(src => !src.startsWith(`${links.publicUrl}/`)))
  const parted = paragraphs(text)
  const previews = videosIn(parted).flatMap(({ preview }) => preview ?? [])
  const sources = [...new Set([...urls, ...previews])].slice(0, maxImages)
  const copies = sources.length > 0 ? await reading.copies(sources) : new Map()
  const withPlayers = withVideos(parted, video =>
    videoPart(request, video, video.preview ? copies.get(video.preview) : undefined).toString(),
  )
  const withImages = withForeignImages(withPlayers, ({ src, alt, isInLink }) => {
    const copy = copies.get(src)
    if (copy)
      return imageOf(request, imageView(copy, showContextOf(request)), {
        sizes: '(min-width: 44rem) 40rem, 100vw',
        alt,
      }).toString()
    if (!urls.has(src)) return html`<img src="${src}" alt="${alt}" loading="lazy">`.toString()
    const name = alt || messagesIn(locale)('imageOn', { host: hostOf(src) })
    return isInLink
      ? html`${name}`.toString()
      : html`<a href="${src}" rel="noopener">${name}</a>`.toString()
  })
  return html`<div class="prose"${langOf(written)}>${raw(withUserLinks(withImages, links.publicUrl))}</div>`
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

/**
 * A link to a video, with a copy of its image or a plain field in place of it. A click loads the player where a script runs; nothing is
 * loaded from the other host before. In a paragraph: it holds no blocks.
 */
function videoPart(
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
