import type { Sentence } from '../../../define/text/language.ts'

/** The first steps. */
export const firstStepMessages = {
  heading: { en: 'First steps: {done} of {of} done', fr: 'Premiers pas : {done} sur {of}' },
  hide: { en: 'Hide the first steps', fr: 'Masquer les premiers pas' },
  done: { en: '(done)', fr: '(fait)' },
  open: { en: '(to do)', fr: '(à faire)' },
  name: { en: 'Name the calendar', fr: 'Donner un nom à l’agenda' },
  publicUrl: { en: 'Set the public URL', fr: 'Définir l’URL publique' },
  publicUrlHow: {
    en: 'Set publicUrl where the service is started: links in e-mails and feeds begin with it.',
    fr: 'Définissez publicUrl au démarrage du service : les liens des e-mails et des flux commencent par elle.',
  },
  timezone: { en: 'Check the time zone', fr: 'Vérifier le fuseau horaire' },
  logo: { en: 'Add a logo', fr: 'Ajouter un logo' },
  mail: { en: 'Set up e-mail, and send a test', fr: 'Configurer l’e-mail et envoyer un test' },
  event: { en: 'Add the first event', fr: 'Ajouter le premier évènement' },
  invite: { en: 'Invite the people who write', fr: 'Inviter les personnes qui rédigent' },
} as const satisfies Record<string, Sentence>
