import type { Sentence } from '../../../define/text/language.ts'

/** What the tree of categories and the images say. */
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
  upload: { en: 'Upload images', fr: 'Envoyer des images' },
  dropHere: { en: 'or drop files here', fr: 'ou déposez des fichiers ici' },
  uploaded: { en: '{count} uploaded.', fr: '{count} {count|envoyée|envoyées}.' },
  uploading: { en: 'Uploading {through} of {count} …', fr: 'Envoi : {through} sur {count}…' },
  failed: {
    en: '{count} {count|file was|files were} refused:',
    fr: '{count} {count|fichier refusé|fichiers refusés} :',
  },
  noAlt: { en: 'No alternative text', fr: 'Sans texte de remplacement' },
  delete: { en: 'Delete', fr: 'Supprimer' },
  deleteHeading: { en: 'Delete “{name}”?', fr: 'Supprimer « {name} » ?' },
  deleteAbout: { en: 'This cannot be undone.', fr: 'C’est irréversible.' },
  inUse: {
    en: 'Records show this image; they would be left without it.',
    fr: 'Des fiches montrent cette image ; elles n’en auraient plus.',
  },
  deleted: { en: 'The image is deleted.', fr: 'L’image est supprimée.' },
  more: { en: 'Show more', fr: 'En montrer d’autres' },
  empty: { en: 'No images yet.', fr: 'Pas encore d’images.' },
} as const satisfies Record<string, Sentence>
