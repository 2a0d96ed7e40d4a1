import sharp from 'sharp'
import type { Json } from './openapi-document.ts'
import type { Sending } from './service.ts'

/** A small image, of another colour each time. */
export const imageFile = (width = 400, height = 300) =>
  sharp({
    create: { width, height, channels: 3, background: { r: width % 256, g: 90, b: height % 256 } },
  })
    .png()
    .toBuffer()

/** A body of some media type, from the JSON that an example gives. */
export async function bodyOf(type: string, value: Json): Promise<Sending> {
  if (type === 'application/json') return { body: value }
  const flat = Object.entries<Json>(value ?? {}).map(([name, each]): [string, string] => [
    name,
    // `style: form, explode: false`
    Array.isArray(each) ? each.join(',') : String(each),
  ])
  if (type === 'application/x-www-form-urlencoded')
    return { body: new URLSearchParams(flat).toString(), headers: { 'Content-Type': type } }
  if (type !== 'multipart/form-data')
    return { body: await imageFile(), headers: { 'Content-Type': type } }
  return multipart(flat)
}

export async function multipart(fields: [string, string][], file?: Buffer): Promise<Sending> {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  if (file)
    form.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'poster.png')
  const encoded = new Response(form)
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'Content-Type': encoded.headers.get('content-type') as string },
  }
}
