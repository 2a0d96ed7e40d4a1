import { choice } from '../../define/choice-types.ts'
import { derived, optional } from '../../define/derived.ts'
import type { StoredRecord } from '../../define/record.ts'

/** The colors of categories: words, so that text is readable on each. */
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
  en: 'The color of its events on the calendar of editors, and of its mark on pages.',
  fr: 'La couleur de ses évènements sur l’agenda des éditeurs, et de sa marque sur les pages.',
} as const

/** The word of the chosen color. */
export const colorOf = ({ facts }: Pick<StoredRecord, 'facts'>) =>
  words[Number(facts.color ?? 0) || -1]

/** Left out where none is chosen: such categories are as in The Events Calendar. */
export const presentedColor = optional(
  derived<string | undefined>(
    {
      type: 'string',
      enum: words.slice(1),
      description: {
        en: 'The color of its events on the calendar of editors, and of its mark on pages; absent where there is none.',
        fr: 'La couleur de ses évènements sur l’agenda des éditeurs, et de sa marque sur les pages ; absente s’il n’y en a pas.',
      },
    },
    ({ record }) => colorOf(record),
  ),
)
