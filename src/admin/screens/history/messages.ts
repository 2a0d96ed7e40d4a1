import type { Sentence } from '../../../define/text/language.ts'
import { messages as editor } from '../../fields/messages.ts'
import { messages as shared } from '../../messages.ts'

export const messages = {
  history: { en: 'History', fr: 'Historique' },
  about: {
    en: 'All stored versions, latest first. Choose one to compare it with the record as it is now.',
    fr: 'Toutes les versions conservées, de la dernière à la première. Choisissez-en une pour la comparer à la fiche telle qu’elle est.',
  },
  now: { en: 'Current', fr: 'Actuelle' },
  version: { en: 'Version {version}', fr: 'Version {version}' },
  first: { en: 'first known version', fr: 'première version connue' },
  made: { en: 'created', fr: 'création' },
  service: shared.visitorOrService,
  user: shared.userById,
  unknown: { en: 'Author not known', fr: 'Auteur inconnu' },
  broughtBack: { en: 'Version {version} restored', fr: 'Version {version} rétablie' },
  dates: {
    en: '{count|one date alone|{count} dates alone}',
    fr: '{count|une date seule|{count} dates seules}',
  },
  otherDates: {
    en: 'Single dates that differ from the current ones: {dates}.',
    fr: 'Dates isolées qui diffèrent des dates actuelles : {dates}.',
  },
  nothing: { en: 'no visible change', fr: 'aucun changement visible' },
  older: { en: 'Older versions', fr: 'Versions plus anciennes' },
  alone: {
    en: 'There is no earlier version yet.',
    fr: 'Il n’y a pas encore de version antérieure.',
  },
  compare: {
    en: 'Compare version {version} with now',
    fr: 'Comparer la version {version} à l’actuelle',
  },
  back: { en: 'All versions', fr: 'Toutes les versions' },
  field: { en: 'Field', fr: 'Champ' },
  before: { en: 'Before', fr: 'Avant' },
  after: { en: 'After', fr: 'Après' },
  same: {
    en: 'This version is the same as the record is now.',
    fr: 'Cette version est identique à la fiche actuelle.',
  },
  common: { en: 'In both languages', fr: 'Dans les deux langues' },
  leftOut: {
    en: 'Not restored, because it was deleted or moved: {fields}.',
    fr: 'Non rétabli, car supprimé ou déplacé : {fields}.',
  },
  removed: { en: 'before:', fr: 'avant :' },
  added: { en: 'after:', fr: 'après :' },
  markup: { en: 'Only the formatting differs.', fr: 'Seule la mise en forme diffère.' },
  noText: { en: 'No text', fr: 'Aucun texte' },
  restore: { en: 'Restore this version', fr: 'Rétablir cette version' },
  unsaved: {
    en: 'Save what you have typed first: restoring would replace it.',
    fr: 'Enregistrez d’abord votre saisie : elle serait remplacée.',
  },
  restored: { en: 'Version {version} is back.', fr: 'La version {version} est rétablie.' },
  undo: shared.undo,
  returned: {
    en: 'An editor returned this event on {at}. Change it, then submit it again.',
    fr: 'Cet évènement vous a été renvoyé le {at}. Modifiez-le, puis soumettez-le de nouveau.',
  },
  returnedMark: { en: 'Returned', fr: 'Renvoyé' },
  quoted: { en: '“{note}”', fr: '« {note} »' },
  family: editor.family,
  yes: shared.yes,
  no: shared.no,
  none: { en: 'none', fr: 'aucun' },
  isSet: { en: 'set', fr: 'défini' },
} as const satisfies Record<string, Sentence>
