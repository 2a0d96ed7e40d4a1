import { type CountValues, countParams } from '../../calendar/counts.ts'
import { oneOf } from '../../define/choice-types.ts'
import type { Params, ParamValues } from '../../define/param.ts'
import { exact, ref } from '../../define/schema.ts'
import { postNames } from '../../resources/index.ts'
import type { AdminRoute } from './admin-route.ts'

const params = {
  kind: {
    type: oneOf(postNames),
    required: true,
    en: 'The kind of records.',
    fr: 'Le type de fiches.',
  },
  ...countParams,
} satisfies Params
type Sent = ParamValues<typeof params>

const counting: AdminRoute = {
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
      en: 'All of them and, of events, the later ones.',
      fr: 'Toutes et, parmi les évènements, ceux d’après.',
    },
    { counts: ref('Counts'), later: ref('Counts') },
    ['later'],
  ),
  async answer({ service, actor, language, values }) {
    const caller = { actor, language, fallback: true }
    // as the types of the parameters have checked them
    const { kind, ...from } = values as Required<Pick<Sent, 'kind'>> & Sent
    const count = (of: CountValues = {}) => service.calendar.count(kind, caller, of)
    return {
      body: {
        counts: await count(),
        ...(kind === 'event' && from.ends_after && { later: await count(from) }),
      },
    }
  },
}

export const countRoutes = [counting]
