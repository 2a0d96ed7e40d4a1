import { randomBytes } from 'node:crypto'
import { fold } from '../../define/text/fold.ts'
import { uriDecoded } from '../../define/text/uri.ts'

/**
 * A file name in small ASCII letters, digits and hyphens, without folder or extension, from the name that a caller gave a file or from a URL: `Été à Paris.JPG` and `https://a.example/x/%C3%89t%C3%A9.png?v=2`
 * become `ete-a-paris` and `ete`. `image` when nothing is left.
 */
export function slugOf(name: string): string {
  const path = URL.canParse(name) ? new URL(name).pathname : name
  const file = uriDecoded(path).split(/[/\\]/).at(-1) ?? ''
  const slug = fold(file.replace(/\.[a-z0-9]{1,5}$/i, ''))
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-|-$/g, '')
  return slug || 'image'
}

/**
 * Part of every new file name: the images of drafts and private events are served to any caller that knows their name, so that it cannot be
 * guessed. 64 bits: among a million images of one name, two would be alike in one calendar of thirty million.
 */
export const randomPart = () => randomBytes(8).readBigUInt64BE().toString(36).padStart(13, '0')
