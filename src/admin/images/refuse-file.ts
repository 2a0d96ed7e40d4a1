import { formatMessage, type Locale } from '../../define/text/language.ts'
import { formatNumber } from '../../define/text/number-formats.ts'

/** Here, since the first screen takes pasted files, and the other words of images come later. */
const messages = {
  emptyFile: { en: 'The file is empty.', fr: 'Le fichier est vide.' },
  heic: {
    en: 'Browsers do not show HEIC photos. Export the photo as JPEG; on an iPhone choose Settings, Camera, Formats, Most Compatible.',
    fr: 'Les navigateurs n’affichent pas les photos HEIC. Exportez la photo en JPEG ; sur un iPhone, choisissez Réglages, Appareil photo, Formats, Le plus compatible.',
  },
  tooLarge: {
    en: 'The file has {size} MiB. The maximum is {most} MiB.',
    fr: 'Le fichier fait {size} Mio. Le maximum est de {most} Mio.',
  },
}

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
