import type { TextView } from '../../define/record-texts.ts'
import { type Html, html } from '../shell/html.ts'

type Attributed = Pick<TextView, 'text'> & Partial<Pick<TextView, 'lang'>>

/** A text in an element of its own where it is in another language than the page, or in a script from right to left. */
export const inline = (of: Attributed): Html | string =>
  of.lang || isRightToLeft(of.text) ? html`<span${langOf(of)}>${of.text}</span>` : of.text

/** For the attributes of an element that holds nothing else than the text: its language and its direction, where they may be others. */
export const langOf = (of: Attributed | undefined): Html | undefined =>
  of && (of.lang || isRightToLeft(of.text))
    ? html`${of.lang ? html` lang="${of.lang}"` : ''}${isRightToLeft(of.text) ? html` dir="auto"` : ''}`
    : undefined

/** True if the text has a letter of a script that is written from right to left. */
const isRightToLeft = (text: string) => /[\u0591-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text)
