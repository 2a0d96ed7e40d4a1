import type { MapData } from '../map/map-data.ts'
import { allow, isAllowed } from './map-consent.ts'

/** Draws a map when it comes into view, or where tiles of another host are loaded, when the visitor wants it. */
function begin(figure: HTMLElement, view: HTMLElement) {
  const given: MapData = JSON.parse(figure.dataset.map ?? '{}')
  const { source, messages } = given
  const ask = view.querySelector('.map-ask')
  if (isAllowed(source.host)) return whenSeen(view, start)
  ask?.querySelector('button')?.addEventListener('click', () => {
    allow(source.host, true)
    start().then(() => view.focus({ preventScroll: true }))
  })

  async function start() {
    ask?.remove()
    try {
      const { drawMap } = await import('./map-pins.ts')
      drawMap(view, given)
    } catch {
      view.textContent = messages.failed
      view.classList.add('map-ask')
      return
    }
    if (source.host) figure.querySelector('figcaption')?.append(hideButton(given))
  }
}

/** The next pages, and this one, load no map until it is wanted again. */
function hideButton({ source, messages }: MapData) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = messages.hide
  button.addEventListener('click', () => {
    allow(source.host, false)
    location.reload()
  })
  return button
}

function whenSeen(view: HTMLElement, act: () => unknown) {
  const observer = new IntersectionObserver(
    entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      act()
    },
    { rootMargin: '200px' },
  )
  observer.observe(view)
}

type TrustedTypes = { createPolicy(name: string, rules: object): unknown }

/** The policy of pages refuses markup; when it is loaded, Leaflet tries whether it makes an SVG, by this one and no other. */
function allowProbe() {
  // not in the types of browsers yet
  const trustedTypes: TrustedTypes | undefined = Reflect.get(window, 'trustedTypes')
  trustedTypes?.createPolicy('default', {
    createHTML: (text: string) => (text === '<svg/>' ? text : undefined),
  })
}

allowProbe()
for (const figure of document.querySelectorAll<HTMLElement>('[data-map]')) {
  const view = figure.querySelector<HTMLElement>('.map-view')
  if (view) begin(figure, view)
}
