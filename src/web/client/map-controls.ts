import { svg } from './map-given.ts'
import type { Moves } from './map-pointers.ts'

/** What a map can do, by button, key, mouse or finger. */
export type Acts = Moves & { whole(): void }

const controls: Record<string, { icon: string; keys: string[]; act(map: Acts): void }> = {
  zoomIn: { icon: 'M4 10h12M10 4v12', keys: ['+', '='], act: ({ zoom }) => zoom(2) },
  zoomOut: { icon: 'M4 10h12', keys: ['-'], act: ({ zoom }) => zoom(0.5) },
  whole: {
    icon: 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4',
    keys: ['0', 'Home'],
    act: ({ whole }) => whole(),
  },
  left: { icon: 'M16 10H4M9 5l-5 5 5 5', keys: ['ArrowLeft'], act: ({ move }) => move(-0.2, 0) },
  up: { icon: 'M10 16V4M5 9l5-5 5 5', keys: ['ArrowUp'], act: ({ move }) => move(0, -0.2) },
  down: { icon: 'M10 4v12M5 11l5 5 5-5', keys: ['ArrowDown'], act: ({ move }) => move(0, 0.2) },
  right: { icon: 'M4 10h12M11 5l5 5-5 5', keys: ['ArrowRight'], act: ({ move }) => move(0.2, 0) },
}

/** Buttons below the map. */
export function controlBar(words: Record<string, string>, map: Acts): HTMLElement {
  const bar = document.createElement('div')
  bar.className = 'map-buttons'
  bar.setAttribute('role', 'group')
  bar.setAttribute('aria-label', words.controls ?? '')
  for (const [name, { icon, act }] of Object.entries(controls)) {
    const button = document.createElement('button')
    button.type = 'button'
    button.setAttribute('aria-label', words[name] ?? name)
    button.title = words[name] ?? ''
    const drawing = svg('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' })
    drawing.append(svg('path', { d: icon }))
    button.append(drawing)
    button.addEventListener('click', () => act(map))
    bar.append(button)
  }
  return bar
}

export function listenToKeys(view: HTMLElement, words: Record<string, string>, map: Acts) {
  view.tabIndex = 0
  view.setAttribute('aria-description', words.keys ?? '')
  view.addEventListener('keydown', event => {
    const found = Object.values(controls).find(({ keys }) => keys.includes(event.key))
    if (!found || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    found.act(map)
  })
}
