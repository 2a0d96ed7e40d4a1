import { type CountValues, countParams, withoutDates } from '../../calendar/read/counts.ts'
import { oneOf } from '../../define/choice-types.ts'
import type { Params } from '../../define/param.ts'
import { exact, ref } from '../../define/schema.ts'
import { postNames } from '../../resources/index.ts'
import type { RouteOf } from './admin-route.ts'

const params = {
  kind: {
    type: oneOf(postNames),
    required: true,
    en: 'The kind of records.',
    fr: 'Le type de fiches.',
  },
  ...countParams,
} satisfies Params

const counting: RouteOf<typeof params> = {
  method: 'GET',
  path: 'counts',
  name: 'countRecords',
  door: 'account',
  summary: {
    en: 'How many records of a kind there are, by status, as far as the caller sees them in lists',
    fr: 'Combien de fiches d’un type il y a, par statut, telles que l’appelant les voit dans les listes',
  },
  params,
  returns: exact(
    {
      en: 'Whenever they are and, of events, within the dates asked for.',
      fr: 'Toutes dates confondues et, parmi les évènements, dans les dates demandées.',
    },
    { counts: ref('Counts'), later: ref('Counts') },
    ['later'],
  ),
  async answer({ service, actor, language, values }) {
    const caller = { actor, language, fallback: true }
    const { kind, ...asked } = values
    const count = (of: CountValues) => service.calendar.count(kind, caller, of)
    const undated = withoutDates(asked)
    return {
      body: {
        counts: await count(undated ?? asked),
        ...(kind === 'event' && undated && { later: await count(asked) }),
      },
    }
  },
}

export const countRoutes = [counting]
