import { oneOf } from '../../define/choice-types.ts'
import type { FieldError } from '../../define/field-type.ts'
import type { Params } from '../../define/param.ts'
import { writeParams } from '../../define/resource.ts'
import {
  type Described,
  dateTime,
  exact,
  integer,
  listOf,
  type SchemaOf,
  text,
} from '../../define/schema.ts'
import { scopes } from '../../define/scopes.ts'
import { event } from './event.ts'

/** The scope of a change of one date of a series. `detach`: the date becomes an event of its own. */
export type Scope = (typeof scopes)[number] | 'detach'

const unlisted = { addition: true, unlisted: true } as const

export const scopeParam = {
  scope: {
    type: oneOf([...scopes, 'detach'] as const),
    ...unlisted,
    en: 'How far the change of one date of a series goes. By default, this date alone differs; detach makes it an event of its own.',
    fr: 'La portée de la modification d’une date d’une série. Par défaut, cette date seule diffère ; detach en fait un évènement à part.',
  },
} satisfies Params

export const removalScopeParam = {
  scope: {
    type: oneOf(scopes),
    ...unlisted,
    en: 'How far the removal of one date of a series goes. By default, this date alone is removed.',
    fr: 'La portée de la suppression d’une date d’une série. Par défaut, cette date seule est supprimée.',
  },
} satisfies Params

export const scopeOfSeries: FieldError = {
  sentence: {
    en: '{name} is for the dates of a series. Expected the ID of a date, or all.',
    fr: '{name} concerne les dates d’une série. Attendu : l’ID d’une date, ou all.',
  },
}

export const ruleOfOne: FieldError = {
  sentence: {
    en: '{name} is that of the series. Expected it with scope=following or scope=all.',
    fr: '{name} est celle de la série. Attendu : avec scope=following ou scope=all.',
  },
}

export const slugOfOne: FieldError = {
  sentence: {
    en: '{name} is that of the series. Expected it with scope=following, all or detach.',
    fr: '{name} est celui de la série. Attendu : avec scope=following, all ou detach.',
  },
}

export const notFromHere: FieldError = {
  sentence: {
    en: '{name} cannot be following here: the rule does not give this date. Expected this or all.',
    fr: '{name} ne peut pas être following ici : la règle ne donne pas cette date. Attendu : this ou all.',
  },
}

export const notTrashed: FieldError = {
  sentence: {
    en: '{name} cannot be trash for one date. Expected DELETE, which removes the date.',
    fr: '{name} ne peut pas être trash pour une seule date. Attendu : DELETE, qui retire la date.',
  },
}

export const ofTrashedSeries: FieldError = {
  sentence: {
    en: '{name} of one date cannot change while its series is in the trash. Expected it with scope=all, which restores the series.',
    fr: '{name} d’une seule date ne peut pas changer tant que sa série est à la corbeille. Attendu : avec scope=all, ce qui rétablit la série.',
  },
}

export const notFuture: FieldError = {
  sentence: {
    en: '{name} cannot be future for one date, which is published with its series. Expected another status, or scope=detach.',
    fr: '{name} ne peut pas être future pour une seule date, qui est publiée avec sa série. Attendu : un autre statut, ou scope=detach.',
  },
}

export const publicationOfOne: FieldError = {
  sentence: {
    en: '{name} is that of the series. Expected it with scope=following, all or detach.',
    fr: '{name} est celle de la série. Attendu : avec scope=following, all ou detach.',
  },
}

const { timezone, all_day, start_date, end_date, recurrence } = writeParams(event, 'create')

/** The fields of an event that its dates follow from. */
export const previewParams = {
  timezone,
  all_day,
  start_date,
  end_date,
  recurrence: { ...recurrence, required: true },
} satisfies Params

const date = exact(
  { en: 'A date.', fr: 'Une date.' },
  {
    start_date: dateTime({
      en: 'When it starts, in the local time of the event.',
      fr: 'Son début, en heure locale de l’évènement.',
    }),
    end_date: dateTime({
      en: 'When it ends, in the local time of the event.',
      fr: 'Sa fin, en heure locale de l’évènement.',
    }),
    utc_start_date: dateTime({ en: 'When it starts, in UTC.', fr: 'Son début, en UTC.' }),
    utc_end_date: dateTime({ en: 'When it ends, in UTC.', fr: 'Sa fin, en UTC.' }),
  },
)

const from = {
  en: 'The beginning of the dates that are stored, in the local time of the event; null if none is before it.',
  fr: 'Le début des dates enregistrées, en heure locale de l’évènement\u202f; null si aucune ne le précède.',
}

const until = {
  en: 'The end of the dates that are stored, in the local time of the event; null if all are before it.',
  fr: 'La fin des dates enregistrées, en heure locale de l’évènement ; null si toutes la précèdent.',
}

export const previewSchema = exact(
  { en: 'The dates of a recurrence.', fr: 'Les dates d’une récurrence.' },
  {
    recurrence: listOf(
      { type: 'string' },
      {
        en: 'The recurrence as an event would show it.',
        fr: 'La récurrence telle qu’un évènement la montrerait.',
      },
    ),
    recurrence_text: text({
      en: 'The recurrence as a sentence in the language of the response.',
      fr: 'La récurrence en une phrase, dans la langue de la réponse.',
    }),
    total: integer({ en: 'The number of dates until then.', fr: 'Le nombre de dates jusque-là.' }),
    from: { type: ['string', 'null'], description: from } as SchemaOf<string | null>,
    until: { type: ['string', 'null'], description: until } as SchemaOf<string | null>,
    dates: listOf(date, { en: 'The first 50 dates.', fr: 'Les 50 premières dates.' }),
  },
)

export type RecurrencePreview = Described<typeof previewSchema>
