import { presenterOf } from '../../define/present.ts'
import { languagesOf } from '../../define/record-texts.ts'
import type { Field, Resource } from '../../define/resource.ts'
import { htmlToText } from '../../define/text/html.ts'
import { userRel } from '../../define/text/user-links.ts'
import type { View } from '../../define/view.ts'
import { type PagedName, resources } from '../../resources/index.ts'
import { isSame, linkedOf, shortened, slugIn, slugsOf, textIn } from '../listing/items.ts'
import { imageOf } from '../parts/image.ts'
import { prose } from '../parts/prose.ts'
import { langOf } from '../parts/text.ts'
import { type Html, html } from '../shell/html.ts'
import { layout } from '../shell/layout.ts'
import { type Content, type Handler, type PageRequest, redirect } from '../shell/page.ts'
import { showContextOf } from '../structured/show-context.ts'

/** The page of a record whose resource has no page of its own: its title, image, texts and fields. */
export const recordPage =
  (kind: PagedName): Handler =>
  async asked => {
    const { language, links, params, reading } = asked
    const view = await reading.read(kind, { slug: params.slug ?? '' })
    const slug = slugIn(view.record, language)
    return isSame(slug.slug, params.slug)
      ? showRecord(asked, kind, view)
      : redirect(links.path(kind, slug))
  }

/** `preview`: what stands above it where it is no public page. */
export async function showRecord(
  asked: PageRequest,
  kind: PagedName,
  view: View,
  preview?: Html,
): Promise<Content> {
  const { language } = asked
  const resource: Resource = resources[kind]
  const { record } = view
  const { name } = linkedOf(asked, record)
  // as responses show it: what a password hides is not on its page either
  const body = presenterOf(resource)(view, showContextOf(asked), true)
  const texts: Html[] = []
  const rows: Html[] = []
  let description = ''
  for (const [field, of] of Object.entries(resource.fields)) {
    const value = body[field]
    if (!isOnPage(resource, field, of) || !value) continue
    if (of.type.input === 'html') {
      const text = textIn(record, field, language)
      description ||= htmlToText(text.text)
      texts.push(html`${await prose(asked, text)}`)
    } else if (inputs.has(of.type.input ?? ''))
      rows.push(
        html`<div><dt>${of.label[language]}</dt><dd>${valueHtml(of, String(value))}</dd></div>`,
      )
  }
  const image = view.masked ? undefined : view.image
  const main = html`${preview ?? ''}<article class="about">
<header><p class="eyebrow">${capital(resource.one[language])}</p><h1${langOf(name.lang)}>${name.text}</h1></header>
${image ? html`<figure>${imageOf(asked, image, { sizes: '(min-width: 64rem) 64rem, 100vw', isFirst: true })}</figure>` : ''}
${rows.length > 0 ? html`<div class="facts"><dl>${rows}</dl></div>` : ''}
${texts}
</article>`
  return {
    body: layout(asked, {
      title: name.text,
      main,
      description: shortened(description),
      ...(preview
        ? { isUnlisted: true }
        : { languages: languagesOf(record), at: { name: kind, params: slugsOf(record) } }),
    }),
  }
}

/** Fields that are shown as they are written. */
const inputs: ReadonlySet<string> = new Set(['line', 'lines', 'number', 'email', 'tel', 'url'])

/** Its title stands above; author, dates and status, which are always there, are for editors. */
const isOnPage = ({ titled, shown }: Resource, name: string, { always }: Field) =>
  name !== titled && !always && Object.hasOwn(shown, name)

function valueHtml({ type }: Field, value: string): Html {
  if (type.input === 'url' && /^https?:/.test(value) && URL.canParse(value))
    return html`<a href="${value}" rel="${userRel}">${new URL(value).host}</a>`
  return html`${value}`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
