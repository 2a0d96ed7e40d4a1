import { decodeHTMLStrict } from 'entities/decode'

/** Players identified by their host, with the page of the video that they play. */
const players: [host: RegExp, pageOf: (url: URL) => string | undefined][] = [
  [
    /^(?:www\.|m\.)?youtube(?:-nocookie)?\.com$/,
    ({ pathname, searchParams }) => {
      const [, id] = /^\/embed\/([\w-]{6,20})\/?$/.exec(pathname) ?? []
      if (id && id !== 'videoseries') return `https://www.youtube.com/watch?v=${id}`
      const list = searchParams.get('list')
      return list && /^[\w-]+$/.test(list)
        ? `https://www.youtube.com/playlist?list=${list}`
        : undefined
    },
  ],
  [/^youtu\.be$/, ({ pathname }) => `https://youtu.be${pathname}`],
  [
    /^player\.vimeo\.com$/,
    ({ pathname }) => byId('https://vimeo.com/', /^\/video\/(\d+)/, pathname),
  ],
  [
    /^(?:www\.)?dailymotion\.com$/,
    ({ pathname }) =>
      byId('https://www.dailymotion.com/video/', /^\/embed\/video\/(\w+)/, pathname),
  ],
  [
    /^geo\.dailymotion\.com$/,
    ({ searchParams }) =>
      byId('https://www.dailymotion.com/video/', /^(\w+)$/, searchParams.get('video') ?? ''),
  ],
  [/^w\.soundcloud\.com$/, ({ searchParams }) => pageIn(searchParams.get('url'))],
  [/^(?:www\.)?facebook\.com$/, ({ searchParams }) => pageIn(searchParams.get('href'))],
  [
    /^open\.spotify\.com$/,
    ({ pathname }) => byId('https://open.spotify.com/', /^\/embed\/(\w+\/\w+)/, pathname),
  ],
]

const byId = (base: string, pattern: RegExp, text: string) => {
  const [, id] = pattern.exec(text) ?? []
  return id && base + id
}

const pageIn = (url: string | null) =>
  url !== null && /^https?:\/\//.test(url) && URL.canParse(url) ? new URL(url).href : undefined

/** PeerTube is on hosts of its own, and always at this path. */
const peerTube = /^\/videos\/embed\/([\w-]{20,40})\/?$/

/** The page of a video or sound that a frame plays; undefined: it is no player that we know. */
export function pageOfPlayer(src: string): string | undefined {
  const absolute = src.startsWith('//') ? `https:${src}` : src
  if (!/^https?:/i.test(absolute) || !URL.canParse(absolute)) return undefined
  const url = new URL(absolute)
  const [, own] = peerTube.exec(url.pathname) ?? []
  if (own) return `https://${url.host}/w/${own}`
  return players.find(([host]) => host.test(url.hostname))?.[1](url)
}

const player = /<(iframe|video|audio)\b[^<>]*>/gi

/**
 * HTML with a link in place of each video and sound, so that it does not vanish when it is cleaned: to the page of a known
 * player, or to the file. Not cleaned yet: any markup may be in it. Linear in time.
 */
export function playersAsLinks(html: string): string {
  let output = ''
  let from = 0
  const search = openSearch(html)
  player.lastIndex = 0
  for (let match = player.exec(html); match; match = player.exec(html)) {
    const [tag, written = ''] = match
    const name = written.toLowerCase()
    const inside = match.index + tag.length
    const close = search(`</${name}\\s*>`, inside)
    if (!close || close.at - inside > maxInside) continue
    const source = name === 'iframe' ? undefined : search('<source\\b[^<>]*>', inside)
    const link = linkFor(name, tag, source && source.at < close.at ? source.text : '')
    if (!link) continue
    output += html.slice(from, match.index) + link
    from = close.at + close.text.length
    player.lastIndex = from
  }
  return output + html.slice(from)
}

type Hit = { at: number; text: string }

/**
 * Finds the next match from a position on. The last match of each pattern is reused until the position has passed it, so that each pattern reads the
 * text once, for any number of tags.
 */
function openSearch(html: string) {
  const last = new Map<string, Hit | undefined>()
  return (source: string, from: number): Hit | undefined => {
    const cached = last.get(source)
    if (last.has(source) && (!cached || cached.at >= from)) return cached
    const pattern = new RegExp(source, 'gi')
    pattern.lastIndex = from
    const match = pattern.exec(html)
    const hit = match ? { at: match.index, text: match[0] } : undefined
    last.set(source, hit)
    return hit
  }
}

/** Maximum length of the content of frames and players, which is at most some lines. */
const maxInside = 5000

function linkFor(name: string, tag: string, source: string): string | undefined {
  const src = attribute(tag, 'src') || attribute(source, 'src')
  const href = name === 'iframe' ? pageOfPlayer(src) : pageIn(src)
  if (href === undefined) return undefined
  const text = attribute(tag, 'title').trim() || href
  return `<a href="${escaped(href)}">${escaped(text)}</a>`
}

function attribute(tag: string, name: string): string {
  const [, double, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag) ?? []
  return decodeHTMLStrict(double ?? single ?? bare ?? '')
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, mark => marks[mark] ?? mark)
