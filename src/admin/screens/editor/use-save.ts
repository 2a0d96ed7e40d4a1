import { forms } from 'virtual:forms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { textIn } from '../../../define/text/language.ts'
import { AlmanacError } from '../../../sdk/index.ts'
import { useFound } from '../../client/use-found.ts'
import { useApi, useApp, useMessagesOf } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import { bothWrong, nothingWrong, wrongOf, wrongTyped } from '../../forms/errors.ts'
import type { Form } from '../../forms/model.ts'
import { linksOf, shownWith } from '../../forms/publishing.ts'
import { recordsOf } from '../../forms/records.ts'
import {
  draftOf,
  firstLanguage,
  longestTextOf,
  newValues,
  patchOf,
  type Values,
  withoutButtons,
} from '../../forms/values.ts'
import { useShownLines } from '../../parts/shown-lines.ts'
import { showToast } from '../../parts/toast.tsx'
import { isLinkedPost } from '../records/columns.ts'
import { isOneDate, type Opened, useRead } from './open.ts'
import type { Edits } from './use-edits.ts'
import { useForgetCopy } from './use-guard.ts'

/** The values to save besides the typed ones; an automatic save has no message. `isNext`: a blank form follows; `to`: another screen. */
type Saving = {
  facts: Record<string, string>
  message?: string
  isNext?: boolean
  to?: string | undefined
}

export type Save = ReturnType<typeof useSave>

type Around = {
  onConflict(now: Opened): void
  onCreated?: ((id: number) => void) | undefined
  onNext?: (() => void) | undefined
  /** The fields of dates that are typed in part: browsers give them as empty. */
  partlyTyped(): string[]
}

/** Writes what was changed, or a new record. Each error is shown next to its field. A button pressed during an automatic save acts right after it. */
export function useSave(form: Form, edits: Edits, around: Around) {
  const t = useMessagesOf(messages)
  const { language } = useApp().place
  const write = useWrite(form, edits)
  const taken = useSaved(form, edits, around)
  const showRefusal = useRefusal(form, edits, around)
  const [next, setNext] = useState<Saving>()
  // true at once, where `isPending` follows a moment later: a second save meanwhile would store a new record twice
  const isRunning = useRef(false)
  const saving = useMutation({
    onSettled: () => {
      isRunning.current = false
    },
    mutationFn: write,
    onSuccess: taken,
    onError: (error, { message }) => showRefusal(error, message !== undefined),
  })
  const { isPending, mutate, variables, error, isSuccess, isPaused, submittedAt } = saving
  const isAlone = variables?.message === undefined
  const isUnreached = isPaused || (error !== null && !isRefusal(error))
  const passwordMissing = () => {
    const password = form.fields.find(({ name }) => name === 'password')
    const field = password ? textIn(password.label, language) : ''
    return { ...nothingWrong(), facts: { password: t('required', { field }) } }
  }
  /** Refuses what the browser or an input could not read as a value; says whether it did. */
  const refuseUnread = () => {
    const partly = around.partlyTyped().map(name => [name, t('incomplete')] as const)
    const facts = { ...Object.fromEntries(partly), ...edits.unread }
    if (Object.keys(facts).length === 0) return false
    edits.refuse({ ...nothingWrong(), facts })
    return true
  }
  const start = (saving: Saving) => {
    isRunning.current = true
    mutate(saving)
  }
  const begin = useEffectEvent((waiting: Saving) => {
    setNext(undefined)
    start(waiting)
  })
  useEffect(() => {
    if (next && !isPending && !isRunning.current) begin(next)
  }, [next, isPending])
  return {
    /** True if the user waits for it. */
    isPending: next !== undefined || (isPending && !isAlone),
    isBusy: next !== undefined || isPending,
    /** When the draft was last stored by itself, and whether the server could not be reached. */
    savedAt: isSuccess && isAlone ? submittedAt : undefined,
    isUnreached,
    isRefused: error !== null && !isUnreached,
    /** True if it was refused because another user had changed the record. */
    isOvertaken: error instanceof AlmanacError && error.status === 412,
    run(saving: Saving) {
      if (refuseUnread()) return undefined
      if (edits.lacksPassword && saving.facts.status !== 'draft')
        return edits.refuse(passwordMissing())
      if (isRunning.current) setNext(saving)
      else start(saving)
    },
    /** Saves by itself, unless something is being saved. */
    runAlone: (saving: Saving) => {
      const isUnread = around.partlyTyped().length > 0 || Object.keys(edits.unread).length > 0
      if (!isRunning.current && !next && !isUnread) start(saving)
    },
  }
}

/** True if the service answered that the values are wrong; else they may be sent again as they are. */
const isRefusal = (error: Error) =>
  error instanceof AlmanacError && error.status > 0 && error.status < 500

/** Shows the answer to a save that was refused: a conflict, or an error next to each field. `isAwaited`: a user waits for it. */
export function useRefusal(form: Form, edits: Edits, around: Pick<Around, 'onConflict'>) {
  const t = useMessagesOf(messages)
  const { place } = useApp()
  const { language } = place
  const read = useRead(form)
  return async (error: Error, isAwaited: boolean) => {
    const { opened, values } = edits
    if (!(error instanceof AlmanacError)) return
    if (error.status === 412 && opened.id !== undefined)
      return around.onConflict(await read(opened.id))
    if (!isAwaited) return
    const own = opened.id === undefined ? firstLanguage(form, values, language) : language
    const refused = wrongOf(form, error, {
      own,
      page: language,
      missing: (field: string) => t('required', { field }),
      formOf: name => forms[name],
      longestText: longestTextOf(values),
    })
    // what is missing is refused before anything else is looked at
    const isFirst = error.code === 'rest_missing_callback_param'
    edits.refuse(isFirst ? bothWrong(wrongTyped(form, values, place), refused) : refused)
  }
}

function useWrite(form: Form, edits: Edits) {
  const { language } = useApp().place
  const api = useApi()
  const read = useRead(form)
  const find = useFound()
  // a record that is stored but could not be read again: it must not be created a second time
  const unread = useRef<{ id: number; sent: Values }>(undefined)
  return async ({ facts, message }: Saving): Promise<Written> => {
    const isNew = edits.opened.id === undefined
    const path = location.pathname
    if (unread.current) edits.take(await read(unread.current.id), unread.current.sent)
    const { opened, values: typed, scope } = edits
    // who sees it is decided by a button
    const before = message === undefined ? withoutButtons(typed, opened.values) : typed
    const values: Values = { ...before, facts: { ...before.facts, ...facts } }
    const own = opened.id === undefined ? firstLanguage(form, values, language) : language
    const records = recordsOf(api.in(own), form.path)
    const search = String(values.texts[own][form.titled])
    const isFound = isNew && isLinkedPost(form, forms)
    const namesakes = isFound ? await find(form, { search, status: 'any' }) : []
    const saved = await (opened.id === undefined
      ? records.create({ ...draftOf(form, values, own, newValues(form)), ...facts })
      : records.change(
          opened.id,
          {
            ...patchOf(form, opened.values, values),
            ...facts,
            ...(isOneDate(opened) && { scope }),
          },
          { ifMatch: opened.tag, query: { context: 'edit' } },
        ))
    if (isNew) unread.current = { id: saved.id, sent: before }
    // a change of all dates returns the series
    const now = await read(opened.id ?? saved.id)
    unread.current = undefined
    const wasThere = namesakes.some(({ row }) => row.id === saved.id)
    return { now, sent: before, isNew, path, wasThere }
  }
}

/** `path`: where the save began. `wasThere`: what would have been made is stored, so that nothing was. */
type Written = { now: Opened; sent: Values; isNew: boolean; path: string; wasThere: boolean }

function useSaved(form: Form, edits: Edits, { onCreated, onNext }: Around) {
  const t = useMessagesOf(messages)
  const queries = useQueryClient()
  const forgetCopy = useForgetCopy(form)
  const [, navigate] = useLocation()
  const linesOf = useShownLines()
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return (
    { now, sent, isNew, path, wasThere }: Written,
    { message, isNext = false, to }: Saving,
  ) => {
    const before = linksOf(form, edits.opened.values)
    if (message === undefined) edits.takeAlone(now, sent)
    else edits.take(now, sent)
    forgetCopy(isNew ? undefined : now.id)
    // only for a screen that shows it: one that opens later reads the record as it is then
    queries.setQueryData([form.path, 'edit', now.id], (shown?: Opened) => shown && now)
    queries.invalidateQueries({
      predicate: ({ queryKey: [path, what] }) => path === form.path && what !== 'edit',
    })
    for (const path of ['venues', 'organizers', 'categories', 'tags', 'images'])
      if (path !== form.path) queries.invalidateQueries({ queryKey: [path] })
    const next = { text: t('addNext'), run: () => navigate(`/${form.path}/new`) }
    if (message) {
      const isPublic = now.record?.status === 'publish' || now.record?.status === 'future'
      const lines = isPublic ? linesOf(shownWith(before, linksOf(form, now.values))) : []
      const text = wasThere ? t('wasThere') : message
      showToast({ text, lines, ...(onCreated && !isNext && { action: next }) })
    }
    // the user has gone to another screen meanwhile, which may still be loading
    if (!isOpen.current || location.pathname !== path) return
    if (to) return navigate(to)
    if (isNext) {
      navigate(`/${form.path}/new`)
      return onNext?.()
    }
    if (!isNew || now.id === undefined) return
    onCreated?.(now.id)
    navigate(`/${form.path}/${now.id}`, { replace: true })
  }
}
