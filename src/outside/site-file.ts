import { hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import {
  isSiteFileExtension,
  maxSiteFile,
  type SiteFile,
  type SiteFileExtension,
  type SiteFileForm,
  siteFileName,
} from '../define/site-file.ts'
import { sheetError } from '../define/text/style-sheet.ts'
import { decodeImage } from './images/decode.ts'

/** The reasons why a file cannot be one of the site. */
export type SiteFileRefusal = 'missing' | 'size' | 'type'

/** A file of the site, ready to be served. */
export type SiteFileContent = { file: string; bytes: Buffer }

const maxPixels = 4_000_000

/** Reads the file at a path, never more of it than is allowed, whatever it is or becomes. */
export async function readSiteFile(
  path: string,
  form: SiteFileForm,
): Promise<Buffer | SiteFileRefusal> {
  const max = maxSiteFile[form]
  const handle = await open(path).catch(() => undefined)
  if (!handle) return 'missing'
  try {
    if (!(await handle.stat()).isFile()) return 'missing'
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(max + 1), 0, max + 1)
    return bytesRead > max ? 'size' : buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * Checks a file for a setting, and names it by its content. `isForeign`: it comes from a browser, so an image is encoded again
 * without what else is in it, and an SVG that could run or load something is refused.
 */
export async function siteFile(
  setting: string,
  form: SiteFileForm,
  bytes: Buffer,
  { isForeign }: { isForeign: boolean },
): Promise<SiteFileContent | SiteFileRefusal> {
  if (bytes.length > maxSiteFile[form]) return 'size'
  const taken = await readings[form](bytes, isForeign)
  if (!taken) return 'type'
  const digest = hash('sha256', taken.bytes, 'base64url').replace(/[-_]/g, '').slice(0, 10)
  return {
    file: siteFileName(setting, digest, taken.extension, taken.shape),
    bytes: taken.bytes,
  }
}

type Taken = {
  bytes: Buffer
  extension: SiteFileExtension
  shape?: Pick<SiteFile, 'width' | 'height' | 'fitsDark'>
}
type Reading = (bytes: Buffer, isForeign: boolean) => Promise<Taken | undefined>

const readings: Record<SiteFileForm, Reading> = {
  image: async (bytes, isForeign) => drawn(bytes, isForeign) ?? painted(bytes, isForeign),
  photo: painted,
  font: async bytes => (isWoff2(bytes) ? { bytes, extension: 'woff2' } : undefined),
  sheet: async bytes => (sheetError(bytes) ? undefined : { bytes, extension: 'css' }),
}

/** The header of WOFF 2 has 48 bytes: its signature, a flavor, the length of the file, the number of tables and more. */
const isWoff2 = (bytes: Buffer) =>
  bytes.length > 48 &&
  bytes.toString('latin1', 0, 4) === 'wOF2' &&
  bytes.readUInt32BE(8) === bytes.length &&
  bytes.readUInt16BE(12) > 0

/** Pixels: they are decoded once, which shows that they can be. */
async function painted(bytes: Buffer, isForeign: boolean): Promise<Taken | undefined> {
  const image = await decodeImage(bytes, { bytes: bytes.length, pixels: maxPixels })
  if ('refused' in image) return undefined
  const { extension, width, height } = image
  if (!isSiteFileExtension(extension)) return undefined
  return {
    bytes: isForeign ? Buffer.from(image.bytes) : bytes,
    extension,
    shape: { width, height, fitsDark: extension === 'jpg' },
  }
}

const beforeRoot = /^\uFEFF?(?:\s|<\?xml[^>]{0,500}\?>|<!--[\s\S]*?-->|<!DOCTYPE\s[^>[]{0,500}>)*/i

/** Active or external parts of an SVG. Pages show it as an image, where neither is run or loaded; it is still refused. */
const active =
  /<\s*(?:[^\s<>/:]*:)?(?:script|foreignObject|iframe|object|embed|handler|animate\w*\s[^<]*href|set\s[^<]*href)\b|\son\w+\s*=|<!ENTITY|@import|javascript:|\bhref\s*=\s*["']?\s*(?!["'#]|data:image\/(?:png|jpeg|webp|gif)[;,])|url\(\s*(?:["']\s*)?(?!["'#\s])/i

const isClosed = (text: string) =>
  /^<\/svg>\s*(?:<!--[\s\S]*-->\s*)?$/.test(text.slice(text.lastIndexOf('</svg>')))

/** An SVG that says how large it is. */
function drawn(bytes: Buffer, isForeign: boolean): Taken | undefined {
  const text = bytes.toString('utf8').replace(beforeRoot, '')
  const [, root] = /^<svg(\s[^>]*)>/.exec(text) ?? []
  if (root === undefined || !isClosed(text)) return undefined
  if (isForeign && active.test(text)) return undefined
  const attribute = (name: string) =>
    new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root)?.[1]
  const length = (name: string) =>
    Number(/^\s*([\d.]+)(?:px)?\s*$/.exec(attribute(name) ?? '')?.[1])
  const [, , wide, high] = (attribute('viewBox') ?? '').trim().split(/[\s,]+/)
  const width = length('width') || Number(wide)
  const height = length('height') || Number(high)
  const isSized = width > 0 && height > 0 && width <= 100_000 && height <= 100_000
  if (!isSized) return undefined
  const fitsDark = text.includes('prefers-color-scheme')
  return { bytes, extension: 'svg', shape: { width, height, fitsDark } }
}
