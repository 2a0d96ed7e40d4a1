import { choice } from '../../define/choice-types.ts'
import { derived, optional } from '../../define/derived.ts'

/** The colors of categories on the calendar of editors: words, so that text is readable on each. */
const words = [
  'none',
  'blue',
  'teal',
  'green',
  'olive',
  'orange',
  'red',
  'pink',
  'purple',
  'brown',
  'grey',
] as const

const type = choice(words, {
  none: { en: 'None', fr: 'Aucune' },
  blue: { en: 'Blue', fr: 'Bleu' },
  teal: { en: 'Teal', fr: 'Turquoise' },
  green: { en: 'Green', fr: 'Vert' },
  olive: { en: 'Olive', fr: 'Olive' },
  orange: { en: 'Orange', fr: 'Orange' },
  red: { en: 'Red', fr: 'Rouge' },
  pink: { en: 'Pink', fr: 'Rose' },
  purple: { en: 'Purple', fr: 'Violet' },
  brown: { en: 'Brown', fr: 'Marron' },
  grey: { en: 'Grey', fr: 'Gris' },
})

export const colorField = {
  label: { en: 'Color', fr: 'Couleur' },
  type,
  addition: true,
  en: 'The color of its events on the calendar of editors.',
  fr: 'La couleur de ses évènements sur l’agenda des éditeurs.',
} as const

/** Left out where none is chosen: such categories are as in The Events Calendar. */
export const presentedColor = optional(
  derived<string | undefined>(
    {
      type: 'string',
      enum: words.slice(1),
      description: {
        en: 'The color of its events on the calendar of editors; absent where there is none.',
        fr: 'La couleur de ses évènements sur l’agenda des éditeurs ; absente s’il n’y en a pas.',
      },
    },
    ({ record }) => words[Number(record.facts.color ?? 0) || -1],
  ),
)
