import { type Language, languageTable } from '../../../define/text/language-table.ts'
import { addDays, type Day, timeOf, today, weeksOf, written } from './days.ts'
import { button, element } from './dom.ts'
import { isOn, type Shown } from './events.ts'
import { listOf, type Style, titleOf } from './list.ts'

const mostInCell = 3

/** The grid of a month; a day that is chosen is spelt out below. */
export function monthOf(month: Day, events: readonly Shown[], style: Style): HTMLElement {
  const { language } = style
  const below = element('div', { class: 'day', 'aria-live': 'polite' })
  const on = (day: Day) => events.filter(event => isOn(event, day))
  let chosen: HTMLElement | undefined

  function choose(day: Day, head: HTMLElement) {
    chosen?.setAttribute('aria-expanded', 'false')
    const isSame = chosen === head
    chosen = isSame ? undefined : head
    if (isSame) return below.replaceChildren()
    head.setAttribute('aria-expanded', 'true')
    const heading = style.t.on.replace('{day}', written(day, language, { dateStyle: 'full' }))
    below.replaceChildren(element('h3', {}, heading), listOf(on(day), style, day))
  }

  const weeks = weeksOf(month, language)
  const cells = (week: Day[]) =>
    week.map(day => {
      const isOutside = day.slice(0, 7) !== month.slice(0, 7)
      return cellOf({ day, isOutside, events: on(day), choose }, style)
    })
  const name = written(month, language, { month: 'long', year: 'numeric' })
  const grid = element(
    'table',
    {},
    element('caption', { class: 'hidden' }, name),
    element('thead', {}, element('tr', {}, ...(weeks[0] ?? []).map(day => weekday(day, language)))),
    element('tbody', {}, ...weeks.map(week => element('tr', {}, ...cells(week)))),
  )
  return element('div', {}, grid, below)
}

function weekday(day: Day, language: Language): HTMLElement {
  const full = written(day, language, { weekday: 'long' })
  return element('th', { scope: 'col', abbr: full }, written(day, language, { weekday: 'short' }))
}

type Cell = {
  day: Day
  isOutside: boolean
  events: readonly Shown[]
  choose(day: Day, head: HTMLElement): void
}

/** A day: its number, which spells it out where there is something on it, and its first events. */
function cellOf({ day, isOutside, events, choose }: Cell, style: Style): HTMLElement {
  const { language, t } = style
  const count = events.length
  const date = Number(day.slice(8))
  const number = (date === 1 && languageTable[language].firstOfMonth) || String(date)
  const said = (count === 1 ? t.count_one : t.count_other).replace('{n}', String(count))
  const label = `${written(day, language, { dateStyle: 'full' })}, ${said}`
  const attributes = { 'aria-label': label, 'aria-expanded': 'false' }
  const head = count
    ? button(number, () => choose(day, head), attributes)
    : element('time', { datetime: day }, number)
  head.classList.add('number')
  const shown = events.slice(0, count > mostInCell ? mostInCell - 1 : mostInCell)
  const lines = shown.map(event => element('li', {}, ...lineOf(event, day, style)))
  if (count > shown.length) {
    const rest = t.more.replace('{n}', String(count - shown.length))
    // the number does the same for the keyboard
    const more = button(rest, () => choose(day, head), { class: 'more', tabindex: '-1' })
    lines.push(element('li', {}, more))
  }
  return element(
    'td',
    {
      class: isOutside ? 'outside' : undefined,
      'aria-current': day === today() ? 'date' : undefined,
    },
    head,
    ...(lines.length ? [element('ul', {}, ...lines)] : []),
  )
}

/** A line in a cell: the time on the first day, and on others a mark that it goes on. */
function lineOf(event: Shown, day: Day, style: Style): Node[] {
  const isFirst = event.start_date.slice(0, 10) === day
  const time = isFirst && !event.all_day ? timeOf(event.start_date, style.language) : ''
  const title = titleOf(event, style)
  title.classList.add(isFirst ? 'first' : 'later')
  if (isOn(event, addDays(day, 1))) title.classList.add('long')
  return [...(time ? [element('time', {}, time), document.createTextNode(' ')] : []), title]
}
