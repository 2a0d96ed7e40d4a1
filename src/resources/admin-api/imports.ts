import { namesIn } from '../../define/base/objects.ts'
import {
  importFormats,
  intervals,
  outcomes,
  runStates,
  subscriptionStates,
} from '../../define/import-messages.ts'
import { linkKinds } from '../../define/record.ts'
import { exact, integer, listOf, type Properties, text } from '../../define/schema.ts'
import { languages, type Sentence } from '../../define/text/language.ts'
import { writtenNames } from '../table.ts'
import { flag, numberOrNull, orNull, textOrNull, time, timeOrNull, word } from './parts.ts'

const kind = word(writtenNames, { en: 'Its type.', fr: 'Son type.' })
const reason = text({ en: 'The reason.', fr: 'La raison.' })

/** A number for each outcome. */
const outcomeCounts = (description: Sentence) =>
  exact(
    description,
    Object.fromEntries(
      outcomes.map(name => [name, integer({ en: 'Their number.', fr: 'Leur nombre.' })]),
    ) as Record<(typeof outcomes)[number], ReturnType<typeof integer>>,
  )

const facts = {
  id: integer({ en: 'Its ID.', fr: 'Son ID.' }, 1),
  state: word([...runStates, 'interrupted'], {
    en: 'Its state; interrupted: the process that worked on it has ended.',
    fr: 'Son état ; interrupted : le processus qui s’en occupait s’est arrêté.',
  }),
  format: word(importFormats, { en: 'The format of the source.', fr: 'Le format de la source.' }),
  from: text({
    en: 'The URL, or the name of the file.',
    fr: 'L’URL, ou le nom du fichier.',
  }),
  source: text({ en: 'The name of the source.', fr: 'Le nom de la source.' }),
  by: numberOrNull({
    en: 'The ID of the user who began it; null: the service itself.',
    fr: 'L’ID de la personne qui l’a lancée ; null : le service lui-même.',
  }),
  name: textOrNull({
    en: 'The name of this user; null if the account no longer exists.',
    fr: 'Son nom ; null si le compte n’existe plus.',
  }),
  started: time({ en: 'When it began.', fr: 'Son début.' }),
  ended: timeOrNull({ en: 'When it ended.', fr: 'Sa fin.' }),
  done: integer({ en: 'The number of records done.', fr: 'Le nombre de fiches traitées.' }),
  total: numberOrNull({
    en: 'The number of records of the source; null: not known.',
    fr: 'Le nombre de fiches de la source ; null : inconnu.',
  }),
  error: textOrNull({ en: 'Why it failed.', fr: 'La raison de son échec.' }),
  counts: orNull(
    exact(
      {
        en: 'Events by what was done with them, or would be; null before the preview.',
        fr: 'Les évènements selon ce qui en a été fait, ou le serait ; null avant l’aperçu.',
      },
      Object.fromEntries(
        outcomes.map(name => [name, integer({ en: 'Their number.', fr: 'Leur nombre.' })]),
      ) as Record<(typeof outcomes)[number], ReturnType<typeof integer>>,
    ),
  ),
  can_be_undone: flag({
    en: 'Whether it can be undone.',
    fr: 'Indique si elle peut être annulée.',
  }),
} satisfies Properties

const place = {
  line: numberOrNull({ en: 'The line of the source.', fr: 'La ligne de la source.' }),
  part: textOrNull({
    en: 'The part or URL of the source.',
    fr: 'La partie ou l’URL de la source.',
  }),
  source_id: textOrNull({ en: 'Its ID in the source.', fr: 'Son ID dans la source.' }),
}

const fault = {
  column: textOrNull({
    en: 'The column or field at fault.',
    fr: 'La colonne ou le champ en cause.',
  }),
  value: textOrNull({ en: 'The value in it.', fr: 'La valeur qui y figure.' }),
}

const remark = exact(
  { en: 'A remark about a record.', fr: 'Une remarque sur une fiche.' },
  { ...place, ...fault, reason },
)

export const importRecord = exact(
  { en: 'A record of the source.', fr: 'Une fiche de la source.' },
  {
    ...place,
    kind,
    id: numberOrNull({
      en: 'Its ID here; null if it does not exist here.',
      fr: 'Son ID ici ; null si elle n’existe pas ici.',
    }),
    title: text({ en: 'Its title or name.', fr: 'Son titre ou son nom.' }),
    outcome: word(outcomes, { en: 'The outcome.', fr: 'Le résultat.' }),
    ...fault,
    reason: textOrNull({ en: 'Why it was refused.', fr: 'La raison du refus.' }),
    fields: listOf(
      exact(
        { en: 'A field of the record.', fr: 'Un champ de la fiche.' },
        {
          name: text({ en: 'Its name.', fr: 'Son nom.' }),
          label: text({ en: 'Its name for people.', fr: 'Son nom affiché.' }),
          language: orNull(
            word(languages, {
              en: 'The language of a text; null for other fields.',
              fr: 'La langue d’un texte ; null pour les autres champs.',
            }),
          ),
          before: text({
            en: 'The value before the import; empty: none.',
            fr: 'La valeur avant l’importation ; vide : aucune.',
          }),
          after: text({
            en: 'The value after it; empty: none. Up to 300 characters.',
            fr: 'La valeur après ; vide : aucune. 300 caractères au plus.',
          }),
        },
      ),
      {
        en: 'Of a new record its fields, of a changed one those that change.',
        fr: 'Les champs d’une nouvelle fiche, ou ceux qui changent dans une fiche existante.',
      },
    ),
  },
)

export const importRun = exact(
  { en: 'An import, or its preview.', fr: 'Une importation, ou son aperçu.' },
  facts,
)

export const importDetails = exact(
  { en: 'An import with its report.', fr: 'Une importation, avec son compte rendu.' },
  {
    ...facts,
    options: listOf(
      exact(
        { en: 'An option.', fr: 'Une option.' },
        {
          name: text({ en: 'Its name.', fr: 'Son nom.' }),
          value: text({ en: 'Its value.', fr: 'Sa valeur.' }),
        },
      ),
      {
        en: 'How it is read and written: the parameters of the request, with their values.',
        fr: 'La façon de lire et d’écrire : les paramètres de la requête, avec leurs valeurs.',
      },
    ),
    read: listOf(
      exact(
        { en: 'How the source was read.', fr: 'La lecture de la source.' },
        {
          name: text({ en: 'The property that was guessed.', fr: 'La propriété devinée.' }),
          value: text({ en: 'The value that was guessed.', fr: 'La valeur devinée.' }),
        },
      ),
      {
        en: 'The guesses about how to read the source.',
        fr: 'Ce qui a été deviné pour lire la source.',
      },
    ),
    columns: listOf(
      exact(
        { en: 'A column of a table.', fr: 'Une colonne d’un tableau.' },
        {
          name: text({ en: 'Its heading.', fr: 'Son titre.' }),
          sample: text({ en: 'The first value in it.', fr: 'La première valeur qui y figure.' }),
          field: text({
            en: 'The field that it is read as; empty: none.',
            fr: 'Le champ sous lequel elle est lue ; vide : aucun.',
          }),
        },
      ),
      {
        en: 'Of csv: the columns, also where they could not be read.',
        fr: 'Pour csv : les colonnes, même si elles n’ont pas pu être lues.',
      },
    ),
    fields: listOf(
      exact(
        { en: 'A field that a column may be.', fr: 'Un champ possible pour une colonne.' },
        {
          name: text({ en: 'Its name in `map`.', fr: 'Son nom dans `map`.' }),
          label: text({ en: 'Its name for people.', fr: 'Son nom affiché.' }),
        },
      ),
      {
        en: 'Of csv: the fields that columns may be.',
        fr: 'Pour csv : les champs possibles pour les colonnes.',
      },
    ),
    listed: outcomeCounts({
      en: 'The number of records to list by outcome: the first 1,000 of each.',
      fr: 'Le nombre de fiches à lister par résultat : les 1 000 premières de chacun.',
    }),
    creates: listOf(
      exact(
        { en: 'A name of the source.', fr: 'Un nom de la source.' },
        {
          kind: word(linkKinds, { en: 'Its type.', fr: 'Son type.' }),
          name: text({ en: 'The name.', fr: 'Le nom.' }),
          count: integer({
            en: 'The number of records that name it.',
            fr: 'Le nombre de fiches qui le citent.',
          }),
        },
      ),
      {
        en: 'Of a preview: venues, organizers, categories and tags that would be created.',
        fr: 'Pour un aperçu : les lieux, organisateurs, catégories et étiquettes qui seraient créés.',
      },
    ),
    matches: listOf(
      exact(
        { en: 'A name of the source.', fr: 'Un nom de la source.' },
        {
          kind: word(linkKinds, { en: 'Its type.', fr: 'Son type.' }),
          name: text({ en: 'The name.', fr: 'Le nom.' }),
          id: integer({
            en: 'The ID of the record that it means.',
            fr: 'L’ID de la fiche désignée.',
          }),
          title: text({ en: 'The name of this record.', fr: 'Le nom de cette fiche.' }),
        },
      ),
      {
        en: 'Names that mean records of this calendar, as chosen.',
        fr: 'Les noms qui désignent des fiches de cet agenda, selon le choix fait.',
      },
    ),
    problems: listOf(remark, { en: 'What was refused.', fr: 'Ce qui a été refusé.' }),
    notes: listOf(remark, {
      en: 'Values that were left out or read with doubt.',
      fr: 'Les valeurs omises ou lues avec un doute.',
    }),
    conflicts: listOf(remark, {
      en: 'Fields that differ here and in the source, for people to decide.',
      fr: 'Les champs qui diffèrent ici et dans la source, à trancher.',
    }),
    gone: integer({
      en: 'The number of events that the source no longer has.',
      fr: 'Le nombre d’évènements que la source n’a plus.',
    }),
    gone_changed: integer({
      en: 'The number of these that were cancelled or put in the trash.',
      fr: 'Le nombre de ceux qui ont été annulés ou mis à la corbeille.',
    }),
    undone: orNull(
      exact(
        { en: 'The result of undoing it.', fr: 'Le résultat de son annulation.' },
        {
          removed: integer({
            en: 'Created records that are in the trash or deleted.',
            fr: 'Les fiches créées, mises à la corbeille ou supprimées.',
          }),
          restored: integer({
            en: 'Changed records that are as before.',
            fr: 'Les fiches modifiées, revenues à l’état d’avant.',
          }),
          left: integer({
            en: 'Records that stay as they are.',
            fr: 'Les fiches laissées telles quelles.',
          }),
          records: listOf(
            exact(
              { en: 'A record that stays as it is.', fr: 'Une fiche laissée telle quelle.' },
              {
                kind,
                id: integer({ en: 'Its ID.', fr: 'Son ID.' }, 1),
                title: text({ en: 'Its title or name.', fr: 'Son titre ou son nom.' }),
                reason,
              },
            ),
            { en: 'The first of these.', fr: 'Les premières d’entre elles.' },
          ),
        },
      ),
    ),
  },
)

export const subscription = exact(
  { en: 'A feed that is imported regularly.', fr: 'Un flux importé régulièrement.' },
  {
    id: integer({ en: 'Its ID.', fr: 'Son ID.' }, 1),
    state: word(subscriptionStates, {
      en: 'Whether it is read; disabled: it has failed for long.',
      fr: 'Indique s’il est lu ; disabled : il échoue depuis longtemps.',
    }),
    format: word(importFormats, { en: 'The format of the feed.', fr: 'Le format du flux.' }),
    url: text({ en: 'Its URL.', fr: 'Son URL.' }),
    source: text({ en: 'The name of the source.', fr: 'Le nom de la source.' }),
    every: word(namesIn(intervals), {
      en: 'How often it is read.',
      fr: 'La fréquence de lecture.',
    }),
    owner: integer({
      en: 'The ID of the user to whom its records belong.',
      fr: 'L’ID du compte à qui ses fiches appartiennent.',
    }),
    name: textOrNull({
      en: 'The name of this user; null if the account no longer exists.',
      fr: 'Son nom ; null si le compte n’existe plus.',
    }),
    checked: timeOrNull({ en: 'When it was read last.', fr: 'La dernière lecture.' }),
    next: time({ en: 'When it is read next.', fr: 'La prochaine lecture.' }),
    reading: flag({ en: 'Whether it is being read.', fr: 'Indique si la lecture est en cours.' }),
    failures: integer({ en: 'Failures in a row.', fr: 'Le nombre d’échecs de suite.' }),
    error: textOrNull({ en: 'Why it failed last.', fr: 'La raison du dernier échec.' }),
    import: numberOrNull({
      en: 'The ID of the last import that changed something.',
      fr: 'L’ID de la dernière importation qui a changé quelque chose.',
    }),
    brought: orNull(
      outcomeCounts({
        en: 'Events by what that import did with them; null: there is none.',
        fr: 'Les évènements selon ce que cette importation en a fait ; null : il n’y en a pas.',
      }),
    ),
  },
)
