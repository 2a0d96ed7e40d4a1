import { tableOf } from '../../define/base/objects.ts'
import { oneOf } from '../../define/choice-types.ts'
import { ids } from '../../define/list-types.ts'
import type { Params } from '../../define/param.ts'
import { count } from '../../define/scalar-types.ts'
import { exact, integer, listOf, text } from '../../define/schema.ts'
import { scopes as namedScopes } from '../../define/scopes.ts'
import { languages } from '../../define/text/language.ts'
import { text as plain } from '../../define/text-types.ts'
import { countParams, triedParams } from '../../resources/admin-api/index.ts'
import { postNames, writtenNames } from '../../resources/index.ts'
import type { Operations } from '../api/operation.ts'
import { kindAmong, perPage, schemaOf } from './schema-of.ts'

const ofAuthors = {
  kind: kindAmong(postNames),
  records: {
    type: ids(),
    required: true,
    en: 'The IDs of the records, up to 100.',
    fr: 'Les ID des fiches, 100 au plus.',
  },
} satisfies Params

/** Characters of a note at most. */
const maxNote = 2000

const countsParams = {
  kind: kindAmong(postNames),
  ...countParams,
} satisfies Params

const openParams = {
  kind: kindAmong(writtenNames),
  id: {
    type: count(),
    required: true,
    en: 'The ID of the record; of a date of a series, that of the series.',
    fr: 'L’ID de la fiche ; pour une date d’une série, celui de la série.',
  },
} satisfies Params

const currentParams = {
  kind: kindAmong(writtenNames),
  id: { ...openParams.id },
  language: {
    type: oneOf(languages),
    required: true,
    en: 'The language whose texts are up to date.',
    fr: 'La langue dont les textes sont à jour.',
  },
} satisfies Params

const reach = exact(
  {
    en: 'The dates that a change with this scope reaches.',
    fr: 'Les dates que touche une modification de cette portée.',
  },
  {
    dates: integer({ en: 'The number of dates.', fr: 'Le nombre de dates.' }),
    differing: integer({
      en: 'The number of those that differ from the series and keep their differences.',
      fr: 'Le nombre de celles qui diffèrent de la série et gardent leurs différences.',
    }),
  },
)

export const recordsOperations = {
  'POST /events/:id/return': {
    name: 'returnEvent',
    access: 'account',
    takesIfMatch: true,
    summary: {
      en: 'Return an event that waits for review to its author, with a note; for users who may publish it',
      fr: 'Renvoyer à son auteur un évènement en attente de relecture, avec un message ; pour les personnes qui peuvent le publier',
    },
    params: {
      note: {
        type: plain(maxNote, 'Please add the price.'),
        en: 'The message to the author. It stays with the event until it is submitted again, and is never public.',
        fr: 'Le message adressé à l’auteur. Il reste avec l’évènement jusqu’à ce que celui-ci soit soumis de nouveau, et n’est jamais public.',
      },
    },
    returns: exact(
      { en: 'The event, a draft again.', fr: 'L’évènement, redevenu brouillon.' },
      {
        id: integer({ en: 'Its ID.', fr: 'Son ID.' }, 1),
        status: text({ en: 'draft', fr: 'draft' }),
      },
    ),
    problems: ['rest-event-not-found', 'event_not_pending', 'rest_precondition_failed'],
  },
  'POST /current-texts': {
    name: 'confirmTexts',
    access: 'account',
    takesIfMatch: true,
    summary: {
      en: 'Note that the texts of a language are up to date after a change of another language; for users who may change the record',
      fr: 'Noter que les textes d’une langue sont à jour après la modification d’une autre langue ; pour les personnes qui peuvent modifier la fiche',
    },
    params: currentParams,
    returns: exact(
      { en: 'The record.', fr: 'La fiche.' },
      { id: integer({ en: 'Its ID.', fr: 'Son ID.' }, 1) },
    ),
    problems: ['rest-event-not-found', 'rest_precondition_failed'],
  },
  'GET /events/:id/reach': {
    name: 'readScopeReach',
    access: 'account',
    summary: {
      en: 'The number of dates in each scope, seen from one date of a series; for users who may change the series',
      fr: 'Le nombre de dates que touche chaque portée à partir d’une date d’une série ; pour les personnes qui peuvent modifier la série',
    },
    returns: exact(
      {
        en: 'By scope, up to the horizon.',
        fr: 'Par portée, jusqu’à l’horizon.',
      },
      tableOf(namedScopes, () => reach),
    ),
    problems: ['rest-event-not-found', 'rest-invalid-event-id', 'event-date-removed'],
  },
  'GET /authors': {
    name: 'listAuthors',
    access: 'account',
    summary: {
      en: 'List the names of the authors of records that the caller may read; for users who write',
      fr: 'Lister les noms des auteurs des fiches que l’appelant peut lire ; pour les personnes qui rédigent',
    },
    params: ofAuthors,
    returns: exact(
      { en: 'Authors.', fr: 'Des auteurs.' },
      {
        authors: listOf(
          exact(
            { en: 'An author.', fr: 'Un auteur.' },
            {
              id: integer({ en: 'The ID of the user.', fr: 'L’ID de l’utilisateur.' }, 1),
              name: text({ en: 'The displayed name.', fr: 'Son nom affiché.' }),
            },
          ),
          {
            en: 'Each once; users without a displayed name are left out.',
            fr: 'Chacun une fois ; les comptes sans nom affiché sont omis.',
          },
        ),
      },
    ),
  },
  'GET /images/:id/uses': {
    name: 'listImageUses',
    access: 'account',
    summary: {
      en: 'The events, venues and organizers that show an image, as far as you may read them',
      fr: 'Les évènements, les lieux et les organisateurs qui affichent une image, dans la mesure où vous pouvez les lire',
    },
    params: {
      per_page: perPage(100, 20, {
        en: 'The maximum number of records to return',
        fr: 'Le nombre maximal de fiches à renvoyer',
      }),
    },
    returns: exact(
      { en: 'The records that show the image.', fr: 'Les fiches qui affichent l’image.' },
      {
        uses: listOf(schemaOf('ImageUse'), {
          en: 'Events first, the newest of each kind first.',
          fr: 'Les évènements d’abord, les plus récents de chaque type d’abord.',
        }),
        total: integer({
          en: 'Their number; of each kind, at most 1,000 are counted.',
          fr: 'Leur nombre ; de chaque type, 1 000 au plus sont comptés.',
        }),
      },
    ),
  },
  'GET /tried-event': {
    name: 'tryEvent',
    access: 'session',
    summary: {
      en: 'Preview the dates and the cost of an event; nothing is stored',
      fr: 'Prévisualiser les dates et le tarif d’un évènement ; rien n’est enregistré',
    },
    params: triedParams,
    returns: schemaOf('EventTrial'),
  },
  'POST /open-records': {
    name: 'noteOpenRecord',
    access: 'session',
    summary: {
      en: 'Announce that you have a record open in the editor, and see who else has; for users who may change it. An announcement lasts a minute and is not stored',
      fr: 'Signaler que vous avez une fiche ouverte dans l’éditeur, et voir qui d’autre l’a ouverte ; pour les personnes qui peuvent la modifier. Cela vaut une minute et n’est enregistré nulle part',
    },
    params: openParams,
    returns: exact(
      { en: 'The others.', fr: 'Les autres.' },
      {
        others: listOf(
          exact(
            { en: 'Another user.', fr: 'Un autre utilisateur.' },
            {
              name: text({
                en: 'The displayed name; empty if you may not see it.',
                fr: 'Son nom affiché ; vide si vous ne pouvez pas le voir.',
              }),
            },
          ),
          { en: 'The users, each once.', fr: 'Les utilisateurs, chacun une fois.' },
        ),
      },
    ),
    problems: ['rest-event-not-found', 'rest-invalid-event-id'],
  },
  'GET /counts': {
    name: 'countRecords',
    access: 'account',
    summary: {
      en: 'Count the records of a kind by status, as far as the caller sees them in lists',
      fr: 'Compter les fiches d’un type par statut, telles que l’appelant les voit dans les listes',
    },
    params: countsParams,
    returns: exact(
      {
        en: 'Of any date and, of events, within the requested dates.',
        fr: 'Toutes dates confondues et, parmi les évènements, dans les dates demandées.',
      },
      { counts: schemaOf('Counts'), later: schemaOf('Counts') },
      ['later'],
    ),
  },
} satisfies Operations

const place = exact(
  { en: 'A place.', fr: 'Un lieu.' },
  {
    label: text({ en: 'The place in one line.', fr: 'Le lieu en une ligne.' }),
    address: text({ en: 'Street and number.', fr: 'La rue et le numéro.' }),
    city: text({ en: 'The city.', fr: 'La ville.' }),
    zip: text({ en: 'The postal code.', fr: 'Le code postal.' }),
    province: text({ en: 'The region or state.', fr: 'La région ou l’État.' }),
    country: text({ en: 'The country.', fr: 'Le pays.' }),
    lat: text({ en: 'The latitude.', fr: 'La latitude.' }),
    lng: text({ en: 'The longitude.', fr: 'La longitude.' }),
  },
)

/** The search for places by the geocoder of the settings. */
export const placesOperations = {
  'GET /places': {
    name: 'searchPlaces',
    access: 'account',
    summary: {
      en: 'Search for places with the configured geocoder; for users who may create venues',
      fr: 'Chercher des lieux avec le géocodeur des réglages ; pour les personnes qui peuvent créer des lieux',
    },
    params: {
      search: {
        type: plain(200, 'Rue de la Mairie, Lyon'),
        required: true,
        en: 'Words of the address or the name.',
        fr: 'Des mots de l’adresse ou du nom.',
      },
    },
    returns: exact(
      { en: 'The places found.', fr: 'Les lieux trouvés.' },
      {
        places: listOf(place, {
          en: 'The places, the best match first.',
          fr: 'Les lieux, le plus pertinent d’abord.',
        }),
      },
    ),
    problems: ['places_unreachable'],
  },
} satisfies Operations
