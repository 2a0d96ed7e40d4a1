/** The form of a file in a setting: `image` (SVG too), `photo` (the preview on other sites, so no SVG), `font` (WOFF2) or `sheet` (CSS). */
export type SiteFileForm = 'image' | 'photo' | 'font' | 'sheet'

const kibibyte = 1024

/** The largest file of each form, in bytes. */
export const maxSiteFile: Record<SiteFileForm, number> = {
  image: 256 * kibibyte,
  photo: 512 * kibibyte,
  font: 256 * kibibyte,
  sheet: 64 * kibibyte,
}

/** The properties of a file of the site, from its name. Measures are in pixels; 0 where it has none. */
export type SiteFile = {
  /** Has its content in it: `logo-1a2b3c4d5e_400x100.svg`. */
  file: string
  mime: string
  width: number
  height: number
  /** Has a background of its own, or colours for dark pages. */
  fitsDark: boolean
}

const mimes = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  woff2: 'font/woff2',
  css: 'text/css; charset=utf-8',
} as const
export type SiteFileExtension = keyof typeof mimes

export const isSiteFileExtension = (of: string | undefined): of is SiteFileExtension =>
  of !== undefined && Object.hasOwn(mimes, of)

/** The name of a file of a setting; `digest` is the hash of its content. */
export function siteFileName(
  setting: string,
  digest: string,
  extension: SiteFileExtension,
  shape?: Pick<SiteFile, 'width' | 'height' | 'fitsDark'>,
): string {
  const side = (length: number) => Math.max(1, Math.round(length))
  const measures = shape
    ? `_${side(shape.width)}x${side(shape.height)}${shape.fitsDark ? '_dark' : ''}`
    : ''
  return `${setting}-${digest}${measures}.${extension}`
}

const form = /^[a-zA-Z]{1,40}-[a-zA-Z0-9]{10}(?:_(\d{1,6})x(\d{1,6})(_dark)?)?\.(\w+)$/

/** The properties in the name of a file; undefined: the name has another form. */
export function siteFileOf(file: string): SiteFile | undefined {
  const [, width, height, dark, extension] = form.exec(file) ?? []
  if (!isSiteFileExtension(extension)) return undefined
  return {
    file,
    mime: mimes[extension],
    width: Number(width ?? 0),
    height: Number(height ?? 0),
    fitsDark: dark !== undefined,
  }
}
