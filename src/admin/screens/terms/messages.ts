import type { Sentence } from '../../../define/text/language.ts'
import { messages as shared } from '../../messages.ts'

/** The messages of the tree of categories. */
export const messages = {
  tree: { en: 'Tree', fr: 'Arborescence' },
  events: { en: '{count} {count|event|events}', fr: '{count} {count|évènement|évènements}' },
  move: { en: 'Move', fr: 'Déplacer' },
  moveHeading: { en: 'Move “{name}”', fr: 'Déplacer « {name} »' },
  up: { en: 'Move {name} up', fr: 'Monter {name}' },
  down: { en: 'Move {name} down', fr: 'Descendre {name}' },
  below: { en: 'Parent category', fr: 'Catégorie parente' },
  top: { en: 'None: at the top', fr: 'Aucune : au premier niveau' },
  moved: { en: '“{name}” was moved.', fr: '« {name} » a été déplacée.' },
  undo: shared.undo,
  help: {
    en: 'Drag a category onto another to put it below it, or choose “Move”. By keyboard: Shift and the right arrow puts it below the one before, Shift and the left arrow takes it out, Shift and the up or down arrow changes the order.',
    fr: 'Faites glisser une catégorie sur une autre pour la placer dessous, ou choisissez « Déplacer ». Au clavier : Maj et la flèche droite la placent sous la précédente, Maj et la flèche gauche l’en sortent, Maj et la flèche haut ou bas changent l’ordre.',
  },
  within: {
    en: '“{name}” cannot be put below itself.',
    fr: '« {name} » ne peut pas être placée sous elle-même.',
  },
  drag: { en: 'Drag {name}', fr: 'Faire glisser {name}' },
} as const satisfies Record<string, Sentence>
