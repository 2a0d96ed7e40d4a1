import { decodeHTMLStrict } from 'entities/decode'
import { type Piece, pieces } from './markup.ts'

/** A video of a known host: its page, its player there, and an image of it where the host has one at a known place. */
type Video = { href: string; player: string; preview?: string }

/** A link to a video in cleaned HTML that stands alone in its paragraph, and what it is called; the URL itself is no name. */
export type VideoLink = Video & { name: string }

const youTube = (id: string | undefined) =>
  id !== undefined && /^[\w-]{11}$/.test(id)
    ? {
        player: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
        preview: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
      }
    : undefined

const part = (pathname: string, pattern: RegExp) => pattern.exec(pathname)?.[1]

/** Hosts of the pages of videos. Their players set no cookies before they play, as far as the hosts offer that. */
const hosts: [host: RegExp, of: (url: URL) => Omit<Video, 'href'> | undefined][] = [
  [
    /^(?:www\.|m\.)?youtube\.com$/,
    ({ pathname, searchParams }) =>
      youTube(
        pathname === '/watch'
          ? (searchParams.get('v') ?? undefined)
          : part(pathname, /^\/(?:shorts|live)\/([\w-]+)\/?$/),
      ),
  ],
  [/^youtu\.be$/, ({ pathname }) => youTube(part(pathname, /^\/([\w-]+)\/?$/))],
  [
    /^(?:www\.)?vimeo\.com$/,
    ({ pathname }) => {
      const id = part(pathname, /^\/(\d{1,15})\/?$/)
      return id ? { player: `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1` } : undefined
    },
  ],
  [
    /^(?:www\.)?dailymotion\.com$/,
    ({ pathname }) => {
      const id = part(pathname, /^\/video\/([a-z\d]{1,20})\/?$/i)
      return id
        ? {
            player: `https://geo.dailymotion.com/player.html?video=${id}`,
            preview: `https://www.dailymotion.com/thumbnail/video/${id}`,
          }
        : undefined
    },
  ],
]

/** The origins of the players of these hosts, which a page with a video may frame. */
export const playerOrigins = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://geo.dailymotion.com',
]

/** The video of a known host at a URL. */
export function videoAt(href: string): Video | undefined {
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return undefined
  const url = new URL(href)
  const video = hosts.find(([host]) => host.test(url.hostname))?.[1](url)
  return video && { href, ...video }
}

/** Cleaned HTML, in paragraphs, with something else in place of each link to a video that is all of its paragraph or block. */
export function withVideos(html: string, replace: (video: VideoLink) => string): string {
  if (!html.includes('http')) return html
  const all = pieces(html)
  let written = ''
  for (let at = 0; at < all.length; at++) {
    const link = isOpening(all[at - 1]) ? videoFrom(all, at) : undefined
    if (link) {
      written += replace(link.video)
      at = link.last
    } else written += all[at]?.source ?? ''
  }
  return written
}

/** The videos of cleaned HTML, in order. */
export function videosIn(html: string): VideoLink[] {
  const videos: VideoLink[] = []
  withVideos(html, video => {
    videos.push(video)
    return ''
  })
  return videos
}

const around = new Set(['p', 'div', 'figure', 'section', 'article'])
const isOpening = (piece: Piece | undefined) => piece?.kind === 'open' && around.has(piece.name)
const isClosing = (piece: Piece | undefined) => piece?.kind === 'close' && around.has(piece.name)

/** A link with words in it, or a URL as it is, up to the end of its block. */
function videoFrom(
  all: readonly Piece[],
  at: number,
): { video: VideoLink; last: number } | undefined {
  const [begin, inside, close] = [all[at], all[at + 1], all[at + 2]]
  if (begin?.kind === 'text' && isClosing(inside)) {
    const text = textOf(begin)
    const video = videoAt(text)
    return video && { video: { ...video, name: '' }, last: at }
  }
  if (begin?.kind !== 'open' || begin.name !== 'a') return undefined
  if (inside?.kind !== 'text' || close?.kind !== 'close' || !isClosing(all[at + 3]))
    return undefined
  const video = videoAt(decodeHTMLStrict(/\shref="([^"]*)"/.exec(begin.source)?.[1] ?? ''))
  const name = textOf(inside)
  return video && { video: { ...video, name: name === video.href ? '' : name }, last: at + 2 }
}

const textOf = ({ source }: Piece) => decodeHTMLStrict(source).trim()
