import { filterNames } from '../../listing/filter-names.ts'

/** Where the frame is under a base URL, by language, and what is said where it cannot be shown; written before the script. */
declare const framePaths: Record<string, string>
declare const messages: Record<string, Record<'title' | 'failed' | 'again', string>>

const passedOn = [
  ...(['view', 'start', 'event', 'limit', 'theme', 'accent'] as const),
  ...filterNames,
]
const attributes = ['base', 'lang', ...passedOn]

/** Milliseconds after which a frame that says nothing is not our calendar. */
const patience = 3000

const own = document.currentScript
const ownBase = new URL('.', own instanceof HTMLScriptElement ? own.src : location.href)

/** Frames without an element fit their height too. */
window.addEventListener('message', ({ source, data }) => {
  if (data?.almanac !== 'resize' || !Number.isFinite(data.height)) return
  for (const frame of document.querySelectorAll('iframe'))
    if (frame.contentWindow === source) frame.style.height = `${data.height}px`
})

/** `<almanac-calendar base="https://example.org" view="month" categories="music" lang="fr">` */
class AlmanacCalendar extends HTMLElement {
  static observedAttributes = attributes
  #frame: HTMLIFrameElement | undefined
  #waiting: ReturnType<typeof setTimeout> | undefined
  #isWaiting = false
  #root = this.attachShadow({ mode: 'open' })
  #listen = (event: MessageEvent) => this.#hear(event)

  connectedCallback() {
    window.addEventListener('message', this.#listen)
    this.#restart()
  }

  disconnectedCallback() {
    window.removeEventListener('message', this.#listen)
    clearTimeout(this.#waiting)
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
      this.#show()
    })
  }

  get #language(): string {
    const near = this.closest('[lang]')?.getAttribute('lang')
    const tag = this.getAttribute('lang') ?? near ?? navigator.language
    const [language = ''] = tag.toLowerCase().split('-')
    return Object.hasOwn(framePaths, language) ? language : 'en'
  }

  get #url(): string {
    const base = (this.getAttribute('base') || ownBase.href).replace(/\/+$/, '')
    const query = new URLSearchParams()
    const custom = this.getAttributeNames().filter(name => name.startsWith('custom_fields['))
    for (const name of [...passedOn, ...custom]) {
      const value = this.getAttribute(name)
      if (value) query.set(name, value)
    }
    return `${base}${framePaths[this.#language]}?${query}`
  }

  #show() {
    if (!this.isConnected) return
    const words = messages[this.#language]
    const frame = document.createElement('iframe')
    frame.title = words?.title ?? ''
    // as properties: sites may forbid styles in markup
    Object.assign(frame.style, { display: 'block', width: '100%', border: '0', height: '24rem' })
    Object.assign(this.style, { display: this.hidden ? 'none' : 'block' })
    const url = this.#url
    if (!/^https?:/i.test(url)) return
    frame.src = url
    this.#frame = frame
    this.#root.replaceChildren(frame)
    clearTimeout(this.#waiting)
    // where the calendar is down, the browser loads its own page of the error
    frame.addEventListener('load', () => {
      this.#waiting = setTimeout(() => this.#fail(), patience)
      frame.contentWindow?.postMessage({ almanac: 'listening' }, new URL(url).origin)
    })
  }

  #fail() {
    const words = messages[this.#language]
    const message = document.createElement('p')
    const again = document.createElement('button')
    message.setAttribute('role', 'alert')
    again.textContent = words?.again ?? ''
    again.addEventListener('click', () => this.#show())
    message.append(`${words?.failed ?? ''} `, again)
    this.#root.replaceChildren(message)
  }

  #hear({ source, data }: MessageEvent) {
    if (!this.#frame || source !== this.#frame.contentWindow) return
    clearTimeout(this.#waiting)
    if (data?.almanac === 'resize' && Number.isFinite(data.height))
      this.#frame.style.height = `${data.height}px`
    if (data?.almanac === 'load') this.#tell('load', { view: data.view, events: data.events })
    if (data?.almanac !== 'select' || !/^https?:/i.test(data.url)) return
    const { url, title, isOpen } = data
    const goesOn = this.#tell('select', { url, title })
    if (!goesOn || isOpen) return
    const target = this.getAttribute('target') ?? '_self'
    window.open(url, target, target === '_self' ? '' : 'noopener')
  }

  #tell(name: string, detail: object): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable: true }))
  }
}

if (!customElements.get('almanac-calendar'))
  customElements.define('almanac-calendar', AlmanacCalendar)
