/** For a logo, limited to four million pixels, and for the drawing that replaces a missing one. */
const maxPixels = 4_000_000
const timeout = 5

/** A square PNG of an image, all of it in the middle on white, with a margin. Throws for what cannot be painted. */
export async function paintIcon(image: Buffer, side: number, margin: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const inner = side - 2 * margin
  const background = '#ffffff'
  const drawn = await sharp(image, { limitInputPixels: maxPixels })
    .resize(inner, inner, { fit: 'contain', background })
    .flatten({ background })
    .png()
    .timeout({ seconds: timeout })
    .toBuffer()
  const edge = { top: margin, bottom: margin, left: margin, right: margin }
  return sharp(drawn)
    .extend({ ...edge, background })
    .png({ palette: true })
    .timeout({ seconds: timeout })
    .toBuffer()
}
