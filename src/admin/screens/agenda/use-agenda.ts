import { forms } from 'virtual:forms'
import type { CalendarApi } from '@fullcalendar/react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { existing } from '../../../define/base/objects.ts'
import { tagOf } from '../../../sdk/index.ts'
import { forEachOf } from '../../client/in-turn.ts'
import { useApi, useMessagesOf, useUser } from '../../context.tsx'
import { type Row, recordsOf } from '../../forms/records.ts'
import { isTyped } from '../../parts/keys.ts'
import { showProblem, showToast } from '../../parts/toast.tsx'
import { duplicate } from '../editor/initial-values.ts'
import { useRead } from '../editor/open.ts'
import type { Scope } from '../editor/use-edits.ts'
import { dayAfter } from '../records/question.ts'
import { nameOf } from '../records/use-work.ts'
import { messages } from './messages.ts'
import {
  actOf,
  classFor,
  eventAt,
  movedWhen,
  stepOf,
  type ViewName,
  viewNames,
  views,
  type When,
  whenOf,
} from './moves.ts'

const pageSize = 50
/** Maximum pages of a period: more could be neither read nor grasped. */
const maxPages = 12

/** The events of all statuses that go on between two dates, the second excluded. */
export function useAgenda({ from, to }: { from: string; to: string }) {
  const api = useApi()
  const records = recordsOf(api, 'events')
  return useQuery({
    queryKey: ['events', 'agenda', from, to],
    queryFn: async ({ signal }) => {
      const page = (page: number) =>
        records.list(
          {
            page,
            per_page: pageSize,
            ends_after: dayAfter(from, -1),
            starts_before: dayAfter(to, -1),
            _fields: [
              'id',
              'title',
              'start_date',
              'end_date',
              'all_day',
              'status',
              'author',
              'event_status',
              'series',
              'categories',
              'timezone',
            ],
          },
          { signal },
        )
      const first = await page(1)
      const rest = Array.from(
        { length: Math.min(first.totalPages, maxPages) - 1 },
        (_, at) => at + 2,
      )
      const rows = [...first.items]
      const [failed] = await forEachOf(rest, async at => {
        const { items } = await page(at)
        rows.push(...items)
      })
      if (failed) throw failed
      return { rows, total: first.total }
    },
    enabled: from !== '',
    placeholderData: keepPreviousData,
  })
}

/** Moves an event, unless another changed it since it was shown, and offers to move it back. */
export function useMove() {
  const records = recordsOf(useApi(), 'events')
  const queries = useQueryClient()
  const t = useMessagesOf(messages)
  const fresh = () => queries.invalidateQueries({ queryKey: ['events'] })

  async function write(id: number, was: When, is: When, scope?: Scope) {
    const now = await records.read(id, { context: 'edit' })
    if (JSON.stringify(whenOf(now)) !== JSON.stringify(was)) return false
    await records.change(id, { ...is, ...(scope && { scope }) }, { ifMatch: tagOf(now) })
    return true
  }

  return async (row: Row, is: When, revert: () => void, scope?: Scope): Promise<boolean> => {
    let isMoved = false
    const was = whenOf(row)
    const name = nameOf({ titled: 'title' }, row)
    const back = async () => {
      // the other half of a split series moves back with it
      await write(row.id, is, was, scope === 'following' ? 'all' : scope)
      await fresh()
      showToast({ text: t('movedBack', { name }) })
    }
    try {
      isMoved = await write(row.id, was, is, scope)
      if (isMoved)
        showToast({
          text: t('moved', { name }),
          action: { text: t('undo'), run: back },
        })
      else {
        revert()
        showToast({ text: t('meanwhile', { name }), isProblem: true })
      }
    } catch (error) {
      revert()
      showProblem(error)
    }
    await fresh()
    return isMoved
  }
}

/** Opens a copy at other dates. Nothing is stored before its first save, so leaving it undoes it. */
export function useCopy() {
  const form = existing(forms.event)
  const read = useRead(form)
  const { may } = useUser()
  const [, navigate] = useLocation()
  if (!may.event.create) return undefined
  async function copy({ id }: Row, { start_date, end_date, all_day }: When) {
    const { texts, facts } = (await read(id)).values
    const at = (wall: string) => wall.slice(0, 16).replace(' ', 'T')
    const dates = { start_date: at(start_date), end_date: at(end_date), all_day }
    duplicate(form, { values: { texts, facts: { ...facts, ...dates } } }, navigate)
  }
  return (row: Row, is: When) => void copy(row, is).catch(showProblem)
}

/** Keys as in Google Calendar. */
export function useKeys(api: () => CalendarApi | undefined, create: () => void) {
  const [, navigate] = useLocation()
  const latest = useRef({ api, create })
  latest.current = { api, create }
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const act = isTyped(event.target) ? undefined : actOf(event)
      const calendar = latest.current.api()
      if (!act || !calendar) return
      event.preventDefault()
      if (act === 'today') calendar.today()
      else if (act === 'next') calendar.next()
      else if (act === 'previous') calendar.prev()
      else if (act === 'create') latest.current.create()
      else if (act === 'search') navigate('/events?focus=search')
      else calendar.changeView(views[act])
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate])
}

type ShownDates = {
  startStr: string
  endStr: string
  view: { type: string; title: string; currentStart: Date }
}

const viewOf = (type: string) => viewNames.find(name => views[name] === type) ?? 'month'

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
    ({ startStr, endStr, view: { type, title, currentStart } }: ShownDates) => {
      const name = viewOf(type)
      setView(name)
      setPeriod({ from: startStr.slice(0, 10), to: endStr.slice(0, 10), title })
      const date = currentStart.toISOString().slice(0, 10)
      navigate(`/calendar?view=${name}&date=${date}`, { replace: true })
    },
    [navigate],
  )
  return { period, view, date: first.date, remember }
}

/** Time without a key before the event is stored, in milliseconds. */
const pause = 700

type Pending = { row: Row; is: When }
type Move = (row: Row, is: When, revert: () => void) => Promise<boolean>

/**
 * Moves the focused event with Shift and the arrow keys. The screen shows the move at once; the event is stored after the last key.
 * `rows`: the visible rows, with the pending move applied.
 */
export function useArrows(
  all: readonly Row[],
  { view, move, mayMove }: { view: ViewName; move: Move; mayMove(row: Row): boolean },
) {
  const [pending, setPending] = useState<Pending>()
  const isStoring = useRef(false)
  const agenda = useFocusAfterMove()
  const rows = pending
    ? all.map(row => (row.id === pending.row.id ? { ...row, ...pending.is } : row))
    : all
  const store = useEffectEvent(async ({ row, is }: Pending) => {
    if (isStoring.current) return
    isStoring.current = true
    const isStored = await move(row, is, () => setPending(undefined))
    isStoring.current = false
    setPending(now => {
      if (now && now.row.id !== row.id) return { ...now }
      if (!now || now.is === is || !isStored) return undefined
      // what was pressed meanwhile goes on from there
      return { row: { ...row, ...is }, is: now.is }
    })
  })
  useEffect(() => {
    if (!pending) return
    const timer = setTimeout(() => void store(pending), pause)
    return () => clearTimeout(timer)
  }, [pending])
  const leave = useEffectEvent(() => {
    if (pending) void store(pending)
  })
  useEffect(() => () => leave(), [])
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = stepOf(event, view)
    const id = event.target instanceof Element ? agenda.idAt(event.target) : undefined
    const row = all.find(each => each.id === id)
    if (!step || !row || !mayMove(row)) return
    event.preventDefault()
    const isOther = pending !== undefined && pending.row.id !== row.id
    // one after the other
    if (isOther && isStoring.current) return
    if (isOther) void store(pending)
    agenda.hold(row.id)
    const from = pending && !isOther ? pending : { row, is: whenOf(row) }
    setPending({ row: from.row, is: movedWhen(from.is, step) })
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return { rows, agenda: agenda.element }
}

/** A moved event is rendered elsewhere: the focus follows it. */
function useFocusAfterMove() {
  const element = useRef<HTMLDivElement>(null)
  const id = useRef<number>(undefined)
  useEffect(() => {
    const agenda = element.current
    if (!agenda) return
    const observer = new MutationObserver(() => {
      if (id.current === undefined || document.activeElement !== document.body) return
      const item = agenda.querySelector(`.${classFor(id.current)}`)
      const target = item?.matches('[tabindex]') ? item : item?.querySelector('[tabindex]')
      if (target instanceof HTMLElement) target.focus()
    })
    // first drawn unseen, then put in its place
    observer.observe(agenda, {
      childList: true,
      subtree: true,
      attributeFilter: ['style', 'class'],
    })
    const left = ({ target }: FocusEvent) => {
      if (target instanceof Element && eventAt(target) !== id.current) id.current = undefined
    }
    document.addEventListener('focusin', left)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', left)
    }
  }, [])
  return {
    element,
    /** While it is rendered again, nothing has the focus. */
    idAt: (target: Element) => (target === document.body ? id.current : eventAt(target)),
    hold: (pending: number) => {
      id.current = pending
    },
  }
}
