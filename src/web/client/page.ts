import { languageTable } from '../../define/text/language-table.ts'
import { clockIn, dateRowOf, polished } from '../../define/text/written-dates.ts'

/** The additions of a script to pages: the visitor's own time, and the date picker without its button. */

document.documentElement.classList.add('scripted')

/** The scheme that a visitor chooses, for the styles and for the logo of the header. */
const { dataset } = document.documentElement
const showScheme = () => {
  const media = { light: 'not all', dark: 'all' }[dataset.scheme ?? '']
  for (const source of document.querySelectorAll<HTMLSourceElement>('header.site source'))
    source.media = media ?? '(prefers-color-scheme: dark)'
}
for (const select of document.querySelectorAll<HTMLSelectElement>('select.scheme')) {
  select.value = dataset.scheme ?? ''
  if (select.value) showScheme()
  select.addEventListener('change', () => {
    if (select.value) dataset.scheme = select.value
    else delete dataset.scheme
    showScheme()
    localStorage.setItem('scheme', select.value)
  })
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

const row =
  dateRowOf(document.documentElement.dataset.locale ?? document.documentElement.lang) ??
  languageTable.en

/** A moment in the visitor's zone, as pages write it: Wed 17 March, 8:30 pm. */
function written(moment: Date, more: Intl.DateTimeFormatOptions = {}): string {
  const form = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(row.locale, { ...options, timeZone: zone })
  const day = form({ weekday: 'short', day: 'numeric', month: 'long', ...more }).format(moment)
  const parts = form({ hour: 'numeric', minute: '2-digit', hourCycle: 'h23' }).formatToParts(moment)
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value)
  return `${polished(day, row)}, ${clockIn(row, part('hour'), part('minute'))}`
}

/** Paper says when it was printed. */
addEventListener('beforeprint', () => {
  const time = document.querySelector('.printed time')
  if (time) time.textContent = `· ${written(new Date(), { year: 'numeric' })}`
})

/** Minutes that a written moment is ahead of UTC: `+01:00`, `Z`. */
function offsetIn(text: string): number | undefined {
  const [, sign, hours, minutes] = /T.*([+-])(\d\d):(\d\d)$/.exec(text) ?? []
  if (!sign) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Where clocks differ at that moment, the time on the visitor's own is said too. */
for (const place of document.querySelectorAll<HTMLElement>('[data-yours]')) {
  const time = place.querySelector('time')
  const dateTime = time?.dateTime ?? ''
  const offset = offsetIn(dateTime)
  if (offset === undefined) continue
  const moment = new Date(dateTime)
  if (-moment.getTimezoneOffset() === offset) continue
  const note = document.createElement('p')
  note.className = 'zone'
  note.textContent = (place.dataset.yours ?? '').replace('{when}', written(moment))
  place.append(note)
}

/**
 * A date that is chosen is gone to at once; one that is typed waits until it is left or for Enter, or it would go after the first
 * digit.
 */
for (const input of document.querySelectorAll<HTMLInputElement>('.go input[type=date]')) {
  let isTyping = false
  input.addEventListener('keydown', () => {
    isTyping = true
  })
  input.addEventListener('change', () => {
    if (!isTyping && input.value) input.form?.requestSubmit()
  })
  input.addEventListener('blur', () => {
    if (isTyping && input.value && input.value !== input.defaultValue) input.form?.requestSubmit()
  })
}

/** Suggests titles from the list of events while a visitor types, after a pause of this many milliseconds. */
const pause = 250
const fewestLetters = 3
for (const input of document.querySelectorAll<HTMLInputElement>('input[data-suggests]')) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: AbortController | undefined
  input.addEventListener('input', () => {
    clearTimeout(timer)
    last?.abort()
    const q = input.value.trim()
    if (q.length >= fewestLetters) timer = setTimeout(() => suggest(input, q), pause)
  })
  async function suggest({ dataset, list }: HTMLInputElement, q: string) {
    last = new AbortController()
    const { signal } = last
    const urls = (dataset.suggests ?? '').split(' ')
    const found = await Promise.all(
      urls.map(async url => {
        const response = await fetch(url + encodeURIComponent(q), { signal }).catch(() => undefined)
        return response?.ok ? namesIn(await response.json()) : []
      }),
    )
    if (signal.aborted) return
    list?.replaceChildren(...[...new Set(found.flat())].map(name => new Option(name, name)))
  }
}

type Suggested = {
  events?: { title: string }[]
  organizers?: { organizer: string }[]
  venues?: { venue: string; city: string }[]
}

const namesIn = ({ venues = [], organizers = [], events = [] }: Suggested): string[] => [
  ...venues.map(({ venue, city }) => [venue, city].filter(Boolean).map(plain).join(', ')),
  ...organizers.map(({ organizer }) => plain(organizer)),
  ...events.map(({ title }) => plain(title)),
]

/** Titles of the API are HTML without elements: these are all of its signs. */
const signs: Record<string, string> = { '#038': '&', amp: '&', lt: '<', gt: '>', quot: '"' }
const plain = (text: string) =>
  text.replace(/&(#038|amp|lt|gt|quot);/g, (_, name) => signs[name] ?? '')

/** Lists of calendars and links close like menus: by Escape, and by a click elsewhere. */
const menus = () =>
  document.querySelectorAll<HTMLDetailsElement>('details:is(.calendars, .site-menu)[open]')
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const menu of menus()) {
    const isInside = menu.contains(document.activeElement)
    menu.open = false
    if (isInside) menu.querySelector('summary')?.focus()
  }
})
document.addEventListener('click', ({ target }) => {
  for (const menu of menus())
    if (target instanceof Node && !menu.contains(target)) menu.open = false
})

/** The browser shares where it can; the links in the list are for all others. */
for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-share]')) {
  const { share: title = '', url = location.href } = menu.dataset
  if (!navigator.share) continue
  menu.querySelector('summary')?.addEventListener('click', async event => {
    event.preventDefault()
    // who closes the window of the browser has changed their mind
    await navigator.share({ title, url }).catch(() => undefined)
  })
}

/** A click requests the visitor’s position from the browser, rounded to a kilometre, and sends it as a filter. */
const decimals = 2
for (const part of document.querySelectorAll<HTMLFieldSetElement>('fieldset.near')) {
  const button = part.querySelector('button')
  const radius = part.querySelector('select')
  const output = part.querySelector('output')
  const form = button?.form
  if (!navigator.geolocation || !button || !form || !radius) continue
  part.hidden = false
  button.hidden = false
  const set = (name: string, value: number) => {
    const there = form.elements.namedItem(name)
    const input = there instanceof HTMLInputElement ? there : document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value.toFixed(decimals)
    form.append(input)
  }
  button.addEventListener('click', () => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        set('geoloc_lat', coords.latitude)
        set('geoloc_lng', coords.longitude)
        radius.name = 'geoloc_radius'
        form.requestSubmit()
      },
      () => {
        if (output) output.textContent = part.dataset.denied ?? ''
      },
    )
  })
}

/** The player of a video takes the place of its link once it is clicked; a click that opens another tab does that. */
document.addEventListener('click', event => {
  const { target } = event
  const link =
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-player]') : null
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  const frame = document.createElement('iframe')
  frame.className = 'video'
  frame.title = link.querySelector('.video-name')?.textContent ?? ''
  frame.allow = 'autoplay; fullscreen; picture-in-picture'
  frame.src = link.dataset.player ?? ''
  link.replaceWith(frame)
  frame.focus()
})

/** A button copies the text of another element, or the value of an input. */
document.addEventListener('click', async ({ target }) => {
  if (!(target instanceof HTMLButtonElement) || !target.dataset.copies) return
  const source = document.getElementById(target.dataset.copies)
  const text = source instanceof HTMLInputElement ? source.value : (source?.textContent ?? '')
  await navigator.clipboard.writeText(text)
  const before = target.textContent
  target.textContent = target.dataset.copied ?? before
  setTimeout(() => {
    target.textContent = before
  }, 2000)
})
