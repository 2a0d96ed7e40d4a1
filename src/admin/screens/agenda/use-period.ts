import { useCallback, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { viewNames, views } from './moves.ts'

type Set = {
  startStr: string
  endStr: string
  view: { type: string; title: string; currentStart: Date }
}

const nameOf = (type: string) => viewNames.find(name => views[name] === type) ?? 'month'

/** The period that is shown: the calendar says it, and it stands in the address. */
export function usePeriod() {
  const params = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const [period, setPeriod] = useState({ from: '', to: '', title: '' })
  const [first] = useState(() => ({
    view: viewNames.find(name => name === params.get('view')) ?? 'month',
    date: /^\d{4}-\d{2}-\d{2}$/.test(params.get('date') ?? '') ? (params.get('date') ?? '') : '',
  }))
  const [view, setView] = useState(first.view)
  const remember = useCallback(
    ({ startStr, endStr, view: { type, title, currentStart } }: Set) => {
      const name = nameOf(type)
      setView(name)
      setPeriod({ from: startStr.slice(0, 10), to: endStr.slice(0, 10), title })
      const date = currentStart.toISOString().slice(0, 10)
      navigate(`/calendar?view=${name}&date=${date}`, { replace: true })
    },
    [navigate],
  )
  return { period, view, date: first.date, remember }
}
