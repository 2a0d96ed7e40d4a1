import type { JsonSchema } from '../../define/field-type.ts'
import { languages } from '../../define/text/language.ts'
import { type Context, vendorOf } from './context.ts'
import { address, dateTime, exact, listOf, type Properties, ref, text, whole } from './schema.ts'

/** Values that records are made of. */
export const partSchemas = (c: Context): Properties => ({
  DateDetails: dateDetails(c),
  CostDetails: costDetails(c),
  ImageSize: imageSize(c),
  Image: exact(c.tell('An image of a record.', 'Une image d’une fiche.'), image(c), [
    'original_image',
  ]),
  StoredImage: exact(
    c.tell('A stored image.', 'Une image enregistrée.'),
    { ...image(c), ...stored(c) },
    ['original_image'],
  ),
  Term: term(c),
})

function dateDetails({ tell }: Context): JsonSchema {
  const digits = (count: number, en: string, fr: string) =>
    text(tell(en, fr), { pattern: `^[0-9]{${count}}$` })
  return exact(
    tell(
      'The parts of a date, as text padded with zeros.',
      'Les parties d’une date, en texte complété par des zéros.',
    ),
    {
      year: digits(4, 'The year.', 'L’année.'),
      month: digits(2, 'The month.', 'Le mois.'),
      day: digits(2, 'The day of the month.', 'Le jour du mois.'),
      hour: digits(2, 'The hour, from 00 to 23.', 'L’heure, de 00 à 23.'),
      minutes: digits(2, 'The minutes.', 'Les minutes.'),
      seconds: digits(2, 'The seconds.', 'Les secondes.'),
    },
  )
}

function costDetails({ tell }: Context): JsonSchema {
  return exact(tell('The parts of a cost.', 'Les parties d’un tarif.'), {
    currency_symbol: text(
      tell(
        'The currency as it was typed, for bare numbers that of the site; empty for several currencies, or none.',
        'La monnaie telle qu’elle a été saisie, pour des nombres seuls celle du site ; vide s’il y en a plusieurs, ou aucune.',
      ),
    ),
    currency_code: text(
      tell(
        'The currency by its ISO 4217 code; empty where it is not known.',
        'La monnaie par son code ISO 4217 ; vide si elle n’est pas connue.',
      ),
    ),
    currency_position: text(
      tell(
        'Where the currency stands: before the number, after it, or nowhere.',
        'La place de la monnaie : avant le nombre, après lui, ou nulle part.',
      ),
      { enum: ['', 'prefix', 'postfix'] },
    ),
    values: listOf(
      { type: 'string' },
      tell(
        'The amounts as decimal texts, ascending; words are none.',
        'Les montants en texte décimal, par ordre croissant ; les mots n’en sont pas.',
      ),
    ),
  })
}

function imageSize({ tell }: Context): JsonSchema {
  return exact(tell('One size of an image.', 'Une taille d’une image.'), {
    width: whole(tell('The width in pixels.', 'La largeur en pixels.'), 1),
    height: whole(tell('The height in pixels.', 'La hauteur en pixels.'), 1),
    'mime-type': text(tell('The type of the file.', 'Le type du fichier.')),
    filesize: whole(tell('The size in bytes.', 'Le poids en octets.'), 1),
    url: address(tell('The URL of the file.', 'L’URL du fichier.')),
  })
}

const image = ({ tell }: Context): Properties => ({
  url: address(tell('The URL of the image.', 'L’URL de l’image.')),
  id: whole(tell('The ID of the image.', 'L’ID de l’image.'), 1),
  extension: text(
    tell('The extension of the file, without a dot.', 'L’extension du fichier, sans point.'),
  ),
  width: whole(tell('The width in pixels.', 'La largeur en pixels.'), 1),
  height: whole(tell('The height in pixels.', 'La hauteur en pixels.'), 1),
  filesize: whole(tell('The size in bytes.', 'Le poids en octets.'), 1),
  alt: text(
    tell(
      'What the image shows, for those who cannot see it.',
      'Ce que montre l’image, pour qui ne peut pas la voir.',
    ),
  ),
  sizes: {
    type: 'object',
    description: tell(
      'Smaller versions by name: thumbnail, medium, large …',
      'Les versions réduites par leur nom : thumbnail, medium, large …',
    ),
    additionalProperties: ref('ImageSize'),
  },
  original_image: text(
    tell(
      'The name of the file as it was sent, when it was scaled down.',
      'Le nom du fichier tel qu’envoyé, quand il a été réduit.',
    ),
  ),
})

const stored = (c: Context): Properties => ({
  author: authorOf(c),
  ...dateFields(c),
  title: text(c.tell('The title.', 'Le titre.')),
  mime_type: text(c.tell('The type of the file.', 'Le type du fichier.')),
  source_url: text(
    c.tell(
      'The URL from which the image was copied; empty for an uploaded file.',
      'L’URL d’où l’image a été copiée ; vide pour un fichier envoyé.',
    ),
  ),
  rest_url: address(
    c.tell('The URL of this record in the API.', 'L’URL de cette fiche dans l’API.'),
  ),
})

export const authorOf = ({ tell }: Context) =>
  text(
    tell(
      'The author, by user ID, as text.',
      'L’auteur, par son ID d’utilisateur, sous forme de texte.',
    ),
    { pattern: '^[0-9]+$' },
  )

/** When a record was published and last changed. */
export const dateFields = ({ tell }: Context): Properties => ({
  date: dateTime(
    tell(
      'The publication date, in the time zone of the site.',
      'La date de publication, dans le fuseau horaire du site.',
    ),
  ),
  date_utc: dateTime(
    tell(
      'The publication date, in UTC; zeros while the record is a draft.',
      'La date de publication, en UTC ; des zéros tant que la fiche est un brouillon.',
    ),
  ),
  modified: dateTime(
    tell(
      'The last change, in the time zone of the site.',
      'La dernière modification, dans le fuseau horaire du site.',
    ),
  ),
  modified_utc: dateTime(tell('The last change, in UTC.', 'La dernière modification, en UTC.')),
})

export const globalIds = ({ tell }: Context): Properties => ({
  global_id: text(
    tell(
      'An ID that no other site gives: host and ID.',
      'Un ID qu’aucun autre site ne donne : hôte et ID.',
    ),
  ),
  global_id_lineage: listOf(
    { type: 'string' },
    tell('The global IDs that the record has had.', 'Les ID globaux que la fiche a portés.'),
    { minItems: 1 },
  ),
})

/** `language` and `translations` of a record (M5). */
export function languageSchemas({ tell }: Context, titled: string): Properties {
  const translation = exact(tell('The record in one language.', 'La fiche dans une langue.'), {
    [titled]: text(tell('Its name in this language.', 'Son nom dans cette langue.')),
    slug: text(tell('Its slug in this language.', 'Son slug dans cette langue.')),
    url: address(tell('Its page in this language.', 'Sa page dans cette langue.')),
    rest_url: address(
      tell('The URL of the record in this language.', 'L’URL de la fiche dans cette langue.'),
    ),
  })
  return {
    language: text(
      tell('The language of the name that is shown.', 'La langue du nom qui est montré.'),
      { enum: languages },
    ),
    translations: {
      type: 'object',
      description: tell(
        'The languages in which the record is written.',
        'Les langues dans lesquelles la fiche est écrite.',
      ),
      properties: Object.fromEntries(languages.map(language => [language, translation])),
      minProperties: 1,
      additionalProperties: false,
    },
  }
}

/** Addresses of a term; only categories have one above. */
export const termUrls = ({ tell }: Context, hasParent: boolean): JsonSchema =>
  exact(
    tell('URLs of the term in the API.', 'Les URL du terme dans l’API.'),
    {
      self: address(tell('The term.', 'Le terme.')),
      collection: address(tell('All terms of its kind.', 'Tous les termes de sa sorte.')),
      ...(hasParent && { up: address(tell('The category above.', 'La catégorie parente.')) }),
    },
    ['up'],
  )

export const taxonomies = (c: Context) => ({
  category: `${vendorOf(c)}_events_cat`,
  tag: 'post_tag',
})

/** A term inside an event. */
function term(c: Context): JsonSchema {
  const { tell } = c
  return exact(
    tell(
      'A category or tag, inside an event.',
      'Une catégorie ou une étiquette, dans un évènement.',
    ),
    {
      name: text(tell('The name of the term.', 'Le nom du terme.')),
      slug: text(tell('The slug of the term.', 'Le slug du terme.')),
      term_group: { type: 'integer', const: 0, description: tell('Always 0.', 'Toujours 0.') },
      term_taxonomy_id: whole(tell('The same as id.', 'Identique à id.'), 1),
      taxonomy: text(tell('What kind of term it is.', 'La sorte de terme.'), {
        enum: Object.values(taxonomies(c)),
      }),
      description: text(tell('The description of the term.', 'La description du terme.')),
      parent: whole(
        tell(
          'The ID of the category above; 0 for none.',
          'L’ID de la catégorie parente ; 0 s’il n’y en a pas.',
        ),
      ),
      count: whole(
        tell(
          'How many published events have it.',
          'Le nombre d’évènements publiés qui le portent.',
        ),
      ),
      filter: text(tell('Always raw.', 'Toujours raw.'), { const: 'raw' }),
      id: whole(tell('The ID of the term.', 'L’ID du terme.'), 1),
      urls: termUrls(c, true),
    },
  )
}
