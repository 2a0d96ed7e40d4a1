import { oneOf } from '../../define/choice-types.ts'
import type { Params } from '../../define/param.ts'
import { flag } from '../../define/scalar-types.ts'
import { exact, integer, listOf, type SchemaOf, text } from '../../define/schema.ts'
import { text as plain } from '../../define/text-types.ts'
import { anyRecord, fieldValues, time, word } from '../../resources/admin-api/index.ts'
import { reportWords } from '../../resources/index.ts'
import type { Operations } from '../api/operation.ts'

/** Characters of a note at most. */
const maxNote = 2000

const change: SchemaOf<object> = {
  type: 'object',
  description: {
    en: 'The fields that its sender would write otherwise, and their values.',
    fr: 'Les champs que son auteur écrirait autrement, et leurs valeurs.',
  },
}

const reportProperties = {
  id: integer({ en: 'Its ID.', fr: 'Son ID.' }, 1),
  event: integer({ en: 'The ID of the event.', fr: 'L’ID de l’évènement.' }, 1),
  title: text({ en: 'The title of the event.', fr: 'Le titre de l’évènement.' }),
  what: word(reportWords, {
    en: 'Whether something is wrong on its page, it is cancelled, or it has changed.',
    fr: 'Indique si sa page contient une erreur, s’il est annulé ou s’il a changé.',
  }),
  note: text({ en: 'What its sender writes.', fr: 'Ce qu’écrit son auteur.' }),
  change,
  name: text({
    en: 'The name of its sender, if known.',
    fr: 'Le nom de son auteur, s’il est connu.',
  }),
  email: text({
    en: 'The e-mail address of its sender, if known.',
    fr: 'L’adresse e-mail de son auteur, si elle est connue.',
  }),
  time: time({ en: 'When it was sent.', fr: 'La date de son envoi.' }),
}

const report = exact(
  { en: 'A report on a published event.', fr: 'Le signalement d’un évènement publié.' },
  reportProperties,
)

const closedReport = exact(
  { en: 'A closed report.', fr: 'Un signalement clos.' },
  {
    ...reportProperties,
    closed: time({ en: 'When it was closed.', fr: 'La date de sa clôture.' }),
    closed_by: text({ en: 'The editor who closed it.', fr: 'L’éditeur qui l’a clos.' }),
  },
)

const newReport = {
  what: {
    type: oneOf(['cancelled', 'changed']),
    required: true,
    en: 'Whether it is cancelled or has changed.',
    fr: 'Indique s’il est annulé ou s’il a changé.',
  },
  note: {
    type: plain(maxNote, 'The hall is closed.'),
    default: '',
    en: `A note to the editors, up to ${maxNote} characters.`,
    fr: `Un message aux éditeurs, ${maxNote} caractères au plus.`,
  },
  change: {
    type: fieldValues({ start_date: '2026-12-05 20:00' }),
    default: {},
    en: 'The fields that change and their values, as in a change of the event; its status, author and place in lists are left out.',
    fr: 'Les champs qui changent et leurs valeurs, comme pour modifier l’évènement ; son statut, son auteur et sa place dans les listes n’en font pas partie.',
  },
} satisfies Params

const nothing = exact({ en: 'An empty response.', fr: 'Une réponse vide.' }, {})

const changedEvent = exact(
  { en: 'The event.', fr: 'L’évènement.' },
  { id: integer({ en: 'Its ID.', fr: 'Son ID.' }, 1), record: anyRecord },
)

export const reportsOperations = {
  'POST /events/:id/reports': {
    name: 'reportEvent',
    access: 'account',
    summary: {
      en: 'Tell the editors that your published event is cancelled or has changed; it stays as it is until one of them agrees',
      fr: 'Dire aux éditeurs que votre évènement publié est annulé ou a changé ; il reste tel quel jusqu’à ce que l’un d’eux accepte',
    },
    params: newReport,
    returns: nothing,
    status: 201,
  },
  'GET /reports': {
    name: 'listReports',
    access: 'account',
    summary: {
      en: 'The reports on published events that wait, the oldest first, and those closed last; for editors',
      fr: 'Les signalements d’évènements publiés qui attendent, du plus ancien au plus récent, et les derniers clos ; pour les éditeurs',
    },
    returns: exact(
      { en: 'Reports.', fr: 'Des signalements.' },
      {
        reports: listOf(report, { en: 'The first 100.', fr: 'Les 100 premiers.' }),
        total: integer({
          en: 'The number of reports that wait, up to 1,000.',
          fr: 'Le nombre de signalements qui attendent, 1 000 au plus.',
        }),
        closed: listOf(closedReport, {
          en: 'The last 20 that were closed, the latest first.',
          fr: 'Les 20 derniers clos, du plus récent au plus ancien.',
        }),
      },
    ),
  },
  'GET /reports/:id/preview': {
    name: 'previewReport',
    access: 'account',
    summary: {
      en: 'The event as the change of a report would leave it; nothing is written',
      fr: 'L’évènement tel que la modification d’un signalement le laisserait ; rien n’est écrit',
    },
    returns: changedEvent,
    problems: ['report_not_found'],
  },
  'POST /reports/:id/apply': {
    name: 'applyReport',
    access: 'account',
    summary: {
      en: 'Write the change of a report, and close the report; for editors',
      fr: 'Écrire la modification d’un signalement et clore celui-ci ; pour les éditeurs',
    },
    returns: changedEvent,
    problems: ['report_not_found'],
  },
  'DELETE /reports/:id': {
    name: 'closeReport',
    access: 'account',
    summary: {
      en: 'Close a report; it can be reopened for 30 days, then it is deleted; for editors',
      fr: 'Clore un signalement, qui peut être rouvert pendant 30 jours, puis est supprimé ; pour les éditeurs',
    },
    params: {
      force: {
        type: flag({ loose: true }),
        default: false,
        en: 'Delete it at once.',
        fr: 'Le supprimer aussitôt.',
      },
    },
    returns: nothing,
    problems: ['report_not_found'],
  },
  'POST /reports/:id/reopen': {
    name: 'reopenReport',
    access: 'account',
    summary: {
      en: 'Reopen a closed report; for editors',
      fr: 'Rouvrir un signalement clos ; pour les éditeurs',
    },
    returns: nothing,
    problems: ['report_not_found'],
  },
} satisfies Operations
