import type { Sentence } from '../../define/field-type.ts'

/** The words of `mail`. */
export const mail = {
  noServer: {
    en: 'No mail server is set. Set ALMANAC_SMTP_URL and ALMANAC_MAIL_FROM, for this command and for the service.',
    fr: 'Aucun serveur de messagerie n’est défini. Définissez ALMANAC_SMTP_URL et ALMANAC_MAIL_FROM, pour cette commande et pour le service.',
  },
  subject: { en: 'A test e-mail from Almanac', fr: 'Un e-mail de test d’Almanac' },
  body: {
    en: 'The mail server is set up correctly: this e-mail has arrived.',
    fr: 'Le serveur de messagerie est bien configuré : cet e-mail est arrivé.',
  },
  sent: {
    en: 'The mail server has accepted the e-mail to {to}. Check that it arrives, and not in the spam folder.',
    fr: 'Le serveur de messagerie a accepté l’e-mail pour {to}. Vérifiez qu’il arrive, et qu’il n’est pas dans les indésirables.',
  },
  refused: {
    en: 'The e-mail was not sent: {message}',
    fr: 'L’e-mail n’a pas été envoyé : {message}',
  },
} as const satisfies Record<string, Sentence>
