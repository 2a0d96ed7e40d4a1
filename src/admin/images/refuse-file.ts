import { formatMessage, type Locale } from '../../define/text/language.ts'
import { formatNumber } from '../../define/text/number-formats.ts'
import { messages } from './messages.ts'

type Around = { most: number; locale: Locale }

/** Throws what is wrong with a file that need not be sent to be refused: it is empty, too large, or a photo of a phone in HEIC. */
export function refuseFile(file: Pick<File, 'name' | 'size' | 'type'>, around: Around) {
  const why = refusalOf(file, around)
  if (why) throw new Error(why)
}

export function refusalOf(
  { name, size, type }: Pick<File, 'name' | 'size' | 'type'>,
  { most: max, locale }: Around,
): string | undefined {
  if (size === 0) return formatMessage(messages.emptyFile, locale)
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name))
    return formatMessage(messages.heic, locale)
  if (size <= max) return undefined
  const inMebibytes = (bytes: number, round: (number: number) => number) =>
    formatNumber(round((bytes / 2 ** 20) * 10) / 10, locale)
  return formatMessage(messages.tooLarge, locale, {
    size: inMebibytes(size, Math.ceil),
    most: inMebibytes(max, Math.floor),
  })
}
