import { forms } from 'virtual:forms'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Form as Fields } from 'react-aria-components'
import { useLocation } from 'wouter'
import { isDated } from '../../../define/record.ts'
import { type Language, othersThan, textIn } from '../../../define/text/language.ts'
import { AlmanacError } from '../../../sdk/index.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { Twins } from '../../fields/found-links.tsx'
import { messages } from '../../fields/messages.ts'
import { nothingWrong, wrongOf } from '../../forms/errors.ts'
import { type Layout, layoutOf } from '../../forms/layouts.ts'
import type { Form } from '../../forms/model.ts'
import { isAutosaved } from '../../forms/publishing.ts'
import { isDay } from '../../forms/stands.ts'
import { isChanged, isComplete, type Values, withoutButtons } from '../../forms/values.ts'
import { useLater } from '../../parts/use-later.ts'
import { Returned } from '../history/returned.tsx'
import { isLinkedPost } from '../records/columns.ts'
import { trailOf } from '../records/trail.ts'
import { waitUntilSaved } from './autosave.ts'
import { Conflict } from './conflict.tsx'
import { EditBar, TrailNav } from './edit-bar.tsx'
import { GroupBox } from './group-box.tsx'
import { duplicate } from './initial-values.ts'
import { CopyNote, OtherEditors, PartsNote, SeriesNote, WrongSummary } from './notes.tsx'
import { onChanges } from './on-changes.ts'
import { isOneDate, type Opened } from './open.ts'
import { ProposalBar, ProposalNote, PublishBox, useProposal } from './publish-box.tsx'
import { RecordActions } from './record-actions.tsx'
import { Named } from './texts.tsx'
import { Translation } from './translation.tsx'
import type { EventTried } from './trial.ts'
import { type Edits, useEdits, useOf } from './use-edits.ts'
import { useGuard } from './use-guard.ts'
import { type Save, useSave } from './use-save.ts'

type Props = {
  form: Form
  first: Opened
  typed?: Values | undefined
  onCreated?: ((id: number) => void) | undefined
  onNext?: (() => void) | undefined
  /** The language whose texts alone are written, next to those of another. */
  into?: Language | undefined
}

/** The form of a record: texts in each language, common fields once, and its actions. */
export function EditForm({ form, first, typed, onCreated, onNext, into }: Props) {
  const t = useMessagesOf(messages)
  const edits = useEdits(form, first, typed)
  const [conflict, setConflict] = useState<Opened>()
  const element = useRef<HTMLFormElement>(null)
  const save = useSave(form, edits, {
    onConflict: setConflict,
    onCreated,
    onNext,
    partlyTyped: () => partlyTypedIn(element.current),
  })
  const isAutosaved = useAutosave(form, edits, save, conflict !== undefined)
  const [isLeft, setIsLeft] = useState(false)
  const isDirty = useOf(edits, of => of.isDirty)
  useGuard(isDirty && !isLeft && !save.isPending)
  const opened = useOf(edits, of => of.opened)
  const { user } = useUser()
  const proposal = useProposal(form, edits, opened, user.id)
  const isDisabled = !opened.may.change && !proposal.isOn
  useFocusOnName(element, form, opened, into)
  return (
    <Fields
      className="editor"
      onSubmit={event => event.preventDefault()}
      ref={element}
      validationBehavior="aria"
    >
      <Heading form={form} edits={edits} into={into} />
      {proposal.isOn ? (
        <ProposalBar proposal={proposal} isDirty={isDirty} />
      ) : (
        <EditBar
          form={form}
          edits={edits}
          save={save}
          isAutosaved={isAutosaved}
          isDisabled={isDisabled}
          into={into}
        />
      )}
      {proposal.isOffered && <ProposalNote proposal={proposal} />}
      {!isDisabled && <OtherEditors form={form} opened={opened} />}
      {!isDisabled && <CopyNote form={form} edits={edits} />}
      {isOneDate(opened) && <SeriesNote edits={edits} isDisabled={isDisabled} />}
      <PartsNote record={opened.record} />
      <Returned record={opened.record} />
      {isDisabled && !proposal.isOffered && <p className="note">{t('readOnly')}</p>}
      <Trying form={form} edits={edits} />
      <WrongSummary edits={edits} element={element} />
      {into ? (
        <Translation form={form} edits={edits} into={into} isDisabled={isDisabled} />
      ) : (
        <Sheet
          form={form}
          edits={edits}
          save={save}
          isAutosaved={isAutosaved}
          isDisabled={isDisabled}
          onLeave={() => setIsLeft(true)}
        />
      )}
      {conflict && (
        <Conflict form={form} edits={edits} now={conflict} onClose={() => setConflict(undefined)} />
      )}
    </Fields>
  )
}

const partlyTypedIn = (form: HTMLFormElement | null): string[] =>
  [...(form?.querySelectorAll('input') ?? [])].flatMap(input => {
    const field = input.closest<HTMLElement>('[data-field]')?.dataset.field
    return input.validity.badInput && field ? [field] : []
  })

/** The title of the record, as typed. */
type HeadingProps = { form: Form; edits: Edits; into: Language | undefined }

function Heading({ form, edits, into }: HeadingProps) {
  const t = useMessagesOf(messages)
  const { language } = useApp().place
  const typed = useTyped(form, edits)
  const id = useOf(edits, of => of.opened.id)
  const title = typed ?? t('make', { a: textIn(form.a, language) })
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className="head">
      <h1>{title}</h1>
      <TrailNav form={form} id={id} into={into} />
    </div>
  )
}

type SheetProps = {
  form: Form
  edits: Edits
  save: Save
  isAutosaved: boolean
  isDisabled: boolean
  onLeave(): void
}

/** All inputs in their places, with the publication box at the side. */
function Sheet({ form, edits, save, isAutosaved, isDisabled, onLeave }: SheetProps) {
  const layout = useMemo((): Layout => layoutOf(form), [form])
  const [, navigate] = useLocation()
  const isStored = useOf(edits, of => of.opened.id !== undefined)
  const boxes = (isBeside: boolean) =>
    layout.groups
      .filter(group => group.isBeside === isBeside)
      .map(group => (
        <GroupBox
          key={group.name}
          form={form}
          group={group}
          edits={edits}
          isDisabled={isDisabled}
        />
      ))
  return (
    <div className="sheet">
      <div className="column">
        <Named form={form} edits={edits} isDisabled={isDisabled} fields={layout.named} />
        {isLinkedPost(form, forms) && <Namesakes form={form} edits={edits} />}
        {boxes(false)}
      </div>
      <div className="beside">
        <PublishBox form={form} edits={edits} save={save}>
          {isStored && (
            <RecordActions
              form={form}
              edits={edits}
              save={save}
              isAutosaved={isAutosaved}
              onLeave={onLeave}
              onDuplicate={() => duplicate(form, edits, navigate)}
            />
          )}
        </PublishBox>
        {boxes(true)}
      </div>
    </div>
  )
}

/** Those that are called like a venue or organizer that is not public yet. */
function Namesakes({ form, edits }: { form: Form; edits: Edits }) {
  const name = useTyped(form, edits)
  const own = useOf(edits, of => of.opened.id)
  const isPublic = useOf(edits, of => of.opened.record?.status === 'publish')
  return isPublic ? null : <Twins form={form} name={name ?? ''} own={own} />
}

/** The name that is typed: in the language of the screen, else in another. */
function useTyped({ titled }: Form, edits: Edits): string | undefined {
  const { language } = useApp().place
  return useOf(edits, ({ values: { texts } }) =>
    [language, ...othersThan(language)].map(of => texts[of][titled]).find(Boolean),
  )
}

/** The name has the focus from the beginning; of a stored record not where that would bring up a keyboard on the screen. */
function useFocusOnName(
  element: RefObject<HTMLElement | null>,
  form: Form,
  opened: Opened,
  into: Language | undefined,
) {
  const { language: page } = useApp().place
  const trail = trailOf(form.path, opened.id)
  const language = into ?? trail.language ?? page
  const [isWanted] = useState(
    () => opened.may.change && (opened.id === undefined || matchMedia('(pointer: fine)').matches),
  )
  useEffect(() => {
    if (!isWanted) return
    const place = `.text[data-language=${language}] [data-field="${form.titled}"] input`
    element.current?.querySelector<HTMLElement>(place)?.focus({ preventScroll: true })
  }, [isWanted, element, form, language])
}

/** Drafts are stored while they are written; whatever is public, or waits for review, stays as it is until a button is pressed. */
function useAutosave(form: Form, edits: Edits, save: Save, isHeld: boolean): boolean {
  const last = useRef<{ at: number; values?: Values }>({ at: 0 })
  const isOn = useOf(edits, ({ opened, values }) =>
    isAutosaved({
      isComplete: isComplete(form, values),
      stored: opened.id === undefined ? '' : String(opened.values.facts.status ?? ''),
      hasStatus: 'status' in opened.values.facts,
      mayChange: opened.may.change,
    }),
  )
  const isDue = useOf(
    edits,
    ({ opened, values, isDirty }) =>
      isOn && isDirty && isChanged(form, opened.values, withoutButtons(values, opened.values)),
  )
  const { isBusy } = save
  const isNew = useOf(edits, of => of.opened.id === undefined)
  // a new record that was lost on its way may be stored: only the user sends it again
  const isRefused = save.isRefused || (isNew && save.isUnreached)
  const run = useEffectEvent(() => {
    last.current = { at: Date.now(), values: edits.values }
    save.runAlone({ facts: { status: 'draft' } })
  })
  useEffect(
    () =>
      onChanges(
        edits,
        () => run(),
        values => {
          const state = { isDue, isHeld, isBusy, isRefused, values, last: last.current }
          return waitUntilSaved(state, Date.now())
        },
      ),
    [isDue, isHeld, isBusy, isRefused, edits],
  )
  return isOn
}

/** Sends the dates and the cost as they are typed to the server, which returns how they show, or their errors. */
function Trying({ form, edits }: { form: Form; edits: Edits }) {
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
