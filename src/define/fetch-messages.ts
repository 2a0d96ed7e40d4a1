import type { Sentence } from './field-type.ts'

/** Why the file at a URL was not fetched, as part of a sentence; by the word that `guardedFetch` returns. */
export const fetchRefusals = {
  address: { en: 'its URL is not public', fr: 'son URL n’est pas publique' },
  scheme: { en: 'its URL is not http or https', fr: 'son URL n’est ni en http ni en https' },
  redirects: { en: 'its URL redirects too often', fr: 'son URL redirige trop souvent' },
  size: { en: 'the file is too large', fr: 'le fichier est trop volumineux' },
  time: { en: 'the download timed out', fr: 'le téléchargement a pris trop de temps' },
  network: { en: 'its URL could not be reached', fr: 'son URL est injoignable' },
} as const satisfies Record<string, Sentence>
