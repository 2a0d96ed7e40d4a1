import type { Sentence } from '../../define/field-type.ts'

/** The words of `users erase`. */
export const erasure = {
  ask: {
    en: 'Erase what is stored about “{who}”? This cannot be undone.',
    fr: 'Effacer ce qui est enregistré au sujet de « {who} » ? C’est irréversible.',
  },
  nothing: {
    en: 'Nothing is stored of “{who}”.',
    fr: 'Rien n’est enregistré au sujet de « {who} ».',
  },
  preview: {
    en: 'To erase: {erased}. To look at: {stays}.',
    fr: 'À effacer : {erased}. À examiner : {stays}.',
  },
  erased: {
    en: 'Erased: {erased}. To look at: {stays}.',
    fr: 'Effacé : {erased}. À examiner : {stays}.',
  },
  place: { en: 'Where', fr: 'Où' },
  record: { en: 'Record', fr: 'Fiche' },
  title: { en: 'Title', fr: 'Titre' },
  outcome: { en: 'Outcome', fr: 'Résultat' },
  goes: { en: 'erased', fr: 'effacé' },
  stays: { en: 'stays', fr: 'reste' },
} as const satisfies Record<string, Sentence>
