import { textIn } from '../../define/text/language.ts'
import { userRel } from '../../define/text/user-links.ts'
import type { FieldView, VenueView } from '../../resources/index.ts'
import { hrefOf } from '../listing/items.ts'
import { mapMessagesIn } from '../map/messages.ts'
import { type Html, html } from '../shell/html.ts'
import type { PageRequest } from '../shell/page.ts'
import { prose } from './prose.ts'
import { inline } from './text.ts'

/** Rows for the plain fields of a record that have a value; texts with markup are for `fieldTexts`. */
export const fieldRows = ({ locale }: PageRequest, fields: readonly FieldView[]): Html[] =>
  fields
    .flatMap(field => field.parts ?? field)
    .filter(
      ({ input, text }) => input !== 'html' && text.text !== '' && isWritable(input, text.text),
    )
    .map(
      field => html`<div><dt>${textIn(field.label, locale)}</dt><dd>${valueHtml(field)}</dd></div>`,
    )

/** Fields with markup, below the rows. */
export async function fieldTexts(
  request: PageRequest,
  fields: readonly FieldView[],
): Promise<Html[]> {
  const texts: Html[] = []
  for (const { input, text } of fields) {
    const part = input === 'html' ? await prose(request, text) : undefined
    if (part) texts.push(part)
  }
  return texts
}

const isWeb = (url: string) => /^https?:/.test(url) && URL.canParse(url)

/** No page links to URLs that browsers do not open. */
const isWritable = (input: FieldView['input'], text: string) => input !== 'url' || isWeb(text)

const valueHtml = ({ input, text }: FieldView): Html | string =>
  input === 'url'
    ? html`<a href="${text.text}" rel="${userRel}">${new URL(text.text).host}</a>`
    : inline(text)

/** A venue in an event: its name, its address below, and a link to directions on another site. */
export function venuePart(request: PageRequest, venue: VenueView, directions?: string): Html {
  const { name, addressLines: lines } = venue
  return html`<div class="place"><a href="${hrefOf(request, 'venue', venue)}">${inline(name)}</a>${lines.length > 0 ? html`<address>${lines.map((line, at) => html`${at > 0 ? html`<br>` : ''}${line}`)}</address>` : ''}${directionsLink(request, directions)}</div>`
}

export function directionsLink({ locale }: PageRequest, to: string | undefined): Html | string {
  return to
    ? html`<a class="directions" href="${to}" rel="noopener">${mapMessagesIn(locale)('directions')}</a>`
    : ''
}
