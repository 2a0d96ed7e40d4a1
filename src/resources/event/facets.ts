import { words } from '../../define/list-types.ts'
import type { Params } from '../../define/param.ts'
import { type Described, exact, integer, listOf, text } from '../../define/schema.ts'

/** What the events of a list can be counted by, as parameters and responses call it. */
const facetParamNames = ['categories', 'tags', 'venues', 'city', 'month'] as const
export type FacetParam = (typeof facetParamNames)[number]

export const facetParams = {
  facets: {
    type: words(facetParamNames),
    addition: true,
    en: 'Adds counts of the whole list, not of one page: how many of its entries are in each category, tag, venue, city or month of the start. At most 100 values of each, the most frequent first.',
    fr: 'Ajoute des nombres, pour toute la liste et non pour une page : combien de ses entrées ont chaque catégorie, étiquette, lieu, ville (city) ou mois du début (month). Au plus 100 valeurs de chaque sorte, les plus fréquentes d’abord.',
  },
} satisfies Params

const facetValue = exact(
  { en: 'A value with its count.', fr: 'Une valeur avec son nombre.' },
  {
    id: integer({ en: 'The ID of the record.', fr: 'L’ID de la fiche.' }, 1),
    slug: text({
      en: 'Its slug in the language of the request.',
      fr: 'Son slug dans la langue de la requête.',
    }),
    name: text({
      en: 'The name of the record in the language of the request, the city, or the month as YYYY-MM.',
      fr: 'Le nom de la fiche dans la langue de la requête, la ville, ou le mois sous la forme AAAA-MM.',
    }),
    count: integer({ en: 'Entries of the list with it.', fr: 'Entrées de la liste qui l’ont.' }, 1),
  },
  ['id', 'slug'],
)

const valuesOf = (en: string, fr: string) => listOf(facetValue, { en, fr })

/** `facets` of a list of events. */
export const facetsSchema = exact(
  { en: 'The requested counts.', fr: 'Les nombres demandés.' },
  {
    categories: valuesOf(
      'By category; those below it are counted in it.',
      'Par catégorie, sous-catégories comprises.',
    ),
    tags: valuesOf('By tag.', 'Par étiquette.'),
    venues: valuesOf('By venue.', 'Par lieu.'),
    city: valuesOf('By city of the venue.', 'Par ville du lieu.'),
    month: valuesOf('By month of the start.', 'Par mois du début.'),
  },
  facetParamNames,
)

export type FacetCounts = Described<typeof facetsSchema>
