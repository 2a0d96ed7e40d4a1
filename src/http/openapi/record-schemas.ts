import type { JsonSchema, Sentence } from '../../define/field-type.ts'
import type { Resource } from '../../define/resource.ts'
import { resources } from '../../resources/index.ts'
import type { Context } from './context.ts'
import { orNull } from './forms.ts'
import { address, dateTime, exact, listOf, type Properties, ref, text, whole } from './schema.ts'
import {
  authorOf,
  dateFields,
  globalIds,
  languageSchemas,
  taxonomies,
  termUrls,
} from './shared-schemas.ts'

/** Records as they come back, from their rooms and from what presentation adds. */
export const recordSchemas = (c: Context): Properties => ({
  Event: eventSchema(c),
  Venue: venueSchema(c),
  Organizer: organizerSchema(c),
  Category: termSchema(c, 'category'),
  Tag: termSchema(c, 'tag'),
})

/** A field as it comes back: what its kind returns, in the words of its room or in better ones for reading. */
const fieldsOf =
  (c: Context, resource: Resource) =>
  (name: string, words?: Sentence): JsonSchema => {
    const field = resource.fields[name]
    if (!field) throw new Error(`The ${resource.name} has no field ${name}.`)
    return { ...field.type.returns, description: c.words(words ?? field) }
  }

const published: Sentence = { en: 'The publication status.', fr: 'Le statut de publication.' }
const described: Sentence = { en: 'The description, as HTML.', fr: 'La description, en HTML.' }

const pageOf = ({ tell }: Context) => address(tell('The public page.', 'La page publique.'))

function eventSchema(c: Context): JsonSchema {
  const { tell } = c
  const of = fieldsOf(c, resources.event)
  return exact(
    tell(
      'An event. Where a password hides it, texts and lists are empty and flags are null.',
      'Un évènement. Quand un mot de passe le masque, textes et listes sont vides et les indicateurs nuls.',
    ),
    {
      id: whole(tell('The ID of the event.', 'L’ID de l’évènement.'), 1),
      ...globalIds(c),
      author: authorOf(c),
      status: of('status', published),
      ...dateFields(c),
      url: pageOf(c),
      rest_url: address(
        tell('The URL of this record in the API.', 'L’URL de cette fiche dans l’API.'),
      ),
      title: of('title', {
        en: 'The title, with HTML entities.',
        fr: 'Le titre, avec des entités HTML.',
      }),
      description: of('description', described),
      excerpt: of('excerpt'),
      slug: of('slug', {
        en: 'The slug; drafts may have none.',
        fr: 'Le slug ; un brouillon peut ne pas en avoir.',
      }),
      image: of('image', {
        en: 'The image, or false when there is none.',
        fr: 'L’image, ou false s’il n’y en a pas.',
      }),
      all_day: orNull(of('all_day')),
      ...moments(c, of),
      timezone: of('timezone', {
        en: 'The time zone of the event: an IANA name, UTC or an offset.',
        fr: 'Le fuseau horaire de l’évènement : un nom IANA, UTC ou un décalage.',
      }),
      timezone_abbr: text(
        tell(
          'The abbreviation of the time zone when the event starts.',
          'L’abréviation du fuseau horaire au début de l’évènement.',
        ),
      ),
      cost: of('cost', {
        en: 'The cost as it is shown; 0 is shown as Free.',
        fr: 'Le tarif tel qu’il est montré ; 0 devient Gratuit.',
      }),
      cost_details: ref('CostDetails'),
      website: of('website', {
        en: 'The URL of the website; the page of the event when none was ever set.',
        fr: 'L’URL du site web ; la page de l’évènement si aucune n’a jamais été donnée.',
      }),
      ...Object.fromEntries(flags.map(name => [name, orNull(of(name))])),
      categories: of('categories', { en: 'The categories.', fr: 'Les catégories.' }),
      tags: of('tags', { en: 'The tags.', fr: 'Les étiquettes.' }),
      venue: of('venue', {
        en: 'The venue; an empty list when there is none, a list when there are several.',
        fr: 'Le lieu ; une liste vide s’il n’y en a pas, une liste s’il y en a plusieurs.',
      }),
      organizer: of('organizer', { en: 'The organizers.', fr: 'Les organisateurs.' }),
      custom_fields: listOf({}, tell('Always empty.', 'Toujours vide.'), { maxItems: 0 }),
      ticketed: orNull(of('ticketed')),
      post_parent: of('post_parent', {
        en: 'The ID of the event that this one is part of; 0 for none.',
        fr: 'L’ID de l’évènement dont celui-ci fait partie ; 0 s’il n’y en a pas.',
      }),
      ...languageSchemas(c, 'title'),
      json_ld: ref('EventLinkedData'),
    },
    ['json_ld'],
  )
}

const flags = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured']

function moments({ tell }: Context, of: ReturnType<typeof fieldsOf>): Properties {
  const details = ref('DateDetails')
  return {
    start_date: of('start_date', {
      en: 'When the event starts, on the clock of its time zone.',
      fr: 'Le début de l’évènement, à l’heure de son fuseau.',
    }),
    start_date_details: details,
    end_date: of('end_date', {
      en: 'When the event ends, on the clock of its time zone.',
      fr: 'La fin de l’évènement, à l’heure de son fuseau.',
    }),
    end_date_details: details,
    utc_start_date: dateTime(tell('The start, in UTC.', 'Le début, en UTC.')),
    utc_start_date_details: details,
    utc_end_date: dateTime(tell('The end, in UTC.', 'La fin, en UTC.')),
    utc_end_date_details: details,
  }
}

/** What venues and organizers begin with. */
function head(c: Context, resource: Resource): Properties {
  const of = fieldsOf(c, resource)
  return {
    id: whole(c.tell('The ID of the record.', 'L’ID de la fiche.'), 1),
    author: authorOf(c),
    status: of('status', published),
    ...dateFields(c),
    url: pageOf(c),
    [resource.titled]: of(resource.titled),
    description: filled(of('description', described)),
    slug: filled(text(c.tell('The slug, made from the name.', 'Le slug, tiré du nom.'))),
    image: { ...ref('Image'), description: c.tell('The image.', 'L’image.') },
  }
}

/** Empty values are left out, so what is there is not empty. */
const filled = (schema: JsonSchema): JsonSchema => ({ ...schema, minLength: 1 })

const contact = (c: Context, resource: Resource, names: readonly string[]): Properties =>
  Object.fromEntries(names.map(name => [name, filled(fieldsOf(c, resource)(name))]))

const placeNames = [
  'address',
  'city',
  'country',
  'province',
  'state',
  'zip',
  'phone',
  'website',
  'stateprovince',
]

function venueSchema(c: Context): JsonSchema {
  const resource: Resource = resources.venue
  const of = fieldsOf(c, resource)
  return exact(
    c.tell('A venue; empty values are left out.', 'Un lieu ; les valeurs vides sont omises.'),
    {
      ...head(c, resource),
      ...contact(c, resource, placeNames),
      geo_lat: of('geo_lat'),
      geo_lng: of('geo_lng'),
      json_ld: ref('PlaceLinkedData'),
      show_map: of('show_map'),
      show_map_link: of('show_map_link'),
      ...globalIds(c),
      ...languageSchemas(c, 'venue'),
    },
    ['description', 'image', 'json_ld', 'geo_lat', 'geo_lng', ...placeNames],
  )
}

const personNames = ['phone', 'website', 'email']

function organizerSchema(c: Context): JsonSchema {
  const resource: Resource = resources.organizer
  return exact(
    c.tell(
      'An organizer; empty values are left out.',
      'Un organisateur ; les valeurs vides sont omises.',
    ),
    {
      ...head(c, resource),
      ...contact(c, resource, personNames),
      json_ld: ref('OrganizerLinkedData'),
      ...globalIds(c),
      ...languageSchemas(c, 'organizer'),
    },
    ['description', 'image', 'json_ld', ...personNames],
  )
}

function termSchema(c: Context, kind: 'category' | 'tag'): JsonSchema {
  const resource: Resource = resources[kind]
  const of = fieldsOf(c, resource)
  const { tell } = c
  return exact(c.words(resource.about), {
    id: whole(tell('The ID of the term.', 'L’ID du terme.'), 1),
    count: whole(
      tell('How many published events have it.', 'Le nombre d’évènements publiés qui le portent.'),
    ),
    description: of('description'),
    name: of('name'),
    slug: of('slug', { en: 'The slug of the term.', fr: 'Le slug du terme.' }),
    taxonomy: text(tell('What kind of term it is.', 'La sorte de terme.'), {
      const: taxonomies(c)[kind],
    }),
    ...(kind === 'category' && { parent: of('parent') }),
    meta: listOf({}, tell('Always empty.', 'Toujours vide.'), { maxItems: 0 }),
    url: pageOf(c),
    urls: termUrls(c, kind === 'category'),
    ...languageSchemas(c, 'name'),
  })
}
