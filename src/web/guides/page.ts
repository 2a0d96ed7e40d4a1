import { Marked, Renderer } from 'marked'
import { guideNames, guideOf, imageOfGuide, indexName } from '../../common/index.ts'
import { once } from '../../define/base/objects.ts'
import { fold } from '../../define/text/fold.ts'
import { inEachLanguage, type Language, languages } from '../../define/text/language.ts'
import { Problem } from '../../problem/index.ts'
import { guideStyle } from '../layout/assets.ts'
import { layout } from '../layout/layout.ts'
import { type Html, html, raw } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { Content, PageRequest } from '../shell/page.ts'

/** Where a link of a page leads; undefined: to nothing that is served, so that its words stand alone. */
type LinkOf = (target: string) => string | undefined

/** The anchor of a heading, as links between pages of documentation name it. */
const anchorOf = (heading: string) =>
  plainOf(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/** The words of a line without its marks. */
const plainOf = (text: string) =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*+(?=\S)|(?<=\S)\*+|`|\\(?=[|*_[\]])/g, '')

/** The guides as HTML; tags in the text stand as they are written. */
export const htmlOf = (markdown: string, linkOf: LinkOf): Html =>
  raw(markedWith(linkOf).parse(markdown, { async: false }))

const { table } = Renderer.prototype

const markedWith = (linkOf: LinkOf) =>
  new Marked({
    renderer: {
      heading({ depth, text, tokens }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const words = raw(this.parser.parseInline(tokens))
        const to = linkOf(href)
        return String(to === undefined ? words : html`<a href="${to}">${words}</a>`)
      },
      image: ({ href, text }) =>
        String(html`<img src="${linkOf(href)}" alt="${text}" loading="lazy">`),
      table(token) {
        return `<div class="scrolls" tabindex="0">${table.call(this, token)}</div>\n`
      },
      html: ({ text }) => String(html`${text}`),
    },
  })

/** All guides by subject, or those that a search finds. */
export async function guidesPage(request: PageRequest): Promise<Content> {
  const search = request.query.get('search')?.trim().slice(0, 200) ?? ''
  if (search) return { body: await foundPage(request, search) }
  const text = await guideOf(request.language, indexName)
  if (text === undefined) throw new Problem('rest_no_route')
  return { body: written(request, messagesIn(request.locale)('guides'), rendered(request, text)) }
}

/** One guide, as it is in the repository. */
export async function guidePage(request: PageRequest): Promise<Content> {
  const { language, params } = request
  const text = await guideOf(language, params.slug ?? '')
  if (text === undefined) throw new Problem('rest_no_route')
  const title = plainOf(/^# (.+)$/m.exec(text)?.[1] ?? '')
  return { body: written(request, title, rendered(request, text)) }
}

/** An image of the guides. */
export async function guideImage({ params }: PageRequest): Promise<Content> {
  const body = await imageOfGuide(params.file ?? '')
  if (!body) throw new Problem('rest_no_route')
  return {
    type: 'image/webp',
    body,
    headers: { 'Cache-Control': 'public, max-age=3600' },
  }
}

const written = (request: PageRequest, title: string, content: Html): string =>
  layout(request, {
    title,
    main: html`${searchForm(request)}<div class="prose guide">\n${content}</div>`,
    isUnlisted: true,
    head: html`<link rel="stylesheet" href="${request.links.path('asset', { file: guideStyle.file })}">`,
  })

const rendered = (request: PageRequest, text: string) => htmlOf(text, linkOf(request))

function searchForm({ links, locale, query }: PageRequest): Html {
  const t = messagesIn(locale)
  return html`<form class="guide-search" role="search" action="${links.path('guides')}">
<input type="search" name="search" value="${query.get('search') ?? ''}" maxlength="200" aria-label="${t('searchGuides')}" placeholder="${t('searchGuides')}">
<button>${t('search')}</button>
<a href="${links.path('guides')}">${t('allGuides')}</a>
<a href="${links.path('docs')}">${t('apiDocs')}</a>
</form>\n`
}

async function foundPage(request: PageRequest, search: string): Promise<string> {
  const { language, locale } = request
  const t = messagesIn(locale)
  const found = await searchGuides(language, search)
  const title = t('guidesFound', { search })
  const list =
    found.length > 0
      ? html`<ul class="guide-found">\n${found.map(section => foundItem(request, section))}</ul>`
      : html`<p>${t('noGuideFound')}</p>`
  return written(request, title, html`<h1>${title}</h1>\n${list}`)
}

const shown = 200

function foundItem({ links }: PageRequest, { name, guide, heading, anchor, text }: Section): Html {
  const title = heading === guide ? guide : `${guide} › ${heading}`
  const beginning = text.length > shown ? `${text.slice(0, shown)} …` : text
  return html`<li><a href="${links.path('guide', { slug: name })}#${anchor}">${title}</a>\n<p>${beginning}</p></li>\n`
}

/** Links between guides lead to their pages; what else stands in the repository has none. */
function linkOf({ links, language }: PageRequest): LinkOf {
  return target => {
    if (/^https?:|^#/.test(target)) return target
    const [path = '', anchor = ''] = target.split('#')
    const at = anchor && `#${anchor}`
    const [, file] = /^images\/([\w-]+\.webp)$/.exec(path) ?? []
    if (file) return links.path('guideImage', { file })
    const [, of = language, name] = /^(?:\.\.\/(\w+)\/)?([\w-]+)\.md$/.exec(path) ?? []
    const other = languages.find(each => each === of)
    if (!other || name === undefined) return undefined
    const page =
      name === indexName
        ? links.path('guides', {}, other)
        : links.path('guide', { slug: name }, other)
    return page + at
  }
}

/** A part of a guide below a heading, to be found by its words. */
type Section = {
  name: string
  guide: string
  heading: string
  anchor: string
  text: string
  folded: string
}

/** Read with the first search; they change with the program alone. */
const sections = inEachLanguage(language => once(() => read(language)))

async function read(language: Language): Promise<Section[]> {
  const found: Section[] = []
  for (const name of guideNames(language)) {
    const text = (await guideOf(language, name)) ?? ''
    const [first = '', ...rest] = text.split(/^#{1,3} /m).slice(1)
    const guide = first.split('\n', 1)[0] ?? ''
    for (const part of [first, ...rest]) {
      const [title = '', ...lines] = part.split('\n')
      const text = plainOf(lines.join(' '))
        .replace(/[|\s-]+\|[|\s-]*|```\w*|(^|\s)-(?=\s)|\s+/g, ' ')
        .trim()
      const folded = fold(`${guide} ${title} ${text}`)
      found.push({
        name,
        guide: plainOf(guide),
        heading: plainOf(title),
        anchor: anchorOf(title),
        text,
        folded,
      })
    }
  }
  return found
}

const mostWords = 8
const mostFound = 40

/** The sections with all these words, those with them in a heading first. */
async function searchGuides(language: Language, search: string): Promise<Section[]> {
  const words = fold(search.slice(0, 200)).split(/\s+/).filter(Boolean).slice(0, mostWords)
  if (words.length === 0) return []
  const all = await sections[language]()
  const found = all.filter(({ folded }) => words.every(word => folded.includes(word)))
  const isAbout = ({ guide, heading }: Section) => {
    const title = fold(`${guide} ${heading}`)
    return words.every(word => title.includes(word))
  }
  return [...found.filter(isAbout), ...found.filter(each => !isAbout(each))].slice(0, mostFound)
}
