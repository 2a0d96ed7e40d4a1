import { fold } from '../../define/text/fold.ts'
import { type Availability, eventStatusNames, resources } from '../../resources/index.ts'
import { flagOf } from './cells.ts'

/** Words of tables for the state of publication, folded, besides those of the API and its labels. */
const published: Record<string, string> = {
  publish:
    'published|confirmed|confirme|confirmee|valide|validee|ok|live|public|active|actif|en ligne|veroffentlicht|bestatigt|publicado|confirmado|pubblicato|confermato|gepubliceerd|bevestigd|publiee',
  draft: 'entwurf|borrador|bozza|concept|unpublished|tentative|provisoire',
  pending: 'pending|en attente|a relire|a valider|in review|to review',
  private: 'privee|privat|privado|privato|confidential|confidentiel|vertraulich',
}

/** The same for whether an event takes place. */
const held: Record<string, string> = {
  scheduled: 'planned|prevue|maintenu|maintenue|geplant|programado|programmato|gepland',
  cancelled: 'canceled|annulee|abgesagt|cancelado|anulado|annullato|geannuleerd|afgelast',
  postponed: 'reportee|verschoben|aplazado|pospuesto|rinviato|uitgesteld',
  moved_online: 'passe en ligne',
}

/** Public, and nothing to be had. */
const soldOut = 'sold out|complet|ausverkauft|agotado|esaurito|uitverkocht'

type State = { status: string; availability?: Availability } | { event_status: string }

const states = new Map<string, State>()
for (const [status, words] of Object.entries(published))
  for (const word of words.split('|')) states.set(word, { status })
for (const word of soldOut.split('|'))
  states.set(word, { status: 'publish', availability: 'sold_out' })
for (const [event_status, words] of Object.entries(held))
  for (const word of words.split('|')) states.set(word, { event_status })
for (const [status, label] of Object.entries(resources.event.fields.status.type.choices ?? {}))
  for (const word of [status, ...Object.values(label)])
    states.set(fold(word.replace('-', ' ')), { status })
for (const [event_status, label] of Object.entries(eventStatusNames))
  for (const word of [event_status, ...Object.values(label)])
    states.set(fold(word.replace('_', ' ')), { event_status })

/** The state that a word names, of publication or of the event, whatever column it stands in. */
export const stateOf = (written: string): State | undefined =>
  states.get(fold(written.replace(/[_-]/g, ' ')).trim())

/** Words of calendars that hide nothing. */
const open = new Set([
  'public',
  'normal',
  'default',
  'publique',
  'offentlich',
  'publico',
  'pubblico',
  'openbaar',
])

/** True unless a cell says that its event is for everyone: what may be private is. */
export const isPrivate = (written: string): boolean =>
  written !== '' && !open.has(fold(written)) && flagOf(written) !== false
