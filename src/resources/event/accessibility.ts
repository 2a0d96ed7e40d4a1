import type { Sentence } from '../../define/field-type.ts'
import { choices } from '../../define/field-types.ts'

/** The kinds of accessibility. New words go to the end: their position is stored. */
export const accessibilityWords = [
  'wheelchair',
  'accessible_toilet',
  'accessible_parking',
  'sign_language',
  'captions',
  'hearing_loop',
  'audio_description',
  'touch_tour',
  'easy_language',
  'quiet_space',
  'relaxed',
  'companion_card',
  'assistance_dogs',
] as const

/** The names of these, for people. */
export const accessibilityNames: Record<(typeof accessibilityWords)[number], Sentence> = {
  wheelchair: { en: 'Wheelchair access', fr: 'Accès en fauteuil roulant' },
  accessible_toilet: { en: 'Accessible toilet', fr: 'Toilettes accessibles' },
  accessible_parking: { en: 'Accessible parking', fr: 'Stationnement adapté' },
  sign_language: { en: 'Sign language', fr: 'Langue des signes' },
  captions: { en: 'Captions or surtitles', fr: 'Sous-titres ou surtitres' },
  hearing_loop: { en: 'Hearing loop', fr: 'Boucle magnétique' },
  audio_description: { en: 'Audio description', fr: 'Audiodescription' },
  touch_tour: { en: 'Touch tour', fr: 'Visite tactile' },
  easy_language: { en: 'Easy language', fr: 'Facile à lire et à comprendre' },
  quiet_space: { en: 'Quiet space', fr: 'Espace calme' },
  relaxed: { en: 'Relaxed event', fr: 'Séance Relax' },
  companion_card: { en: 'Companion card', fr: 'Gratuité pour l’accompagnateur' },
  assistance_dogs: { en: 'Assistance dogs', fr: 'Chiens d’assistance' },
}

export const accessibilityField = {
  label: { en: 'Accessibility', fr: 'Accessibilité' },
  type: choices(accessibilityWords, accessibilityNames),
  addition: true,
  onPage: true,
  inFeeds: true,
  en: `What makes the event accessible, as a list of words: ${accessibilityWords.join(', ')}.`,
  fr: `Les dispositifs d’accessibilité, sous forme de liste de mots : ${accessibilityWords.join(', ')}.`,
} as const
