import { isObject } from '../../define/base/objects.ts'
import { notAnImage } from '../../define/field-errors.ts'
import { type FieldType, fieldError, value } from '../../define/field-type.ts'
import { integerIn, isUrl, recordAsRead } from '../../define/field-types.ts'

/** An image of a record: the id of a stored one, or an address to fetch it from. */
const imageType: FieldType<string | number | false | object | null, object, string | number> & {
  isImage: true
} = {
  index: { type: 'string' },
  input: 'image',
  accepts: {
    anyOf: [
      { type: 'string' },
      { type: 'integer', minimum: 0 },
      recordAsRead,
      { type: 'boolean', const: false },
      { type: 'null' },
    ],
  },
  returns: { type: 'object' },
  column: 'integer',
  clears: [null, '', 0, '0', false, 'list'],
  isImage: true,
  check(input) {
    // as it is read
    const id = integerIn(isObject(input) ? input.id : input)
    if (id !== undefined) return id > 0 ? value(id) : fieldError(notAnImage)
    return typeof input === 'string' && /^https?:/i.test(input) && isUrl(input)
      ? value(input)
      : fieldError(notAnImage)
  },
  sample: 'https://www.example.org/poster.jpg',
}

export const imageField = (preset?: { default: null }) => ({
  label: { en: 'Image', fr: 'Image' },
  type: imageType,
  indexed: true as const,
  ...preset,
  en: 'The image: the ID of a stored one, or a URL to copy it from.',
  fr: 'L’image : l’ID d’une image enregistrée, ou une URL d’où la copier.',
})
