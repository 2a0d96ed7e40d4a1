import type { Sentence } from '../../../define/text/language.ts'

/** What the tree of categories says. */
export const words = {
  tree: { en: 'Tree', fr: 'Arborescence' },
  events: { en: '{count} {count|event|events}', fr: '{count} {count|évènement|évènements}' },
  move: { en: 'Move', fr: 'Déplacer' },
  moveHeading: { en: 'Move “{name}”', fr: 'Déplacer « {name} »' },
  below: { en: 'Parent category', fr: 'Catégorie parente' },
  top: { en: 'None: at the top', fr: 'Aucune : au premier niveau' },
  moved: { en: '“{name}” was moved.', fr: '« {name} » a été déplacée.' },
  undo: { en: 'Undo', fr: 'Annuler' },
  help: {
    en: 'Drag a category onto another to put it below it, or choose “Move”.',
    fr: 'Faites glisser une catégorie sur une autre pour la placer dessous, ou choisissez « Déplacer ».',
  },
  drag: { en: 'Drag {name}', fr: 'Faire glisser {name}' },
} as const satisfies Record<string, Sentence>
