import type { ShownText } from '../../define/record-texts.ts'
import type { Language } from '../../define/text/language.ts'
import { type Html, html } from '../shell/html.ts'

/** A text in an element of its own where it is in another language than the page. */
export const inline = ({ text, lang }: ShownText): Html | string =>
  lang ? html`<span lang="${lang}">${text}</span>` : text

/** For the attributes of an element that holds nothing else than the text. */
export const langOf = (lang: Language | undefined): Html | undefined =>
  lang ? html` lang="${lang}"` : undefined
