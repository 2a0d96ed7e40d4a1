import { capital, dayNumber, inWords, startOfMonth } from '../dates.ts'
import { type Html, html } from '../html.ts'
import type { Item } from '../items.ts'
import type { Asked } from '../page.ts'
import { sayIn } from '../words.ts'
import { imageOf } from './image.ts'
import { inline, langOf } from './text.ts'
import { inList } from './when.ts'

/** Cancelled, postponed, moved: said before the title, in words. */
export function statusMark({ status }: Pick<Item, 'status'>, asked: Asked): Html | undefined {
  const t = sayIn(asked.language)
  return status === undefined
    ? undefined
    : html`<strong class="status ${status}">${t(status)}</strong> `
}

/** One event in a list. `level` is that of its heading. */
export function card(asked: Asked, item: Item, level: 2 | 3): Html {
  const { language } = asked
  const { title, venues, excerpt, cost, image } = item
  const link = html`${statusMark(item, asked)}<a href="${item.href}"${langOf(title.lang)}>${title.text}</a>`
  return html`<li class="card${item.isFeatured ? ' featured' : ''}">
<div class="card-date" aria-hidden="true"><span>${capital(inWords(item.starts, 'weekdayShort', language))}</span><b>${dayNumber(item.first)}</b><span>${inWords(item.starts, 'monthName', language)}</span></div>
<div class="card-text">
<p class="card-when">${inList(item, language)}</p>
${level === 2 ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`}
${venues.length > 0 ? html`<p class="card-where">${venues.map(({ name }, at) => html`${at > 0 ? ', ' : ''}${inline(name)}`)}</p>` : ''}
${excerpt.text ? html`<p class="card-about"${langOf(excerpt.lang)}>${excerpt.text}</p>` : ''}
${cost ? html`<p class="card-cost">${cost}</p>` : ''}
</div>
${image ? html`<div class="card-image">${imageOf(asked, image, { sizes: '(min-width: 40rem) 12rem, 30vw', alt: '' })}</div>` : ''}
</li>`
}

/** Events under the headings of their months. */
export function byMonth(asked: Asked, items: readonly Item[]): Html {
  const months = Map.groupBy(items, item => startOfMonth(item.starts))
  return html`${[...months].map(
    ([month, inMonth]) => html`<section class="month-group">
<h2>${capital(inWords(month, 'month', asked.language))}</h2>
<ol class="cards">${inMonth.map(item => card(asked, item, 3))}</ol>
</section>`,
  )}`
}

export const cards = (asked: Asked, items: readonly Item[], level: 2 | 3): Html =>
  html`<ol class="cards">${items.map(item => card(asked, item, level))}</ol>`

/** What begins in a span of days, in the order of its start, and apart from it what began before and goes on. */
export function begunAndGoingOn(
  items: readonly Item[],
  from: number,
): { begun: Item[]; goingOn: Item[] } {
  return {
    begun: items.filter(({ first }) => first >= from),
    goingOn: items.filter(({ first }) => first < from),
  }
}
