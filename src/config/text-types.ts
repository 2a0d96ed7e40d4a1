import { customFieldsOf, maxFields } from '../define/custom-fields.ts'
import { blockNames, frontBlocks } from '../define/text/front-blocks.ts'
import { localText, textFor, textsByLanguage } from '../define/text/local-text.ts'
import { formatNumber } from '../define/text/number-formats.ts'
import { siteLinks } from '../define/text/site-links.ts'
import type { SettingKind } from './setting-types.ts'

// The settings that people write in each language.

/** A text that may differ by language. `isLong`: it has several lines. */
export const localized = (
  of: SettingKind<string>,
  { isLong = false }: { isLong?: boolean } = {},
): SettingKind<string> => ({
  get expects() {
    return of.expects
  },
  canBeEmpty: true,
  isLocal: true,
  input: isLong ? 'paragraphs' : 'texts',
  show: (written, language) => textFor(written, language),
  parse(written) {
    const texts = textsByLanguage(written)
    if (texts === undefined) return of.parse(written)
    if (texts === 'refused') return undefined
    const parsed = Object.entries(texts).map(([language, text]) => [language, of.parse(text)])
    return parsed.every(([, text]) => text !== undefined)
      ? localText(Object.fromEntries(parsed))
      : undefined
  },
})

/** Links, one on each line. */
export const links = (max: number): SettingKind<string> =>
  localized(
    {
      expects: {
        en: `up to ${max} lines of words and a URL (https, mailto, tel or a path such as /events/), such as Town hall https://example.org`,
        fr: `${max} lignes au plus, chacune avec des mots puis une URL (https, mailto, tel ou un chemin tel que /fr/), telle que Mairie https://exemple.fr`,
      },
      parse: written =>
        siteLinks(written, max)
          ?.map(({ text, url }) => `${text} ${url}`)
          .join('\n'),
    },
    { isLong: true },
  )

/** Blocks of the front page, one on each line. */
export const blocks = (): SettingKind<string> =>
  localized(
    {
      expects: {
        en: `a line for each block: ${blockNames.join(', ')}, each once; text with words behind it, as often as you like`,
        fr: `une ligne par bloc : ${blockNames.join(', ')}, chacun une fois ; text suivi de mots, autant de fois que voulu`,
      },
      parse: written =>
        written.trim() === ''
          ? ''
          : frontBlocks(written.slice(0, 5000))
              ?.map(({ name, words }) => `${name} ${words}`.trim())
              .join('\n'),
    },
    { isLong: true },
  )

/** Fields of events that the site defines, one on each line. */
export const customFields = (): SettingKind<string> => ({
  expects: {
    en: `up to ${maxFields} lines, each with a name, a type (text, number, link or choice; common or translated before it) and a label in English and French, such as dress_code text Dress code | Tenue, or level choice Level | Niveau: Beginner | Débutant, Expert`,
    fr: `${maxFields} lignes au plus, chacune avec un nom, un type (text, number, link ou choice, précédé au besoin de common ou translated) et un libellé en anglais puis en français, par exemple dress_code text Dress code | Tenue, ou level choice Level | Niveau : Beginner | Débutant, Expert`,
  },
  canBeEmpty: true,
  input: 'lines',
  parse(written) {
    const text = written.replace(/\r\n?/g, '\n').trim()
    return text.length <= 10_000 && customFieldsOf(text) ? text : undefined
  },
})

/** Several lines of plain text. */
export const paragraphs = (max: number): SettingKind<string> =>
  localized(
    {
      get expects() {
        return {
          en: `a text of up to ${formatNumber(max, 'en')} characters`,
          fr: `un texte de ${formatNumber(max, 'fr')} caractères au plus`,
        }
      },
      parse(written) {
        const text = written.replace(/\r\n?/g, '\n').trim()
        return text.length <= max && !/(?!\n)\p{Cc}/u.test(text) ? text : undefined
      },
    },
    { isLong: true },
  )
