import { languageOf } from '../../../define/time/written-dates.ts'
import { filterNames } from '../../listing/filter-names.ts'
import { addMonths, type Day, today, weeksOf, written } from './days.ts'
import { button, element, isPage } from './dom.ts'
import { eventsWithin, type Source, upcoming } from './events.ts'
import { listOf, type Style } from './list.ts'
import { messagesIn } from './messages.ts'
import { monthOf } from './month.ts'
import { style } from './style.ts'

/** Where the API is under a base URL; written before the script by the service that sends it. */
declare const apiPath: string

const views = ['month', 'list'] as const
type ViewName = (typeof views)[number]
const names = ['occurrences', ...filterNames]
const attributes = ['base', 'view', 'lang', 'limit', 'target', ...names]

const own = document.currentScript
const ownBase = new URL('.', own instanceof HTMLScriptElement ? own.src : location.href)

/** `<almanac-calendar base="https://example.org" view="month" categories="music" lang="fr">` */
class AlmanacCalendar extends HTMLElement {
  static observedAttributes = attributes
  #view: ViewName = 'month'
  #month: Day = today()
  #page = 1
  #loading = new AbortController()
  #isWaiting = false
  #root = this.attachShadow({ mode: 'open' })
  #body = element('div', { class: 'body' })
  #heading = element('h2', { 'aria-live': 'polite' })

  constructor() {
    super()
    // not as an element: sites may forbid those
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    this.#root.adoptedStyleSheets = [sheet]
  }

  connectedCallback() {
    this.#restart()
  }

  disconnectedCallback() {
    this.#loading.abort()
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#restart()
  }

  /** Several attributes that change at once are one change. */
  #restart() {
    if (this.#isWaiting) return
    this.#isWaiting = true
    queueMicrotask(() => {
      this.#isWaiting = false
      this.#view = this.getAttribute('view') === 'list' ? 'list' : 'month'
      this.#page = 1
      this.#frame()
      this.#load()
    })
  }

  get #language() {
    const near = this.closest('[lang]')?.getAttribute('lang')
    return languageOf(this.getAttribute('lang') ?? near ?? navigator.language) ?? 'en'
  }

  get #base() {
    return (this.getAttribute('base') || ownBase.href).replace(/\/+$/, '')
  }

  /** What stays while the dates change, so that the keyboard stays where it is. */
  #frame() {
    const t = messagesIn(this.#language)
    const step = (by: -1 | 1) => () => {
      if (this.#view === 'month') this.#month = addMonths(this.#month, by)
      else this.#page = Math.max(1, this.#page + by)
      this.#load()
    }
    const choices = views.map(view =>
      button(t[view], () => this.setAttribute('view', view), {
        'aria-pressed': String(view === this.#view),
      }),
    )
    const start = () => {
      this.#month = today()
      this.#page = 1
      this.#load()
    }
    const focused = this.#root.activeElement?.textContent
    const bar = element(
      'div',
      { class: 'bar', role: 'group', 'aria-label': t.calendar },
      this.#heading,
      button('‹', step(-1), { 'aria-label': t[`earlier_${this.#view}`] }),
      button(t.today, start),
      button('›', step(1), { 'aria-label': t[`later_${this.#view}`] }),
      ...choices,
    )
    const site = isPage(this.#base)
      ? [element('a', { href: this.#base, target: this.#target }, t.all)]
      : []
    this.#root.replaceChildren(
      element(
        'div',
        { lang: this.#language },
        bar,
        this.#body,
        element('div', { class: 'end' }, ...site),
      ),
    )
    if (focused) choices.find(choice => choice.textContent === focused)?.focus()
  }

  get #target() {
    return this.getAttribute('target') ?? undefined
  }

  get #source(): Source {
    const filters: Source['filters'] = {}
    for (const name of names) {
      const value = this.getAttribute(name)
      if (value) filters[name] = value
    }
    return { api: this.#base + apiPath, filters, language: this.#language }
  }

  async #load() {
    this.#loading.abort()
    this.#loading = new AbortController()
    const { signal } = this.#loading
    const language = this.#language
    const t = messagesIn(language)
    const shownAs: Style = { language, t, target: this.#target }
    this.#heading.textContent =
      this.#view === 'month'
        ? written(this.#month, language, { month: 'long', year: 'numeric' })
        : t.calendar
    this.#body.setAttribute('aria-busy', 'true')
    try {
      const shown =
        this.#view === 'month'
          ? await this.#monthly(shownAs, signal)
          : await this.#listed(shownAs, signal)
      signal.throwIfAborted()
      this.#body.replaceChildren(shown)
    } catch {
      if (signal.aborted) return
      const again = button(t.again, () => this.#load())
      this.#body.replaceChildren(element('p', { role: 'alert' }, t.failed, ' ', again))
    }
    this.#body.removeAttribute('aria-busy')
  }

  async #monthly(shownAs: Style, signal: AbortSignal) {
    const days = weeksOf(this.#month, shownAs.language).flat()
    const [first = this.#month] = days
    const events = await eventsWithin(this.#source, first, days.at(-1) ?? first, signal)
    return monthOf(this.#month, events, shownAs)
  }

  async #listed(shownAs: Style, signal: AbortSignal) {
    const limit = Math.min(50, Math.max(1, Number(this.getAttribute('limit')) || 10))
    const { events, hasMore } = await upcoming(this.#source, { limit, page: this.#page }, signal)
    const [earlier, , later] = this.#root.querySelectorAll<HTMLButtonElement>('.bar button')
    if (earlier) earlier.disabled = this.#page === 1
    if (later) later.disabled = !hasMore
    return listOf(events, shownAs)
  }
}

if (!customElements.get('almanac-calendar'))
  customElements.define('almanac-calendar', AlmanacCalendar)
