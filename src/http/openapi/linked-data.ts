import type { JsonSchema } from '../../define/field-type.ts'
import type { Context } from './context.ts'
import { address, exact, type Properties, ref, text } from './schema.ts'

const isA = (type: string): JsonSchema => ({ type: 'string', const: type })
const number: JsonSchema = { type: 'number' }
const plain: JsonSchema = { type: 'string' }
const instant = (description: string) =>
  text(description, { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}[+-][0-9]{2}:[0-9]{2}$' })

/** `json_ld`: records in the words of schema.org, on single reads. */
export const linkedDataSchemas = (c: Context): Properties => ({
  EventLinkedData: eventData(c),
  PlaceLinkedData: placeData(c),
  OrganizerLinkedData: organizerData(c),
})

const withName = ({ tell }: Context) => ({
  name: text(tell('The name.', 'Le nom.')),
  description: text(tell('The description, as plain text.', 'La description, en texte brut.')),
  url: address(tell('The public page.', 'La page publique.')),
})

const reached = ({ tell }: Context) => ({
  telephone: text(tell('The phone number.', 'Le numéro de téléphone.')),
  sameAs: text(tell('The website.', 'Le site web.')),
})

function eventData(c: Context): JsonSchema {
  const { tell } = c
  const { name, description, url } = withName(c)
  return exact(
    tell('The event as a schema.org Event.', 'L’évènement sous la forme Event de schema.org.'),
    {
      '@context': isA('http://schema.org'),
      '@type': isA('Event'),
      name,
      description,
      image: address(tell('The URL of the image.', 'L’URL de l’image.')),
      url,
      eventAttendanceMode: plain,
      eventStatus: plain,
      startDate: instant(
        tell('The start, with its offset from UTC.', 'Le début, avec son décalage sur UTC.'),
      ),
      endDate: instant(
        tell('The end, with its offset from UTC.', 'La fin, avec son décalage sur UTC.'),
      ),
      location: ref('PlaceLinkedData'),
      organizer: ref('OrganizerLinkedData'),
      offers: offers(c),
    },
    ['description', 'image', 'location', 'organizer', 'offers'],
  )
}

function offers({ tell }: Context): JsonSchema {
  return exact(
    tell(
      'The cost, as an offer; absent where the cost has no amount, or several currencies.',
      'Le tarif, sous forme d’offre ; absente si le tarif n’a pas de montant, ou a plusieurs monnaies.',
    ),
    {
      '@type': { type: 'string', enum: ['Offer', 'AggregateOffer'] },
      price: { ...number, description: tell('The lowest price.', 'Le prix le plus bas.') },
      lowPrice: number,
      highPrice: number,
      priceCurrency: text(tell('By its ISO 4217 code.', 'Par son code ISO 4217.')),
      url: plain,
      category: plain,
      availability: plain,
      validFrom: instant(tell('The publication date.', 'La date de publication.')),
    },
    ['lowPrice', 'highPrice'],
  )
}

function placeData(c: Context): JsonSchema {
  const parts = [
    'streetAddress',
    'addressLocality',
    'addressRegion',
    'postalCode',
    'addressCountry',
  ]
  const { tell } = c
  return exact(
    tell('The venue as a schema.org Place.', 'Le lieu sous la forme Place de schema.org.'),
    {
      '@type': isA('Place'),
      ...withName(c),
      address: exact(
        tell(
          'The address; empty parts are left out.',
          'L’adresse ; les parties vides sont omises.',
        ),
        {
          '@type': isA('PostalAddress'),
          ...Object.fromEntries(parts.map(part => [part, { type: 'string', minLength: 1 }])),
        },
        parts,
      ),
      geo: exact(tell('The coordinates.', 'Les coordonnées.'), {
        '@type': isA('GeoCoordinates'),
        latitude: number,
        longitude: number,
      }),
      ...reached(c),
    },
    ['description', 'geo', 'telephone', 'sameAs'],
  )
}

const organizerData = (c: Context): JsonSchema =>
  exact(
    c.tell(
      'The organizer as a schema.org Organization.',
      'L’organisateur sous la forme Organization de schema.org.',
    ),
    {
      '@type': isA('Organization'),
      ...withName(c),
      email: text(c.tell('The e-mail address.', 'L’adresse e-mail.')),
      ...reached(c),
    },
    ['description', 'email', 'telephone', 'sameAs'],
  )
