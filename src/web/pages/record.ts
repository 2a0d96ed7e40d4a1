import type { View } from '../../define/derived.ts'
import { capital } from '../../define/text/capital.ts'
import { htmlToLine } from '../../define/text/html-to-lines.ts'
import { textIn } from '../../define/text/language.ts'
import { isOfSite, type PagedName, resources, viewIn } from '../../resources/index.ts'
import { layout } from '../layout/layout.ts'
import { hrefOf, isSame, shortened, slugsOf } from '../listing/items.ts'
import { fieldRows, fieldTexts } from '../parts/fields.ts'
import { figureOf } from '../parts/image.ts'
import { langOf } from '../parts/text.ts'
import { type Html, html } from '../shell/html.ts'
import { type Content, type Handler, type PageRequest, redirect } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'

/** The page of a record whose resource has no page of its own: its title, image, texts and fields. */
export const recordPage =
  (kind: PagedName): Handler =>
  async request => {
    const { params, reading } = request
    const view = await reading.read(kind, { slug: params.slug ?? '' })
    const { slug } = viewIn(kind, view, showContextOf(request))
    return isSame(slug, params.slug)
      ? showRecord(request, kind, view)
      : redirect(hrefOf(request, kind, { slug }))
  }

/** `preview`: the bar above a record without a public page. */
export async function showRecord(
  request: PageRequest,
  kind: PagedName,
  view: View,
  preview?: Html,
): Promise<Content> {
  const record = viewIn(kind, view, showContextOf(request))
  const { name, image } = record
  const fields = record.fields('default')
  const rows = fieldRows(request, fields)
  const description = fields.find(({ input, text }) => input === 'html' && text.text !== '')
  const main = html`${preview ?? ''}<article class="about">
<header>${isOfSite(kind) ? '' : html`<p class="eyebrow">${capital(textIn(resources[kind].one, request.locale))}</p>`}<h1${langOf(name)}>${name.text}</h1></header>
${image ? figureOf(request, image, '(min-width: 64rem) 64rem, 100vw') : ''}
${rows.length > 0 ? html`<div class="facts"><dl>${rows}</dl></div>` : ''}
${await fieldTexts(request, fields)}
</article>`
  return {
    body: layout(request, {
      title: name.text,
      main,
      description: shortened(htmlToLine(description?.text.text ?? '')),
      ...(preview
        ? { isUnlisted: true }
        : { languages: record.languages, at: { name: kind, params: slugsOf(record) } }),
    }),
  }
}
