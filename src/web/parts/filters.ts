import { isPostLink } from '../../define/record.ts'
import type { ShownText } from '../../define/record-texts.ts'
import type { View } from '../../define/view.ts'
import type { ResourceName } from '../../resources/index.ts'
import { viewIn } from '../../resources/view.ts'
import { cached } from '../cache/cached.ts'
import { type Filters, filterNames, queryOf } from '../listing/filters.ts'
import { hrefOf } from '../listing/items.ts'
import { type Html, html, raw } from '../shell/html.ts'
import { sayIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import { inline } from './text.ts'

const mostTerms = 200

type Choice = {
  id: number
  name: ShownText
  href: string
  slug: string
  plain: string
  chosen: string
}

/** The categories that can be chosen, by name. */
const categoriesOf = cached<Choice[]>({
  key: () => 'categories',
  sizeOf: choices => choices.length * 1000,
  make: async asked => choicesOf(asked, await asked.reading.terms('category', mostTerms)),
})

const choicesOf = (asked: PageRequest, views: readonly View[]): Choice[] =>
  views.map(view => {
    const term = viewIn('category', view, showContextOf(asked))
    const href = hrefOf(asked, 'category', term)
    const slug = decodeURIComponent(href.split('/').at(-2) ?? '')
    const { id, name } = term
    const { text, lang } = name
    const option = (mark: Html | string) =>
      html`<option value="${slug}"${mark}${lang ? html` lang="${lang}"` : ''}>${text}</option>`
    return {
      id,
      name,
      href,
      slug,
      plain: option('').toString(),
      chosen: option(html` selected`).toString(),
    }
  })

/** All of them are on every page: they are joined as they were written. */
const optionsOf = (categories: readonly Choice[], asked: string): Html =>
  raw(categories.map(({ slug, plain, chosen }) => (slug === asked ? chosen : plain)).join(''))

/** Names of the records that a filter names by their IDs. */
async function named(asked: PageRequest, kind: ResourceName, ids: string): Promise<string> {
  const names: string[] = []
  for (const id of ids.split(',').slice(0, 5)) {
    if (!/^\d{1,15}$/.test(id)) continue
    const view = await asked.reading.read(kind, { id: Number(id) }).catch(() => undefined)
    if (view) names.push(viewIn(kind, view, showContextOf(asked)).name.text)
  }
  return names.join(', ')
}

/** Search and filters of a view, as a form that works by itself; what is chosen can be taken back. */
export async function filterBar(
  asked: PageRequest,
  filters: Filters,
  action: string,
): Promise<Html> {
  const categories = await categoriesOf(asked)
  const t = sayIn(asked.language)
  const chosen = filters.categories ?? ''
  const inForm = new Set(['search', 'categories'])
  const others = filterNames.filter(name => !inForm.has(name) && filters[name])
  return html`<search class="filters">
<form action="${action}" method="get">
<label class="visually-hidden" for="search">${t('searchEvents')}</label>
<input id="search" type="search" name="search" value="${filters.search ?? ''}" placeholder="${t('searchEvents')}" maxlength="200">
${
  categories.length > 0
    ? html`<label class="visually-hidden" for="categories">${t('category')}</label>
<select id="categories" name="categories"><option value="">${t('allCategories')}</option>${optionsOf(categories, chosen)}</select>`
    : ''
}
${others.map(name => html`<input type="hidden" name="${name}" value="${filters[name]}">`)}
<button class="quiet">${t('search')}</button>
</form>
${await chips(asked, filters, action, categories)}
</search>`
}

async function chips(
  asked: PageRequest,
  filters: Filters,
  action: string,
  categories: readonly Choice[],
): Promise<Html | undefined> {
  const t = sayIn(asked.language)
  const shown: { name: keyof Filters; text: string }[] = []
  for (const name of filterNames) {
    const value = filters[name]
    if (value === undefined) continue
    if (isPostLink(name)) shown.push({ name, text: (await named(asked, name, value)) || value })
    else if (name === 'categories')
      shown.push({
        name,
        text: categories.find(({ slug }) => slug === value)?.name.text ?? value,
      })
    else shown.push({ name, text: name === 'featured' ? t('featuredOnly') : value })
  }
  if (shown.length === 0) return undefined
  return html`<ul class="chips" aria-label="${t('filteredBy')}">${shown.map(
    ({ name, text }) =>
      html`<li><a href="${action}${queryOf({ ...filters, [name]: undefined })}"><span class="visually-hidden">${t('removeFilter', { name: text })}</span><span aria-hidden="true">${inline({ text, lang: undefined })} ×</span></a></li>`,
  )}</ul>`
}
