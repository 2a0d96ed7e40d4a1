import type { Definitions } from './setting.ts'
import { text } from './setting-types.ts'

/** How pages look. */
export const pageSettings = {
  siteName: {
    type: text(
      /^[^\p{Cc}<>]{1,100}$/u,
      { en: 'a name of up to 100 characters', fr: 'un nom de 100 caractères au plus' },
      { canBeEmpty: true },
    ),
    default: '',
    en: 'The name of the calendar at the top of its pages.',
    fr: 'Le nom de l’agenda en tête de ses pages.',
  },
  accentColor: {
    type: text(
      /^#[0-9a-f]{6}$/,
      {
        en: 'a color such as #1d5a86',
        fr: 'une couleur telle que #1d5a86',
      },
      { tidy: written => written.toLowerCase() },
    ),
    default: '#1d5a86',
    en: 'The color of links and of what is marked on pages; it is made darker or lighter where it could not be read.',
    fr: 'La couleur des liens et de ce qui est signalé sur les pages ; elle est assombrie ou éclaircie là où elle serait illisible.',
  },
} as const satisfies Definitions
