import { chance } from './chance.ts'

/** An image of the demo: drawn from its key, so that it is the same wherever the demo is written. */
export type Drawing = {
  key: string
  title: string
  alt: Record<'en' | 'fr', string>
  svg: string
}

const width = 960
const height = 640
const renderedWidth = 760

type Palette = { ground: string; inks: [string, string, string]; en: string; fr: string }

const palettes: Palette[] = [
  {
    ground: '#f3ead8',
    inks: ['#1f3a5f', '#c8553d', '#e0a458'],
    en: 'blue and rust',
    fr: 'bleu et rouille',
  },
  {
    ground: '#e8eef0',
    inks: ['#134e4a', '#5fa8a0', '#f2b872'],
    en: 'green and gold',
    fr: 'vert et or',
  },
  {
    ground: '#22223b',
    inks: ['#f2e9e4', '#c9ada7', '#9a8c98'],
    en: 'pale lines on dark blue',
    fr: 'tons pâles sur bleu nuit',
  },
  {
    ground: '#fbf5ef',
    inks: ['#7b2d43', '#d98a8a', '#3f4e4f'],
    en: 'burgundy and rose',
    fr: 'bordeaux et rose',
  },
  {
    ground: '#e9f1e4',
    inks: ['#31572c', '#90a955', '#e09f3e'],
    en: 'leaf green and ochre',
    fr: 'vert feuille et ocre',
  },
  {
    ground: '#12343b',
    inks: ['#e1b382', '#c89666', '#2d545e'],
    en: 'sand on deep teal',
    fr: 'sable sur bleu canard',
  },
]

/** Draws with shares from 0 to 1 that follow from the key. */
type Motif = {
  en: string
  fr: string
  draw(share: (of: string) => number, inks: Palette['inks']): string
}

const motifs: Motif[] = [
  {
    en: 'arcs',
    fr: 'arcs',
    draw(share, inks) {
      const [x, y] = [width * (0.2 + 0.6 * share('x')), height * (0.75 + 0.25 * share('y'))]
      return times(
        9,
        i =>
          `<circle cx="${n(x)}" cy="${n(y)}" r="${n(80 + i * 62)}" fill="none" stroke="${inks[i % 3]}" stroke-width="${n(10 + 22 * share(`w${i}`))}"/>`,
      )
    },
  },
  {
    en: 'waves',
    fr: 'vagues',
    draw(share, inks) {
      return times(6, i => {
        const y = height * (0.28 + i * 0.13)
        const lift = 30 + 50 * share(`l${i}`)
        const shift = 160 * share(`s${i}`)
        const crests = times(6, j => `q 120 ${n(j % 2 ? lift : -lift)} 240 0 `)
        return `<path d="M ${n(-shift - 160)} ${n(y)} ${crests} V ${height} H ${n(-shift - 160)} Z" fill="${inks[i % 3]}" fill-opacity="${n(0.55 + 0.07 * i)}"/>`
      })
    },
  },
  {
    en: 'hills under a sun',
    fr: 'collines sous un soleil',
    draw(share, inks) {
      const sun = `<circle cx="${n(width * (0.2 + 0.6 * share('x')))}" cy="${n(height * 0.32)}" r="${n(70 + 50 * share('r'))}" fill="${inks[2]}"/>`
      return (
        sun +
        times(3, i => {
          const y = height * (0.5 + i * 0.16)
          const peak = y - 180 * share(`p${i}`)
          return `<path d="M 0 ${n(y)} C ${n(width * 0.3)} ${n(peak)} ${n(width * 0.6)} ${n(y + 90)} ${width} ${n(y - 120 * share(`e${i}`))} V ${height} H 0 Z" fill="${inks[i % 2]}" fill-opacity="${n(0.6 + 0.2 * i)}"/>`
        })
      )
    },
  },
  {
    en: 'a grid of dots',
    fr: 'une grille de points',
    draw(share, inks) {
      return times(8, column =>
        times(5, row => {
          const of = share(`${column}.${row}`)
          return `<circle cx="${n(78 + column * 115)}" cy="${n(88 + row * 116)}" r="${n(14 + 36 * of)}" fill="${inks[Math.floor(of * 997) % 3]}"/>`
        }),
      )
    },
  },
  {
    en: 'stripes',
    fr: 'rayures',
    draw(share, inks) {
      return times(12, i => {
        const tall = height * (0.25 + 0.6 * share(`h${i}`))
        return `<rect x="${n(36 + i * 75)}" y="${n((height - tall) * share(`y${i}`))}" width="48" height="${n(tall)}" rx="24" fill="${inks[i % 3]}"/>`
      })
    },
  },
  {
    en: 'petals',
    fr: 'pétales',
    draw(share, inks) {
      const [x, y] = [width * (0.35 + 0.3 * share('x')), height * 0.5]
      const petals = times(
        12,
        i =>
          `<ellipse cx="${n(x)}" cy="${n(y - 165)}" rx="${n(34 + 26 * share(`r${i % 3}`))}" ry="120" fill="${inks[i % 3]}" fill-opacity="0.8" transform="rotate(${n(i * 30)} ${n(x)} ${n(y)})"/>`,
      )
      return `${petals}<circle cx="${n(x)}" cy="${n(y)}" r="46" fill="${inks[0]}"/>`
    },
  },
]

/** Two drawings for each kind of event. */
const variants = 2

/** The name of the drawing for a series: those of one category look alike. */
export const drawingKey = (series: string, category: string | undefined) =>
  `${category ?? 'other'}-${1 + Math.floor(chance(1, series) * variants)}`

/** An abstract composition, which follows from its key alone. */
export function drawing(key: string): Drawing {
  const share = (of: string) => chance(7, key, of)
  const palette = pick(palettes, share('palette'))
  const motif = pick(motifs, share('motif'))
  const en = `Abstract illustration: ${motif.en}, ${palette.en}.`
  const fr = `Illustration abstraite : ${motif.fr}, ${palette.fr}.`
  return {
    key,
    title: `demo-${key}`,
    alt: { en, fr },
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${palette.ground}"/>${motif.draw(share, palette.inks)}</svg>`,
  }
}

/** The drawing as an image file. */
export async function rendered({ svg }: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp')
  // small enough to need few sizes; JPEG is quickly read and written again
  const bytes = await sharp(Buffer.from(svg))
    .resize(renderedWidth)
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
    .toBuffer()
  return new Uint8Array(bytes)
}

const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

const pick = <T>(list: readonly T[], share: number) =>
  list[Math.min(list.length - 1, Math.floor(share * list.length))] as T

const n = (value: number) => String(Math.round(value * 10) / 10)
