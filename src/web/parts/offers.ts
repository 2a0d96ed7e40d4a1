import { fold, wordsOf } from '../../define/text/fold.ts'
import { nearest } from '../../define/text/similar-word.ts'
import { viewIn } from '../../resources/index.ts'
import { type Filters, queryOf } from '../listing/filters.ts'
import { hrefOf } from '../listing/items.ts'
import { todayOf } from '../listing/now.ts'
import { quickDates } from '../listing/quick-dates.ts'
import { countUpcoming, upcomingItems } from '../listing/upcoming.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import { chipsOf } from './filter-chips.ts'
import { choices, choicesToCome } from './filter-choices.ts'
import { namedKinds } from './name-choice.ts'
import { inline } from './text.ts'

/** The most of each kind, and records that are looked through for them. */
const [maxOffers, maxRead] = [3, 20]
/** The most filters of which the page says what is there without them. */
const maxCounted = 6

/** The pages of what is called like a search, and the days that it names. */
export async function namedPart(request: PageRequest, { q = '' }: Filters): Promise<Html | string> {
  const sought = wordsOf(q)
  if (sought.length === 0) return ''
  const { links, locale, reading } = request
  const t = messagesIn(locale)
  const isCalled = (name: string) => sought.every(word => fold(name).includes(word))
  const found: Html[] = quickDates(todayOf(request))
    .filter(({ label }) => fold(t(label)) === fold(q.trim()))
    .map(
      ({ label, filters }) =>
        html`<a href="${links.path('list')}${queryOf(filters)}">${t(label)}</a>`,
    )
  for (const kind of namedKinds) {
    const { views } = await reading.list(kind, { search: q, per_page: maxRead })
    const records = views.map(view => viewIn(kind, view, showContextOf(request)))
    const called = records.filter(({ name }) => isCalled(name.text)).slice(0, maxOffers)
    for (const record of called)
      found.push(html`<a href="${hrefOf(request, kind, record)}">${inline(record.name)}</a>`)
  }
  const terms = (await choices.category(request)).filter(({ name }) => isCalled(name.text))
  for (const { name, href } of terms.slice(0, maxOffers))
    found.push(html`<a href="${href}">${inline(name)}</a>`)
  if (found.length === 0) return ''
  return html`<p class="offers">${t('seeAlso')} ${found.map((link, at) => html`${at > 0 ? ' · ' : ''}${link}`)}</p>`
}

/** Where nothing is found: the search with a word that is there, and what is there without one of the filters. */
export async function otherWays(
  request: PageRequest,
  filters: Filters,
  here: string,
): Promise<Html | string> {
  const t = messagesIn(request.locale)
  const ways: Html[] = []
  const add = async (values: Filters, words: (count: number) => string) => {
    const count = await countUpcoming(request, values)
    if (count > 0) ways.push(html`<li><a href="${here}${queryOf(values)}">${words(count)}</a></li>`)
  }
  const q = filters.q && (await nearWords(request, filters.q))
  if (q) await add({ ...filters, q }, count => t('didYouMean', { name: q, count }))
  for (const { text, without } of (await chipsOf(request, filters)).slice(0, maxCounted))
    await add(without, count => t('withoutOne', { name: text, count }))
  return ways.length > 0 ? html`<ul class="ways">${ways}</ul>` : ''
}

/** The search with each unknown word replaced by one like it from titles and names; undefined: there is none. */
async function nearWords(request: PageRequest, q: string): Promise<string | undefined> {
  const { items } = await upcomingItems(request, {}, 1, maxTitles)
  const names = items.map(({ title }) => title.text)
  for (const kind of ['category', 'tag', ...namedKinds] as const)
    names.push(...(await choicesToCome[kind](request)).map(({ name }) => name.text))
  const known = new Map(
    names.flatMap(name => name.split(/[^\p{L}\p{N}\p{M}-]+/u)).map(word => [fold(word), word]),
  )
  const words = wordsOf(q).slice(0, maxWords)
  const near = words.map(word => {
    const match = known.has(word) ? word : nearest(word, [...known.keys()])
    return match === undefined ? word : (known.get(match) ?? word).toLowerCase()
  })
  const meant = near.join(' ')
  return meant === words.join(' ') ? undefined : meant
}
const [maxTitles, maxWords] = [50, 6]
