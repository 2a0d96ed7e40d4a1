import type { Sentence } from '../../define/text/language.ts'

/** The messages about images, in their grid and in the field of a record. */
export const messages = {
  search: { en: 'Search images', fr: 'Chercher des images' },
  order: { en: 'Order', fr: 'Ordre' },
  newest: { en: 'Newest first', fr: 'Les plus récentes d’abord' },
  oldest: { en: 'Oldest first', fr: 'Les plus anciennes d’abord' },
  filterAlt: { en: 'Alternative text', fr: 'Texte alternatif' },
  allImages: { en: 'All images', fr: 'Toutes les images' },
  lacksAny: { en: 'Missing in some language', fr: 'Manquant dans une langue' },
  select: { en: 'Select {name}', fr: 'Sélectionner {name}' },
  chosen: {
    en: '{count} {count|image|images} selected',
    fr: '{count} {count|image sélectionnée|images sélectionnées}',
  },
  chooseNone: { en: 'Clear the selection', fr: 'Effacer la sélection' },
  deleteMany: {
    en: 'Delete {count} {count|image|images}',
    fr: 'Supprimer {count} {count|image|images}',
  },
  deleteManyAbout: {
    en: 'They are deleted permanently. Those that records show stay.',
    fr: 'Elles sont supprimées définitivement. Celles que des fiches affichent restent.',
  },
  deletedMany: {
    en: '{count} {count|image|images} deleted.',
    fr: '{count} {count|image supprimée|images supprimées}.',
  },
  upload: { en: 'Upload images', fr: 'Envoyer des images' },
  dropHere: { en: 'or drop or paste them here', fr: 'ou déposez-les ou collez-les ici' },
  sending: { en: '{name}: uploading', fr: '{name} : envoi en cours' },
  sent: { en: '{name}: uploaded', fr: '{name} : envoyée' },
  refused: { en: '{name}: {why}', fr: '{name} : {why}' },
  progress: {
    en: '{through} of {count} done',
    fr: '{through} sur {count} {count|traitée|traitées}',
  },
  allSent: { en: '{count} uploaded', fr: '{count} {count|envoyée|envoyées}' },
  outcome: {
    en: '{sent} uploaded, {refused} refused',
    fr: '{sent} {sent|envoyée|envoyées}, {refused} {refused|refusée|refusées}',
  },
  emptyFile: { en: 'The file is empty.', fr: 'Le fichier est vide.' },
  heic: {
    en: 'Browsers do not show HEIC photos. Export the photo as JPEG; on an iPhone choose Settings, Camera, Formats, Most Compatible.',
    fr: 'Les navigateurs n’affichent pas les photos HEIC. Exportez la photo en JPEG ; sur un iPhone, choisissez Réglages, Appareil photo, Formats, Le plus compatible.',
  },
  tooLarge: {
    en: 'The file has {size} MiB. The maximum is {most} MiB.',
    fr: 'Le fichier fait {size} Mio. Le maximum est de {most} Mio.',
  },
  none: { en: 'No images found.', fr: 'Aucune image trouvée.' },
  more: { en: 'Show more', fr: 'En afficher d’autres' },
  noAlt: {
    en: 'No alternative text in {language}',
    fr: 'Sans texte alternatif en {language}',
  },
  details: { en: 'Details of {name}', fr: 'Détails de {name}' },
  edit: { en: 'Texts and focus', fr: 'Textes et point focal' },
  save: { en: 'Save the image', fr: 'Enregistrer l’image' },
  saved: { en: 'The image is saved.', fr: 'L’image est enregistrée.' },
  changed: {
    en: 'Someone else changed the image in the meantime. What you typed is still here: look at it again, then save.',
    fr: 'Quelqu’un a modifié l’image entre-temps. Votre saisie est toujours là : relisez-la, puis enregistrez.',
  },
  focus: { en: 'Focus', fr: 'Point focal' },
  focusHint: {
    en: 'What stays in view when the image is cropped: click on it, or move the sliders.',
    fr: 'Ce qui reste visible quand l’image est recadrée : cliquez dessus, ou déplacez les curseurs.',
  },
  fromLeft: { en: 'From the left, as a percentage', fr: 'Depuis la gauche, en pourcentage' },
  fromTop: { en: 'From the top, as a percentage', fr: 'Depuis le haut, en pourcentage' },
  uses: { en: 'Used in', fr: 'Utilisée dans' },
  unused: { en: 'Not used.', fr: 'Elle n’est pas utilisée.' },
  others: { en: 'and {count} more', fr: 'et {count} de plus' },
  inTrash: { en: 'in the trash', fr: 'à la corbeille' },
  replace: { en: 'Replace the file', fr: 'Remplacer le fichier' },
  replaced: { en: 'The file is replaced.', fr: 'Le fichier est remplacé.' },
  delete: { en: 'Delete', fr: 'Supprimer' },
  deleteHeading: { en: 'Delete “{name}”?', fr: 'Supprimer « {name} » ?' },
  deleteAbout: { en: 'This cannot be undone.', fr: 'C’est irréversible.' },
  inUse: {
    en: 'These records show the image, and would be left without it:',
    fr: 'Ces fiches affichent cette image et n’en auraient plus :',
  },
  deleteAnyway: { en: 'Delete it anyway', fr: 'La supprimer malgré tout' },
  deleted: { en: 'The image is deleted.', fr: 'L’image est supprimée.' },
} as const satisfies Record<string, Sentence>
