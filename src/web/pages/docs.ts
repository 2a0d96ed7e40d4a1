import { languages, othersThan, textIn } from '../../define/text/language.ts'
import { languageTable } from '../../define/text/language-table.ts'
import { resourceList } from '../../resources/index.ts'
import { docsScript, docsStyle } from '../layout/assets.ts'
import { policyWith, withoutTrustedTypes } from '../shell/headers.ts'
import { directionOf, type Html, html } from '../shell/html.ts'
import { iconLinks } from '../shell/icons.ts'
import { messagesIn } from '../shell/messages.ts'
import type { Content, PageRequest } from '../shell/page.ts'
import { scalarFile } from '../shell/scalar.ts'

/** The documentation of the API: Scalar draws it from our own OpenAPI document. */
export function docsPage(request: PageRequest): Content {
  return {
    body: written(request).toString(),
    headers: {
      // Scalar puts its styles into the page by script, some of them without the nonce that it could be given
      'Content-Security-Policy': policyWith({
        ...withoutTrustedTypes,
        'style-src': "'self' 'unsafe-inline'",
        'img-src': "'self' data: blob:",
      }),
    },
  }
}

/** Nothing of Scalar's that would ask another host, nor lead there: no telemetry, assistants, fonts, relay of requests. */
const quiet = {
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  withDefaultFonts: false,
  hideClientButton: true,
  // the bar above has it, without what the page adds
  documentDownloadType: 'none',
}

function written(request: PageRequest): Html {
  const { language, links, locale } = request
  const t = messagesIn(locale)
  const document = documentOf(request)
  const configuration = { ...quiet, localization: { locale: language } }
  return html`<!doctype html>
<html lang="${language}"${directionOf(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t('apiDocs')}</title>
<link rel="canonical" href="${links.url('docs')}">
${languages.map(
  of => html`<link rel="alternate" hreflang="${of}" href="${links.url('docs', {}, of)}">`,
)}
${iconLinks(request)}<link rel="service-desc" type="application/json" href="${document}">
<link rel="stylesheet" href="${links.path('asset', { file: docsStyle.file })}">
</head>
<body>
<header class="bar">
<a href="${links.path('events')}">${t('toCalendar')}</a>
<a href="${links.path('guides')}">${t('guides')}</a>
<a href="${document}">OpenAPI 3.1</a>
<a href="${document}?version=3.0">OpenAPI 3.0</a>
${othersThan(language).map(other => html`<a href="${links.path('docs', {}, other)}" hreflang="${other}" lang="${other}">${languageTable[other].name}</a>`)}
</header>
<main>
<h1 class="docs-title">${t('apiDocs')}</h1>
<noscript>${withoutScript(request, document)}</noscript>
<div id="reference" data-document="${document}" data-configuration="${JSON.stringify(configuration)}"></div>
</main>
<script src="${links.path('asset', { file: scalarFile })}"></script>
<script src="${links.path('asset', { file: docsScript.file })}"></script>
</body>
</html>
`
}

/** The part for readers without scripts: the resources, and links to the documents with the details. */
function withoutScript({ locale }: PageRequest, document: string): Html {
  const t = messagesIn(locale)
  const root = document.replace(/\/doc$/, '')
  return html`<div class="plain">
<h2>${t('apiDocs')}</h2>
<p>${t('docsNeedScript')}</p>
<ul>
<li><a href="${document}">OpenAPI 3.1</a></li>
<li><a href="${document}?version=3.0">OpenAPI 3.0</a></li>
<li><a href="${root}/">${t('apiRoutes')}</a></li>
</ul>
<dl>
${resourceList.map(
  ({ path, about }) =>
    html`<dt><a href="${root}/${path}"><code>/${path}</code></a></dt><dd>${textIn(about, locale)}</dd>`,
)}
</dl>
</div>`
}

/** Where the document is in the language of the page, as a path: the browser loads it from the host that serves the page. */
function documentOf({ links, language, world: { settings } }: PageRequest): string {
  const { pathname } = new URL(links.homeIn[language])
  return `${pathname.replace(/\/$/, '')}${settings.basePath}/${settings.namespace}/doc`
}
