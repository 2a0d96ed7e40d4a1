import { namesIn, tableOf } from '../../define/base/objects.ts'
import type { TermLinkKind } from '../../define/record.ts'
import { inEachLanguage, type Sentence, textIn } from '../../define/text/language.ts'
import { viewIn } from '../../resources/index.ts'
import { webcal } from '../feeds/calendar-links.ts'
import { embedPageScript, embedStyle } from '../layout/assets.ts'
import { layout } from '../layout/layout.ts'
import { filtersOf, queryOf } from '../listing/filters.ts'
import { hrefOf } from '../listing/items.ts'
import { joinedScript } from '../shell/browser-script.ts'
import { type EmbedMessageName, embedMessagesIn } from '../shell/embed-messages.ts'
import { feedExtensions } from '../shell/feed-extensions.ts'
import { policyWith } from '../shell/headers.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { Content, PageRequest } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import {
  attributesOf,
  type EmbedAttributes,
  elementAttributes,
  embedAttributesOf,
} from './embed-frame.ts'

const maxTerms = 200

/** Makes the code with which another site shows the calendar, and shows what it will look like. */
export async function embedPage(request: PageRequest): Promise<Content> {
  const { locale, links } = request
  const t = embedMessagesIn(locale)
  const attributes = embedAttributesOf(request)
  const main = html`<div class="embed">
<h1>${t('title')}</h1>
<p>${t('intro')}</p>
${await choices(request, attributes)}
${result(request, attributes)}
</div>`
  const head = html`<link rel="stylesheet" href="${links.path('asset', { file: embedStyle.file })}">
<script src="${links.path('embedScript')}" defer></script>
<script type="module" src="${links.path('asset', { file: embedPageScript.file })}"></script>`
  return {
    body: layout(request, { title: t('title'), description: t('intro'), main, head }),
    headers: { 'Content-Security-Policy': policyWith({ 'frame-src': "'self'" }) },
  }
}

/** The choice of events and their form; works without a script. */
async function choices(request: PageRequest, attributes: EmbedAttributes): Promise<Html> {
  const t = embedMessagesIn(request.locale)
  const termsOf = async (kind: TermLinkKind) =>
    (await request.reading.terms(kind, maxTerms)).map(view => {
      const term = viewIn(kind, view, showContextOf(request))
      const href = hrefOf(request, kind, term)
      return { value: decodeURIComponent(href.split('/').at(-2) ?? ''), label: term.name.text }
    })
  const any = { value: '', label: t('any') }
  const views = (['month', 'week', 'list', 'compact'] as const).map(value => ({
    value,
    label: t(value),
  }))
  const themes = (['auto', 'light', 'dark'] as const).map(value => ({
    value: value === 'auto' ? '' : value,
    label: t(value),
  }))
  return html`<form id="embed-form" method="get" class="embed-form" aria-label="${t('choose')}">
${choice('view', t('view'), views, attributes)}
${choice('theme', t('theme'), themes, attributes)}
${choice('categories', t('category'), [any, ...(await termsOf('category'))], attributes)}
${choice('tags', t('tag'), [any, ...(await termsOf('tag'))], attributes)}
<label>${t('search')} <input type="search" name="search" value="${attributes.search ?? ''}"></label>
<label class="check"><input type="checkbox" name="featured" value="true"${attributes.featured ? html` checked` : ''}> ${t('featured')}</label>
<button>${t('apply')}</button>
</form>`
}

type Option = { value: string; label: string }

const choice = (
  name: string,
  label: string,
  options: Option[],
  attributes: EmbedAttributes,
): Html =>
  html`<label>${label} <select name="${name}">${options.map(
    option =>
      html`<option value="${option.value}"${attributes[name] === option.value ? html` selected` : ''}>${option.label}</option>`,
  )}</select></label>`

/** The code, its preview, and the feeds of the same events. */
function result(request: PageRequest, chosen: EmbedAttributes): Html {
  const { locale, links } = request
  const t = embedMessagesIn(locale)
  const attributes = elementAttributes(request, chosen)
  const script = html`<script src="${links.url('embedScript')}" async></script>
<almanac-calendar${attributesOf(attributes)}></almanac-calendar>`
  const frame = html`<iframe src="${links.url('embedFrame')}${queryOf(chosen)}" title="${t('frameTitle')}" width="100%" height="640" loading="lazy" style="border: 0"></iframe>`
  const search = queryOf(filtersOf(request))
  const feed = (format: string) => links.url('feed', { format }) + search
  return html`<div id="embed-result">
${code(request, 'script', script)}
${code(request, 'frame', frame)}
<section>
<h2>${t('preview')}</h2>
<almanac-calendar${attributesOf(attributes)}></almanac-calendar>
</section>
<section>
<h2>${t('feeds')}</h2>
<p><a href="${webcal(feed('ics'))}">${t('subscribe')}</a></p>
<ul>${feedExtensions.map(format => html`<li><a href="${feed(format)}">${feed(format)}</a></li>`)}</ul>
</section>
</div>`
}

function code({ locale }: PageRequest, word: 'script' | 'frame', written: Html): Html {
  const t = embedMessagesIn(locale)
  const siteText = messagesIn(locale)
  const about: EmbedMessageName = `${word}About`
  return html`<section>
<h2>${t(word)}</h2>
<p>${t(about)}</p>
<pre tabindex="0" aria-label="${t(word)}"><code id="embed-${word}">${written.toString()}</code></pre>
<button type="button" class="quiet needs-script" data-copies="embed-${word}" data-copied="${siteText('copied')}">${siteText('copy')}</button>
</section>`
}

/** The calendar for other sites, as one script that needs nothing else: an element that shows the frame, as high as it is. */
const modules = ['listing/filter-names', 'client/embed/element']

let joined: string | undefined

/** The embed script, with the paths of the frame filled in. */
export function embedScript({ links, world: { site } }: PageRequest): Content {
  joined ??= joinedScript(modules)
  const framePaths = inEachLanguage(language =>
    links.url('embedFrame', {}, language).slice(links.publicUrl.length),
  )
  const messages = inEachLanguage(language =>
    tableOf(namesIn(embedMessages), name => textIn(embedMessages[name], site.locales[language])),
  )
  return {
    type: 'text/javascript; charset=utf-8',
    body: `(() => {\nconst framePaths = ${JSON.stringify(framePaths)}\nconst messages = ${JSON.stringify(messages)}\n${joined}\n})()\n`,
    // its URL stays, so clients revalidate it now and then
    headers: {
      'Cache-Control': 'public, max-age=3600',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  }
}

/** The messages of the script for other sites itself; it contains them in each language. */
const embedMessages = {
  title: { en: 'Calendar of events', fr: 'Agenda' },
  failed: {
    en: 'The events could not be loaded.',
    fr: 'Les évènements n’ont pas pu être chargés.',
  },
  again: { en: 'Try again', fr: 'Réessayer' },
} as const satisfies Record<string, Sentence>
