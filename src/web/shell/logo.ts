import type { Logo } from '../../define/logo.ts'
import { derived } from '../../define/objects.ts'
import { fileNamed, forGood } from './asset-name.ts'
import { type Html, html } from './html.ts'
import type { Content, PageRequest, World } from './page.ts'
import { siteName } from './site-name.ts'

const nameOf = derived(({ extension, bytes }: Logo) => fileNamed(`logo.${extension}`, bytes))

/** The file of the logo, named by its content; undefined: there is none. */
export const logoFile = ({ logo }: Pick<World, 'logo'>): string | undefined => logo && nameOf(logo)

/** Opened by itself, an SVG runs nothing and loads nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

export const logoContent = ({ bytes, mime }: Logo): Content => ({
  type: mime,
  body: bytes,
  headers: { ...forGood, 'Content-Security-Policy': policy },
})

/** What it may take in the head of a page, in pixels. */
const [highest, widest] = [36, 240]
/** A logo so much wider than high has the name in it. */
const wordy = 2

/** The name of the site as pages begin with it: in words, with a picture before them, or as a picture. */
export function siteMark(asked: PageRequest): Html | string {
  const { logo } = asked.world
  const site = siteName(asked)
  if (!logo) return site
  const ratio = logo.width / logo.height
  const height = Math.min(highest, widest / ratio)
  const src = asked.links.path('asset', { file: logoFile(asked.world) ?? '' })
  const isName = ratio > wordy
  return html`<img src="${src}" alt="${isName ? site : ''}" width="${Math.max(1, Math.round(height * ratio))}" height="${Math.max(1, Math.round(height))}"${logo.fitsDark ? '' : html` class="plain"`}>${isName ? '' : html`<span>${site}</span>`}`
}

/** The logo for programs: feeds, and what other sites show. */
export function logoOf({ world, links }: Pick<PageRequest, 'world' | 'links'>) {
  const file = logoFile(world)
  if (!world.logo || file === undefined) return undefined
  const { mime, width, height } = world.logo
  return { url: links.url('asset', { file }), type: mime, width, height }
}
