import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isDated } from '../../../define/record.ts'
import type { AdminInput, EventTrial } from '../../../sdk/account-types.ts'
import { AlmanacError } from '../../../sdk/client.ts'
import { useKnown, useWordsOf } from '../../context.tsx'
import { nothingWrong, type Wrong, wrongOf } from '../../forms/errors.ts'
import type { Form } from '../../forms/model.ts'
import { isDay } from '../../forms/stands.ts'
import type { Values } from '../../forms/values.ts'
import { useLater } from '../../parts/use-later.ts'
import type { Edits } from './use-edits.ts'
import { words } from './words.ts'

/** `of`: what was tried, once what it shows is there. */
type EventTried = AdminInput<'GET /tried-event'>
export type Trial = { shows: EventTrial | undefined; of: EventTried | undefined; wrong: Wrong }

/** What the server makes of the dates and the cost as they are typed: how they show, or what is wrong with them. */
export function useTrial(form: Form, { values: { facts } }: Edits): Trial {
  const t = useWordsOf(words)
  const { server, place } = useKnown()
  const asked = useLater(JSON.stringify(triedOf(form, facts)))
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['trial', place.language, asked],
    queryFn: () => server.admin('GET /tried-event', JSON.parse(asked)),
    enabled: isDated(form.name),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const said = {
    own: place.language,
    page: place.language,
    missing: (field: string) => t('required', { field }),
  }
  return {
    shows: error ? undefined : data,
    of: error || !data || isPlaceholderData ? undefined : JSON.parse(asked),
    wrong:
      error instanceof AlmanacError && error.status === 400
        ? wrongOf(form, error, said)
        : nothingWrong(),
  }
}

const tried = ['all_day', 'start_date', 'end_date', 'timezone', 'cost']

/** What there is of the fields that are tried. */
function triedOf({ fields }: Form, facts: Values['facts']): EventTried {
  const asked = fields.flatMap(field => {
    const value = String(facts[field.name] ?? '')
    if (!tried.includes(field.name) || value === '') return []
    return [[field.name, isDay(field, facts) ? value.slice(0, 10) : value]]
  })
  return Object.fromEntries(asked)
}
