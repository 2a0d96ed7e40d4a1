import type { Sentence } from '../../define/text/language.ts'
import type { Role } from '../../sdk/account-types.ts'

/** What roles are called, and what each may do. */
export const roleWords = {
  administrator: { en: 'Administrator', fr: 'Administrateur' },
  editor: { en: 'Editor', fr: 'Éditeur' },
  author: { en: 'Author', fr: 'Auteur' },
  contributor: { en: 'Contributor', fr: 'Contributeur' },
  subscriber: { en: 'Subscriber', fr: 'Abonné' },
} as const satisfies Record<Role, Sentence>

export const roleHints = {
  administrator: {
    en: 'Everything, accounts and settings too.',
    fr: 'Tout, comptes et réglages compris.',
  },
  editor: { en: 'All records of everyone.', fr: 'Toutes les fiches, de tout le monde.' },
  author: {
    en: 'Publishes and changes their own records.',
    fr: 'Publie et modifie ses propres fiches.',
  },
  contributor: {
    en: 'Writes drafts, which an editor publishes.',
    fr: 'Rédige des brouillons, qu’un éditeur publie.',
  },
  subscriber: { en: 'Reads only.', fr: 'Lit seulement.' },
} as const satisfies Record<Role, Sentence>

export const roles: readonly Role[] = [
  'administrator',
  'editor',
  'author',
  'contributor',
  'subscriber',
]
