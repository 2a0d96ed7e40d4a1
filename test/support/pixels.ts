import sharp from 'sharp'

/** An image to upload, of one colour. */
export async function pixels(name: string, background = '#8a4b2a') {
  const create = { width: 320, height: 180, channels: 3 as const, background }
  return { name, mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() }
}
