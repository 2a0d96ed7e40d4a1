import type { TextView } from '../../define/record-texts.ts'
import { foreignImages, withForeignImages } from '../../define/text/foreign-images.ts'
import { paragraphs } from '../../define/text/html.ts'
import { withUserLinks } from '../../define/text/user-links.ts'
import { videosIn, withVideos } from '../../define/text/video-links.ts'
import { imageView } from '../../resources/index.ts'
import { type Html, html, raw } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import { imageOf } from './image.ts'
import { langOf } from './text.ts'
import { videoPart } from './video.ts'

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
