import { paragraphs } from '../../define/text/html.ts'
import type { Language } from '../../define/text/language.ts'
import { type Html, html, raw } from '../html.ts'
import type { ShownText } from '../items.ts'

/** A text in an element of its own where it is in another language than the page. */
export const inline = ({ text, lang }: ShownText): Html | string =>
  lang ? html`<span lang="${lang}">${text}</span>` : text

/** For the attributes of an element that holds nothing else than the text. */
export const langOf = (lang: Language | undefined): Html | undefined =>
  lang ? html` lang="${lang}"` : undefined

/** A stored description: HTML that was cleaned on the way in, with its paragraphs. */
export const prose = ({ text, lang }: ShownText): Html | undefined =>
  text ? html`<div class="prose"${langOf(lang)}>${raw(paragraphs(text))}</div>` : undefined
