import { inEachLanguage, type Language, languages, othersThan } from '../../define/text/language.ts'
import type { Image, PatchOf } from '../../sdk/index.ts'

/** The editable values of an image: its texts in each language without fallback, its credit and its focus. */
export type ImageValues = {
  main: Language
  texts: Record<Language, { title: string; alt: string }>
  credit: string
  focus: { x: number; y: number }
}

export const middle = { x: 50, y: 50 }

export function imageValues({ editing, focus, credit }: Image): ImageValues {
  const textsIn = (language: Language) => ({
    title: editing?.texts[language]?.title ?? '',
    alt: editing?.texts[language]?.alt ?? '',
  })
  return {
    main: editing?.main_language ?? 'en',
    texts: inEachLanguage(textsIn),
    credit,
    focus: focus ?? middle,
  }
}

/** The stored values, with those that were typed since others were read. */
export function rebased(typed: ImageValues, read: ImageValues, stored: ImageValues): ImageValues {
  const newer = (language: Language, name: 'title' | 'alt') => {
    const [own, was] = [typed.texts[language][name], read.texts[language][name]]
    return own === was ? stored.texts[language][name] : own
  }
  const isMoved = typed.focus.x !== read.focus.x || typed.focus.y !== read.focus.y
  return {
    main: stored.main,
    texts: inEachLanguage(language => ({
      title: newer(language, 'title'),
      alt: newer(language, 'alt'),
    })),
    credit: typed.credit === read.credit ? stored.credit : typed.credit,
    focus: isMoved ? typed.focus : stored.focus,
  }
}

/** The languages in which an image does not say what it shows. */
export const withoutAlt = ({ texts }: Pick<ImageValues, 'texts'>) =>
  languages.filter(language => texts[language].alt.trim() === '')

/** The patch to send: the texts of each language that has or had some; a language without any is removed. */
export function imagePatch(
  { main, texts, credit, focus }: ImageValues,
  was: ImageValues,
): PatchOf<'image'> {
  const hasTexts = ({ title, alt }: { title: string; alt: string }) =>
    `${title}${alt}`.trim() !== ''
  const textsOf = ({ title, alt }: { title: string; alt: string }) => ({
    title: title.trim() || null,
    alt,
  })
  const withTexts = languages.filter(each => hasTexts(texts[each]) || hasTexts(was.texts[each]))
  const isMiddle = focus.x === middle.x && focus.y === middle.y
  return {
    ml_language: main,
    translations: Object.fromEntries(
      withTexts.map(each => [each, hasTexts(texts[each]) ? textsOf(texts[each]) : null]),
    ),
    credit,
    focus: isMiddle ? null : focus,
  }
}

/** The alternative texts of a new image as they are sent, by a user who writes in a language. */
export function altTexts(alts: Record<Language, string>, language: Language) {
  const own = alts[language].trim()
  const written = othersThan(language).flatMap(other => {
    const alt = alts[other].trim()
    return alt === '' ? [] : [[other, { alt }] as const]
  })
  return {
    ...(own && { alt: own }),
    ...(written.length > 0 && { translations: Object.fromEntries(written) }),
  }
}
