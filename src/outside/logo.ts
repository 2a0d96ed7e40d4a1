import { open } from 'node:fs/promises'
import type { Logo } from '../define/logo.ts'

const mostBytes = 256 * 1024
const mostPixels = 4_000_000

/** Reads the logo of a site; empty: there is none. Throws what the operator is told where the file cannot be one. */
export async function readLogo(file: string): Promise<Logo | undefined> {
  if (file === '') return undefined
  const bytes = await read(file)
  const logo = drawn(bytes) ?? (await painted(bytes))
  if (!logo) throw refusal('LOGO_TYPE', file)
  return logo
}

const refusal = (code: string, file: string) =>
  Object.assign(new Error(`${file} cannot be the logo.`), { code, params: { file } })

/** Never more than is allowed, whatever the file is or becomes. */
async function read(file: string): Promise<Buffer> {
  const handle = await open(file).catch(() => undefined)
  if (!handle) throw refusal('LOGO_MISSING', file)
  try {
    if (!(await handle.stat()).isFile()) throw refusal('LOGO_MISSING', file)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(mostBytes + 1), 0, mostBytes + 1)
    if (bytesRead > mostBytes) throw refusal('LOGO_SIZE', file)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

/** Pixels: they are decoded once, which shows that they can be. */
async function painted(bytes: Buffer): Promise<Logo | undefined> {
  const { decodeImage } = await import('./images/decode.ts')
  const image = await decodeImage(bytes, { bytes: mostBytes, pixels: mostPixels })
  if ('refused' in image) return undefined
  const { mime, width, height } = image
  const extension = extensions[mime]
  return extension === undefined
    ? undefined
    : { bytes, mime, extension, width, height, fitsDark: mime === 'image/jpeg' }
}

const beforeRoot = /^\uFEFF?(?:\s|<\?xml[^>]{0,500}\?>|<!--[\s\S]*?-->|<!DOCTYPE\s[^>[]{0,500}>)*/i

/** An SVG that says how large it is. Scripts in it never run: pages show it as an image, and its own address forbids them. */
function drawn(bytes: Buffer): Logo | undefined {
  const text = bytes.toString('utf8').replace(beforeRoot, '')
  const [, root] = /^<svg(\s[^>]*)>/.exec(text) ?? []
  if (root === undefined || !/<\/svg>\s*(?:<!--[\s\S]*-->\s*)?$/.test(text)) return undefined
  const said = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root)?.[1]
  const length = (name: string) => Number(/^\s*([\d.]+)(?:px)?\s*$/.exec(said(name) ?? '')?.[1])
  const [, , wide, high] = (said('viewBox') ?? '').trim().split(/[\s,]+/)
  const width = length('width') || Number(wide)
  const height = length('height') || Number(high)
  const isSized = width > 0 && height > 0 && width <= 100_000 && height <= 100_000
  if (!isSized) return undefined
  const fitsDark = text.includes('prefers-color-scheme')
  return { bytes, mime: 'image/svg+xml', extension: 'svg', width, height, fitsDark }
}
