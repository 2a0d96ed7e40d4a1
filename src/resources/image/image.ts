import { notAnImage } from '../../define/field-errors.ts'
import { type FieldType, fieldError, value } from '../../define/field-type.ts'
import { isUrl, line, wholeNumber } from '../../define/field-types.ts'
import { resource } from '../../define/resource.ts'
import { pagingParams } from '../common.ts'

/** An image of a record: the id of a stored one, or an address to fetch it from. */
const imageKind: FieldType<string | number | null, false | object, string | number> & {
  isImage: true
} = {
  index: { type: 'string' },
  accepts: { type: ['string', 'integer', 'null'] },
  returns: { oneOf: [{ const: false }, { $ref: '#/components/schemas/Image' }] },
  column: 'integer',
  clears: [null, '', 0, '0', 'list'],
  isImage: true,
  check(input) {
    const id = wholeNumber(input)
    if (id !== undefined) return id > 0 ? value(id) : fieldError(notAnImage)
    return typeof input === 'string' && /^https?:/i.test(input) && isUrl(input)
      ? value(input)
      : fieldError(notAnImage)
  },
  sample: 'https://www.example.org/poster.jpg',
}

export const imageField = (shown?: { shown: null }) => ({
  type: imageKind,
  ...shown,
  en: 'The image: the ID of a stored one, or a URL to copy it from.',
  fr: 'L’image : l’ID d’une image enregistrée, ou une URL d’où la copier.',
})

const one = { en: 'image', fr: 'image' }
const many = { en: 'images', fr: 'images' }

/** Stored pictures. Not in the reference, where images belong to the host platform. */
export const image = resource({
  name: 'image',
  path: 'images',
  family: 'post',
  titled: 'title',
  one,
  a: { en: 'an image', fr: 'une image' },
  of: { en: 'of the image', fr: 'de l’image' },
  many,
  about: {
    en: 'An image for events, venues and organizers.',
    fr: 'Une image pour des évènements, des lieux et des organisateurs.',
  },
  fields: {
    title: {
      type: line(),
      en: 'A title; by default the name of the file.',
      fr: 'Un titre ; à défaut, le nom du fichier.',
    },
    alt: {
      type: line(),
      en: 'What the image shows, for those who cannot see it.',
      fr: 'Ce que montre l’image, pour qui ne peut pas la voir.',
    },
  },
  filters: pagingParams(many),
})
