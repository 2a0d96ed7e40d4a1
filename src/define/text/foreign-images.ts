import { decodeHTMLStrict } from 'entities/decode'
import { pieces } from './markup.ts'

/** An image in cleaned HTML that another host has, by its whole address. */
type ForeignImage = { src: string; alt: string; isInLink: boolean }

const attribute = (tag: string, name: 'src' | 'alt') =>
  decodeHTMLStrict(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

/** The addresses of images of other hosts in cleaned HTML, each once, in order. */
export function foreignImages(html: string): string[] {
  const sources = new Set<string>()
  withForeignImages(html, ({ src }) => {
    sources.add(src)
    return ''
  })
  return [...sources]
}

/** Cleaned HTML with something else in place of each image that another host has. */
export function withForeignImages(html: string, replace: (image: ForeignImage) => string): string {
  if (!html.includes('<img')) return html
  let links = 0
  let written = ''
  for (const piece of pieces(html)) {
    if (piece.kind === 'open' && piece.name === 'a') links++
    if (piece.kind === 'close' && piece.name === 'a') links--
    const src =
      piece.kind === 'open' && piece.name === 'img' ? attribute(piece.source, 'src') : undefined
    written +=
      src !== undefined && /^https?:\/\//i.test(src)
        ? replace({ src, alt: attribute(piece.source, 'alt'), isInLink: links > 0 })
        : piece.source
  }
  return written
}
