import { filled, flag, html, line, reference, search, slug } from '../define/field-types.ts'
import { ids } from '../define/list-types.ts'
import { fallbackParam, pagingParams } from './common.ts'

/** Fields that categories and tags share. */
export const termFields = {
  name: {
    type: line({ sample: 'Concerts' }),
    lives: 'text' as const,
    required: true as const,
    searched: true as const,
    en: 'The name of the term.',
    fr: 'Le nom du terme.',
  },
  description: {
    type: html(),
    lives: 'text' as const,
    en: 'The description of the term.',
    fr: 'La description du terme.',
  },
  slug: {
    type: slug({ sample: 'concerts' }),
    lives: 'text' as const,
    searched: true as const,
    en: 'The slug; by default made from the name.',
    fr: 'Le slug ; à défaut, tiré du nom.',
  },
}

/** What responses show of terms besides their fields, by themselves and in events. */
export const termShows = [
  'id',
  'count',
  'taxonomy',
  'parent',
  'meta',
  'url',
  'urls',
  'language',
  'term_group',
  'term_taxonomy_id',
  'filter',
] as const

const orders = {
  order: {
    type: filled(),
    sentence: {
      en: 'The direction of the sort: asc or desc.',
      fr: 'Le sens du tri : asc ou desc.',
    },
  },
  orderby: {
    type: filled(),
    sentence: {
      en: 'What to sort by: name, slug, id, count, description, parent, include, none.',
      fr: 'Le critère de tri : name, slug, id, count, description, parent, include, none.',
    },
  },
}

/** List parameters that categories and tags share. */
export const termFilters = (kind: 'category' | 'tag', many: { en: string; fr: string }) => ({
  ...pagingParams(many),
  search: {
    type: search(),
    sentence: {
      en: 'Only terms whose name or slug has these letters.',
      fr: 'Seulement les termes dont le nom ou le slug contient ces lettres.',
    },
  },
  exclude: {
    type: ids(kind),
    sentence: { en: 'Leave these IDs out.', fr: 'Écarter ces ID.' },
  },
  include: {
    type: ids(kind),
    sentence: { en: 'Only these IDs.', fr: 'Seulement ces ID.' },
  },
  ...orders,
  hide_empty: {
    type: flag(),
    default: '1',
    sentence: {
      en: 'Leave out terms that no published event has.',
      fr: 'Écarter les termes qu’aucun évènement publié ne porte.',
    },
  },
  ...(kind === 'category' && {
    parent: {
      type: reference('category', { zero: true }),
      sentence: {
        en: 'Only categories directly under this one; 0 for the top level.',
        fr: 'Seulement les catégories directement sous celle-ci ; 0 pour le premier niveau.',
      },
    },
  }),
  post: {
    type: reference('event', { zero: true }),
    sentence: {
      en: 'Only terms of this event ID.',
      fr: 'Seulement les termes de l’évènement de cet ID.',
    },
  },
  event: {
    type: reference('event', { zero: true }),
    sentence: { en: 'Another name of post; it wins.', fr: 'Autre nom de post ; il l’emporte.' },
  },
  slug: {
    type: filled(),
    sentence: {
      en: 'Only the term with this slug, in either language.',
      fr: 'Seulement le terme de ce slug, dans l’une ou l’autre langue.',
    },
  },
  ...fallbackParam,
})
