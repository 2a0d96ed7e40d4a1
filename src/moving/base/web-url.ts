import { isUrl } from '../../define/field-types.ts'

const bareHost = /^(?:[\p{L}\p{N}-]{1,63}\.){1,10}\p{L}{2,24}(?::\d{1,5})?(?:[/?#]\S*)?$/u

/** A URL with its scheme, which people leave out. */
export const withScheme = (text: string): string =>
  bareHost.test(text) ? `https://${text}` : text.replace(/^\/\//, 'https://')

/** A URL of the web; undefined for any other text. */
export function webUrl(text: string): string | undefined {
  const url = withScheme(text.trim())
  return /^https?:/i.test(url) && isUrl(url) ? url : undefined
}
