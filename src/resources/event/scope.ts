import { oneOf } from '../../define/choice-types.ts'
import type { FieldError } from '../../define/field-type.ts'
import type { Params } from '../../define/param.ts'
import { scopes } from '../../define/scopes.ts'

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
