import type { Sentence } from '../../define/text/language.ts'

/** What the editor of rich text says. */
export const richMessages = {
  tools: { en: 'Formatting: {label}', fr: 'Mise en forme : {label}' },
  bold: { en: 'Bold', fr: 'Gras' },
  italic: { en: 'Italic', fr: 'Italique' },
  underline: { en: 'Underline', fr: 'Souligné' },
  heading: { en: 'Heading', fr: 'Titre' },
  subheading: { en: 'Subheading', fr: 'Sous-titre' },
  smallHeading: { en: 'Small heading', fr: 'Petit titre' },
  rule: { en: 'Horizontal line', fr: 'Ligne horizontale' },
  list: { en: 'List', fr: 'Liste' },
  numbers: { en: 'Numbered list', fr: 'Liste numérotée' },
  quote: { en: 'Quotation', fr: 'Citation' },
  link: { en: 'Link', fr: 'Lien' },
  linkUrl: { en: 'URL of the link', fr: 'URL du lien' },
  setLink: { en: 'Set the link', fr: 'Insérer le lien' },
  unlink: { en: 'Remove the link', fr: 'Retirer le lien' },
  visual: { en: 'Edit without HTML', fr: 'Modifier sans HTML' },
  onlySource: {
    en: 'This text holds HTML that the editor without HTML would lose.',
    fr: 'Ce texte contient du HTML que l’éditeur sans HTML perdrait.',
  },
} as const satisfies Record<string, Sentence>
