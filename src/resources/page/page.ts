import { slug, title } from '../../define/field-types.ts'
import { type Resource, resource } from '../../define/resource.ts'
import { descriptionField, plainFilters, postFields, translationsField } from '../shared/common.ts'
import { editing } from '../shared/editing.ts'
import { languageItems, linkedHead } from '../shared/shared-items.ts'

const one = { en: 'page', fr: 'page' }
const many = { en: 'pages', fr: 'pages' }

/** A page that the editors write: legal notice, privacy, accessibility. */
export const page = resource({
  name: 'page',
  path: 'pages',
  page: { en: 'page', fr: 'page' },
  family: 'post',
  titled: 'title',
  isOfSite: true,
  one,
  a: { en: 'a page', fr: 'une page' },
  of: { en: 'of the page', fr: 'de la page' },
  many,
  about: {
    en: 'A page of the site, such as the legal notice.',
    fr: 'Une page du site, telle que les mentions légales.',
  },
  fields: {
    ...postFields(one),
    title: {
      label: { en: 'Title', fr: 'Titre' },
      type: title({ sample: 'Legal notice' }),
      lives: 'text',
      required: true,
      searched: true,
      en: 'The title of the page.',
      fr: 'Le titre de la page.',
    },
    description: {
      ...descriptionField(),
      label: { en: 'Text', fr: 'Texte' },
      en: 'The text, as HTML or plain text; it is sanitized.',
      fr: 'Le texte, en HTML ou en texte brut ; il est assaini.',
      read: { en: 'The text, as HTML.', fr: 'Le texte, en HTML.' },
    },
    slug: {
      label: { en: 'Slug', fr: 'Slug' },
      type: slug({ sample: 'legal-notice' }),
      lives: 'text',
      en: 'The slug, the end of its URL; by default made from the title.',
      fr: 'Le slug, fin de son URL ; à défaut, tiré du titre.',
      read: {
        en: 'The slug; drafts may have none.',
        fr: 'Le slug ; un brouillon peut ne pas en avoir.',
      },
    },
    translations: translationsField((): Resource => page),
  },
  presented: {
    ...linkedHead,
    title: true,
    description: true,
    slug: true,
    ...languageItems('title'),
    editing,
  },
  filters: plainFilters(many),
})
