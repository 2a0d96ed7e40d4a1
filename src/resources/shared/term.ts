import { type Derived, derived, restUrl } from '../../define/derived.ts'
import { filled, flag, html, reference, search, slug, title } from '../../define/field-types.ts'
import { ids } from '../../define/list-types.ts'
import { type Cell, isTree, type TermLinkKind, termLinkKinds } from '../../define/record.ts'
import type { PresentedItems } from '../../define/resource.ts'
import { address, exact, integer, listOf, text } from '../../define/schema.ts'
import { changeFilters, fallbackParam, missingParam, pagingParams, wideFilter } from './common.ts'
import { editing } from './editing.ts'
import { idOf, languageItems, textsItem, url } from './shared-items.ts'
import { sourceFields, sourceFilters, sourceItems } from './source.ts'

/** Fields that categories and tags share. */
export const termFields = {
  name: {
    label: { en: 'Name', fr: 'Nom' },
    type: title({ sample: 'Concerts', ampersand: '&amp;' }),
    lives: 'text',
    required: true,
    searched: true,
    en: 'The name of the term.',
    fr: 'Le nom du terme.',
  },
  description: {
    label: { en: 'Description', fr: 'Description' },
    // shown as it is stored: terms have one paragraph
    type: { ...html(), input: 'lines', show: (stored: Cell) => String(stored ?? '') },
    lives: 'text',
    en: 'The description of the term.',
    fr: 'La description du terme.',
  },
  slug: {
    label: { en: 'Slug', fr: 'Slug' },
    type: slug({ sample: 'concerts' }),
    lives: 'text',
    searched: true,
    en: 'The slug; by default made from the name.',
    fr: 'Le slug ; à défaut, tiré du nom.',
    read: { en: 'The slug of the term.', fr: 'Le slug du terme.' },
  },
  ...sourceFields,
} as const

const id = idOf({ en: 'The ID of the term.', fr: 'L’ID du terme.' })

const count = derived(
  integer({
    en: 'The number of published events that have it.',
    fr: 'Le nombre d’évènements publiés qui le portent.',
  }),
  ({ record }) => Number(record.facts.count),
)

const taxonomyOf = (name: string, vendor: string) =>
  isTree(name) ? `${vendor}_events_cat` : 'post_tag'
const whatKind = { en: 'The kind of term.', fr: 'Le type de terme.' }
const showTaxonomy: Derived<string>['show'] = (_, { vendor }, { resource }) =>
  taxonomyOf(resource.name, vendor)

const urls = (hasParent: boolean) =>
  derived(
    exact(
      { en: 'URLs of the term in the API.', fr: 'Les URL du terme dans l’API.' },
      {
        self: address({ en: 'The term.', fr: 'Le terme.' }),
        collection: address({ en: 'All terms of its kind.', fr: 'Tous les termes de ce type.' }),
        ...(hasParent && {
          up: address({ en: 'The category above.', fr: 'La catégorie parente.' }),
        }),
      },
      ['up'],
    ),
    ({ record }, { root }, { resource }): { self: string; collection: string; up?: string } => {
      const collection = `${root}/${resource.path}`
      const { parent } = record.facts
      return {
        self: restUrl(root, resource, record),
        collection,
        ...(parent && { up: `${collection}/${parent}` }),
      }
    },
  )

/** A term by itself and in lists of terms; only categories have one above. */
export const termItems = <const Above extends PresentedItems>(above: Above) =>
  ({
    id,
    count,
    description: true,
    name: true,
    slug: true,
    taxonomy: derived(
      ({ resource, vendor }) => text(whatKind, { const: taxonomyOf(resource.name, vendor) }),
      showTaxonomy,
    ),
    ...above,
    meta: derived(
      listOf({}, { en: 'Always empty.', fr: 'Toujours vide.' }, { maxItems: 0 }),
      (): unknown[] => [],
    ),
    url,
    urls: urls('parent' in above),
    ...languageItems('name'),
    editing,
    ...sourceItems,
  }) as const

/** A term inside of an event: another shape. */
export const embeddedTerm = {
  as: 'Term',
  sentence: {
    en: 'A category or tag, inside an event.',
    fr: 'Une catégorie ou une étiquette, dans un évènement.',
  },
  presented: {
    name: true,
    slug: true,
    term_group: derived(
      { type: 'integer', const: 0, description: { en: 'Always 0.', fr: 'Toujours 0.' } },
      () => 0,
    ),
    term_taxonomy_id: derived(
      integer({ en: 'The same as id.', fr: 'Identique à id.' }, 1),
      ({ record }) => record.id,
    ),
    taxonomy: derived(
      ({ vendor }) => text(whatKind, { enum: termLinkKinds.map(of => taxonomyOf(of, vendor)) }),
      showTaxonomy,
    ),
    description: true,
    parent: derived(
      integer({
        en: 'The ID of the category above; 0 for none.',
        fr: 'L’ID de la catégorie parente ; 0 s’il n’y en a pas.',
      }),
      ({ record }) => Number(record.facts.parent ?? 0),
    ),
    count,
    filter: derived(
      text({ en: 'Always raw.', fr: 'Toujours raw.' }, { const: 'raw' }),
      () => 'raw',
    ),
    id,
    urls: urls(true),
    texts: textsItem,
  },
} as const

const orders = {
  order: {
    type: filled(),
    en: 'The direction of the sort: asc or desc.',
    fr: 'Le sens du tri : asc ou desc.',
  },
  orderby: {
    type: filled(),
    en: 'What to sort by: name, slug, id, count, description, parent, modified, position, include, none.',
    fr: 'Le critère de tri : name, slug, id, count, description, parent, modified, position, include, none.',
  },
}

/** List parameters that categories and tags share. */
export const termFilters = (kind: TermLinkKind, many: { en: string; fr: string }) => ({
  ...pagingParams(many),
  search: {
    type: search(),
    en: 'Only terms whose name or slug has these letters.',
    fr: 'Seulement les termes dont le nom ou le slug contient ces lettres.',
  },
  ...wideFilter(many),
  exclude: {
    type: ids(kind),
    en: 'Leave out terms with these IDs.',
    fr: 'Écarte les termes dont l’ID figure dans la liste.',
  },
  include: {
    type: ids(kind),
    en: 'Only terms with these IDs.',
    fr: 'Seulement les termes dont l’ID figure dans la liste.',
  },
  ...orders,
  ...changeFilters,
  hide_empty: {
    type: flag(),
    default: '1',
    en: 'Leave out terms that no published event has.',
    fr: 'Écarte les termes qu’aucun évènement publié ne porte.',
  },
  ...(isTree(kind) && {
    parent: {
      type: reference('category', { zero: true }),
      en: 'Only categories directly under this one; 0 for the top level.',
      fr: 'Seulement les catégories directement sous celle-ci ; 0 pour le premier niveau.',
    },
  }),
  post: {
    type: reference('event', { zero: true }),
    en: 'Only terms of the event with this ID.',
    fr: 'Seulement les termes de l’évènement qui a cet ID.',
  },
  event: {
    type: reference('event', { zero: true }),
    en: 'Another name of post; it has priority.',
    fr: 'Autre nom de post ; il a priorité.',
  },
  slug: {
    type: filled(),
    en: 'Only the term with this slug, in either language.',
    fr: 'Seulement le terme de ce slug, dans l’une ou l’autre langue.',
  },
  ...fallbackParam,
  ...missingParam,
  ...sourceFilters,
})
