import { type CountValues, countedKinds, countNames, countParams } from '../../calendar/counts.ts'
import { oneOf } from '../../define/choice-types.ts'
import type { Params, ParamValues } from '../../define/param.ts'
import { exact, whole } from '../../define/schema.ts'
import type { AdminRoute } from './admin-route.ts'

const sentences = { en: 'How many there are.', fr: 'Combien il y en a.' }
const counts = exact(
  {
    en: 'Counts by status. What the caller may not list is left out; `all` is what a list shows without a status, `mine` one’s own events of these.',
    fr: 'Les nombres par statut. Ce que l’appelant ne peut pas lister est omis ; `all` est ce que montre une liste sans statut, `mine` ses propres évènements parmi ceux-ci.',
  },
  Object.fromEntries(countNames.map(name => [name, whole(sentences)])),
  countNames.filter(name => name !== 'all' && name !== 'publish'),
)

const params = {
  kind: {
    type: oneOf(countedKinds),
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
    { counts, later: counts },
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
