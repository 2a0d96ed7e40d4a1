import { derived, optional, restUrl, type View } from '../../define/derived.ts'
import { line, oneOf, search } from '../../define/field-types.ts'
import { isShape } from '../../define/image-shapes.ts'
import type { StoredRecord } from '../../define/record.ts'
import { languageOf } from '../../define/record-texts.ts'
import { type Resource, resource } from '../../define/resource.ts'
import { address, byLanguage, exact, integer, ref, text } from '../../define/schema.ts'
import { type Language, languages } from '../../define/text/language.ts'
import {
  authorField,
  changeFilters,
  dateFields,
  pagingParams,
  translationsField,
  wideFilter,
} from '../shared/common.ts'
import { editing } from '../shared/editing.ts'
import { focusOf, focusType } from '../shared/focus.ts'
import { asField, embeddedOf, idOf, modified, rest_url } from '../shared/shared-items.ts'

type Translation = { title: string; alt: string; rest_url: string }

/** An image has no page, and a language may have but one of its texts; else they are as of other records (M5). */
const imageLanguages = {
  language: derived(
    text(
      { en: 'The language of the title that is shown.', fr: 'La langue du titre affiché.' },
      { enum: languages },
    ),
    ({ record }, { language }) => languageOf(record, language),
  ),
  translations: derived(translationsSchema(), ({ record }, { rootIn }, { resource }) => {
    const translations: Partial<Record<Language, Translation>> = {}
    for (const language of languages) {
      const own = textsIn(record, language)
      if (own)
        translations[language] = { ...own, rest_url: restUrl(rootIn[language], resource, record) }
    }
    return translations
  }),
}

function textsIn({ texts }: StoredRecord, language: Language) {
  const { title, alt } = texts[language] ?? {}
  return title == null && !alt ? undefined : { title: String(title ?? ''), alt: String(alt ?? '') }
}

function translationsSchema() {
  const translation = exact(
    { en: 'The texts of one language.', fr: 'Les textes d’une langue.' },
    {
      title: text({
        en: 'Its title in this language; empty for none.',
        fr: 'Son titre dans cette langue ; vide s’il n’y en a pas.',
      }),
      alt: text({
        en: 'Its alternative text in this language; empty for none.',
        fr: 'Son texte alternatif dans cette langue ; vide s’il n’y en a pas.',
      }),
      rest_url: address({
        en: 'The URL of the record in this language.',
        fr: 'L’URL de la fiche dans cette langue.',
      }),
    },
  )
  return byLanguage(
    {
      en: 'The languages in which the image has texts, without fallback.',
      fr: 'Les langues dans lesquelles l’image a des textes, sans repli.',
    },
    translation,
  )
}

type StoredSize = { file: string; width: number; height: number; mime: string; filesize: number }
type SizeView = Record<'width' | 'height' | 'filesize', number> &
  Record<'mime-type' | 'url', string>

const number = (name: string, en: string, fr: string) =>
  derived(integer({ en, fr }, 1), ({ record }) => Number(record.facts[name]))

const width = { en: 'The width in pixels.', fr: 'La largeur en pixels.' }
const height = { en: 'The height in pixels.', fr: 'La hauteur en pixels.' }

const imageSize = exact(
  { en: 'One size of an image.', fr: 'Une taille d’une image.' },
  {
    width: integer(width, 1),
    height: integer(height, 1),
    'mime-type': text({ en: 'The type of the file.', fr: 'Le type du fichier.' }),
    filesize: integer({ en: 'The size in bytes.', fr: 'Le poids en octets.' }, 1),
    url: address({ en: 'The URL of the file.', fr: 'L’URL du fichier.' }),
  },
)

/** An image inside of a record. */
const embeddedItems = {
  url: derived(
    address({ en: 'The URL of the image.', fr: 'L’URL de l’image.' }),
    ({ record }, { uploads }) => `${uploads}/${record.facts.file}`,
  ),
  id: idOf({ en: 'The ID of the image.', fr: 'L’ID de l’image.' }),
  extension: derived(
    text({
      en: 'The extension of the file, without a dot.',
      fr: 'L’extension du fichier, sans point.',
    }),
    ({ record: { facts } }) => String(facts.file).replace(/^.*\./, ''),
  ),
  width: number('width', width.en, width.fr),
  height: number('height', height.en, height.fr),
  filesize: number('filesize', 'The size in bytes.', 'Le poids en octets.'),
  alt: true,
  focus: optional(
    derived(
      {
        ...focusType.returns,
        description: {
          en: 'The point that stays in view when the image is cropped, as percentages of its width and height; absent for the middle.',
          fr: 'Le point qui reste visible quand l’image est recadrée, en pourcentage de sa largeur et de sa hauteur ; absent pour le milieu.',
        },
      },
      ({ record }) => focusOf(record),
    ),
  ),
  sizes: derived(
    {
      type: 'object',
      description: {
        en: 'Smaller versions by name: thumbnail, medium, large…',
        fr: 'Les versions réduites par leur nom : thumbnail, medium, large…',
      },
      additionalProperties: ref('ImageSize'),
    },
    ({ record }, { uploads }) => {
      const sizes: Record<string, StoredSize> = JSON.parse(String(record.facts.sizes))
      const presented: Record<string, SizeView> = {}
      for (const [name, { file, width, height, mime, filesize }] of Object.entries(sizes))
        if (!isShape(name))
          presented[name] = {
            width,
            height,
            'mime-type': mime,
            filesize,
            url: `${uploads}/${file}`,
          }
      return presented
    },
  ),
  original_image: optional(
    derived(
      text({
        en: 'The name of the file as it was sent, when it was scaled down.',
        fr: 'Le nom du fichier tel qu’envoyé, quand il a été réduit.',
      }),
      ({ record }) => (record.facts.original ? String(record.facts.original) : undefined),
    ),
  ),
} as const

const one = { en: 'image', fr: 'image' }
const many = { en: 'images', fr: 'images' }

/** Stored images. Not in The Events Calendar, where images belong to the host platform. */
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
      label: { en: 'Title', fr: 'Titre' },
      type: line(),
      lives: 'text',
      searched: true,
      addition: true,
      en: 'A title; by default the name of the file.',
      fr: 'Un titre ; à défaut, le nom du fichier.',
      read: { en: 'The title.', fr: 'Le titre.' },
    },
    alt: {
      label: { en: 'Alternative text', fr: 'Texte alternatif' },
      type: line(),
      lives: 'text',
      searched: true,
      addition: true,
      en: 'A description of the image, for people who cannot see it.',
      fr: 'Une description de l’image, pour les personnes qui ne peuvent pas la voir.',
    },
    credit: {
      label: { en: 'Credit', fr: 'Crédit' },
      type: line(),
      addition: true,
      en: 'Who made the image, and its license, as pages show it below the image.',
      fr: 'L’auteur de l’image, et sa licence, tels que les pages les affichent sous l’image.',
    },
    focus: {
      label: { en: 'Focus', fr: 'Point focal' },
      type: focusType,
      addition: true,
      en: 'The point that stays in view when the image is cropped: x and y, as percentages of its width and height.',
      fr: 'Le point qui reste visible quand l’image est recadrée : x et y, en pourcentage de sa largeur et de sa hauteur.',
    },
    translations: translationsField((): Resource => image),
  },
  presented: {
    ...embeddedItems,
    author: asField('author', authorField({ en: 'image', fr: 'image' })),
    date: asField('date', dateFields.date),
    date_utc: asField('date_utc', dateFields.date_utc),
    ...modified,
    title: true,
    credit: true,
    ...imageLanguages,
    mime_type: derived(
      text({ en: 'The type of the file.', fr: 'Le type du fichier.' }),
      ({ record }) => String(record.facts.mime),
    ),
    source_url: derived(
      text({
        en: 'The URL from which the image was copied; empty for an uploaded file.',
        fr: 'L’URL d’où l’image a été copiée ; vide pour un fichier envoyé.',
      }),
      ({ record, showsSource }) => {
        const source = String(record.facts.source ?? '')
        return showsSource ? source : source.replace(/[?#].*$/s, '')
      },
    ),
    rest_url,
    editing,
  },
  isFile: true,
  hasNoSlug: true,
  embedded: {
    as: 'Image',
    sentence: { en: 'An image of a record.', fr: 'Une image d’une fiche.' },
    presented: embeddedItems,
  },
  schema: {
    name: 'StoredImage',
    sentence: { en: 'A stored image.', fr: 'Une image enregistrée.' },
  },
  schemas: { ImageSize: imageSize },
  filters: {
    ...pagingParams(many),
    ...changeFilters,
    search: {
      type: search(),
      en: 'Only images that have all these words in their title, alternative text (in either language) or file name.',
      fr: 'Seulement les images qui ont tous ces mots dans leur titre, leur texte alternatif (dans l’une ou l’autre langue) ou le nom de leur fichier.',
    },
    ...wideFilter(many),
    alt_missing: {
      type: oneOf(['any', ...languages]),
      en: 'Only images without an alternative text in this language; any: in one of them.',
      fr: 'Seulement les images sans texte alternatif dans cette langue ; any : dans l’une d’elles.',
    },
    order: {
      type: oneOf(['asc', 'desc']),
      en: 'By date: asc for the oldest first, desc (the default) for the newest first.',
      fr: 'Par date : asc pour les plus anciennes d’abord, desc (par défaut) pour les plus récentes d’abord.',
    },
  },
})

const presentImage = embeddedOf(() => image)

/** The image of a record, where there is one. */
export const imageIfAny = optional(
  derived(
    { ...ref('Image'), description: { en: 'The image.', fr: 'L’image.' } },
    (view, context) => (view.image ? presentImage(view.image, context) : undefined),
  ),
)

/** The image of an event, false where there is none. */
export const imageOrFalse = derived(
  {
    oneOf: [{ const: false }, ref('Image')],
    description: {
      en: 'The image, or false when there is none.',
      fr: 'L’image, ou false s’il n’y en a pas.',
    },
  },
  ({ image: stored }: View, context) => (stored ? presentImage(stored, context) : (false as const)),
)
