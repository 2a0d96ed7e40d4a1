import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { isDated } from '../../../define/record.ts'
import { AlmanacError } from '../../../sdk/index.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import { nothingWrong, wrongOf } from '../../forms/errors.ts'
import type { Form } from '../../forms/model.ts'
import { isDay } from '../../forms/stands.ts'
import type { Values } from '../../forms/values.ts'
import { useLater } from '../../parts/use-later.ts'
import type { EventTried } from './trial.ts'
import { type Edits, useOf } from './use-edits.ts'

/** Sends the dates and the cost as they are typed to the server, which returns how they show, or their errors. */
export function Trying({ form, edits }: { form: Form; edits: Edits }) {
  const t = useMessagesOf(messages)
  const { server, place } = useApp()
  const { may } = useUser()
  const typed = useLater(useOf(edits, of => JSON.stringify(triedOf(form, of.values.facts))))
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['trial', place.language, typed],
    queryFn: () => server.admin('GET /tried-event', JSON.parse(typed)),
    enabled: isDated(form.name) && may.event.create,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const take = useEffectEvent(() => {
    const wording = {
      own: place.language,
      page: place.language,
      missing: (field: string) => t('required', { field }),
    }
    edits.setTrial({
      shows: error ? undefined : data,
      of: error || !data || isPlaceholderData ? undefined : JSON.parse(typed),
      wrong:
        error instanceof AlmanacError && error.status === 400
          ? wrongOf(form, error, wording)
          : nothingWrong(),
    })
  })
  useEffect(take, [data, error, isPlaceholderData, typed])
  return null
}

const tried = ['all_day', 'start_date', 'end_date', 'timezone', 'cost']

/** The values of the fields that are tried. */
function triedOf({ fields }: Form, facts: Values['facts']): EventTried {
  const entries = fields.flatMap(field => {
    const value = String(facts[field.name] ?? '')
    if (!tried.includes(field.name) || value === '') return []
    return [[field.name, isDay(field, facts) ? value.slice(0, 10) : value]]
  })
  return Object.fromEntries(entries)
}
