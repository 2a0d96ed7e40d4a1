import { exact, integer, listOf, text } from '../../define/schema.ts'
import { languages } from '../../define/text/language.ts'
import { deliveryErrors, webhookScopes, webhookStates } from '../../define/webhooks.ts'
import { changeKinds } from '../changes.ts'
import { flag, numberOrNull, textOrNull, time, timeOrNull, word } from './parts.ts'

const reason = {
  en: 'Why it did not arrive; empty: it did. address: the receiver is not public; time: no response within 15 seconds; owner: its user is no administrator any more.',
  fr: 'Pourquoi il n’est pas arrivé ; vide : il est arrivé. address : le destinataire n’est pas public ; time : aucune réponse en 15 secondes ; owner : le compte n’est plus administrateur.',
}
const errors = ['', ...deliveryErrors] as const

export const delivery = exact(
  { en: 'A message that was sent.', fr: 'Un message envoyé.' },
  {
    message: text({
      en: 'Its ID (webhook-id); the same when it is sent again.',
      fr: 'Son ID (webhook-id), le même s’il est renvoyé.',
    }),
    type: text({
      en: 'Its type, such as event.updated, test or reset.',
      fr: 'Son type, par exemple event.updated, test ou reset.',
    }),
    record: textOrNull({
      en: 'The record that it is about, such as event/130.',
      fr: 'La fiche qu’il concerne, par exemple event/130.',
    }),
    sent: time({ en: 'When it was sent.', fr: 'La date d’envoi.' }),
    milliseconds: integer({ en: 'How long it took.', fr: 'La durée de l’envoi.' }),
    status: numberOrNull({
      en: 'The status of the response; null: there was none.',
      fr: 'Le statut de la réponse ; null : il n’y en a pas eu.',
    }),
    error: word(errors, reason),
  },
)

export const webhook = exact(
  { en: 'A receiver of changes.', fr: 'Un destinataire de changements.' },
  {
    id: integer({ en: 'Its ID.', fr: 'Son ID.' }, 1),
    url: text({ en: 'The URL that gets the messages.', fr: 'L’URL qui reçoit les messages.' }),
    state: word(webhookStates, {
      en: 'Whether messages are sent; disabled: they have failed for days, or the receiver has ended them (410).',
      fr: 'Indique si des messages sont envoyés ; disabled : ils échouent depuis des jours, ou le destinataire y a mis fin (410).',
    }),
    kinds: listOf(word(changeKinds, { en: 'A kind of record.', fr: 'Un type de fiche.' }), {
      en: 'The kinds of records whose changes are sent.',
      fr: 'Les types de fiches dont les changements sont envoyés.',
    }),
    scope: word(webhookScopes, {
      en: 'public: what anyone may read; own: what its owner may read.',
      fr: 'public : ce que tout le monde peut lire ; own : ce que son propriétaire peut lire.',
    }),
    language: word(languages, {
      en: 'The language of the records.',
      fr: 'La langue des fiches.',
    }),
    records: flag({
      en: 'Whether messages have the whole record.',
      fr: 'Indique si les messages contiennent la fiche entière.',
    }),
    categories: listOf(integer({ en: 'An ID.', fr: 'Un ID.' }, 1), {
      en: 'The categories of the events whose changes are sent; empty: all.',
      fr: 'Les catégories des évènements dont les changements sont envoyés ; vide : toutes.',
    }),
    tags: listOf(integer({ en: 'An ID.', fr: 'Un ID.' }, 1), {
      en: 'The tags of the events whose changes are sent; empty: all.',
      fr: 'Les étiquettes des évènements dont les changements sont envoyés ; vide : toutes.',
    }),
    owner: integer({ en: 'The ID of its user.', fr: 'L’ID de son compte.' }),
    failures: integer({ en: 'Failures in a row.', fr: 'Le nombre d’échecs de suite.' }),
    failing_since: timeOrNull({
      en: 'Since when messages fail; null: the last one arrived.',
      fr: 'Depuis quand les messages échouent ; null : le dernier est arrivé.',
    }),
    next: timeOrNull({
      en: 'When it is tried again; null: at the next change.',
      fr: 'La prochaine tentative ; null : au prochain changement.',
    }),
    error: word(errors, reason),
    deliveries: listOf(delivery, {
      en: 'The last 25 messages, the newest first.',
      fr: 'Les 25 derniers messages, du plus récent au plus ancien.',
    }),
  },
)
