import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Input, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { useLocation } from 'wouter'
import {
  type Language,
  type Locale,
  labelIn,
  othersThan,
  textIn,
} from '../../../../define/text/language.ts'
import type { Client } from '../../../../sdk/index.ts'
import { useApi, useApp, useMessagesOf } from '../../../context.tsx'
import {
  type DateTimes,
  type FormSeries,
  factsOf,
  seriesIn,
  withDates,
} from '../../../forms/given-dates.ts'
import type { Form } from '../../../forms/model.ts'
import { wallIn } from '../../../forms/moments.ts'
import { type Row, recordsOf } from '../../../forms/records.ts'
import { Choose } from '../../../parts/choose.tsx'
import { Pager } from '../../../parts/pager.tsx'
import { ProblemNote } from '../../../parts/problem.tsx'
import { TextInput } from '../../../parts/text-input.tsx'
import type { ManyChange } from '../../records/changes.ts'
import { dateIn } from '../../records/dates.ts'
import { useWork } from '../../records/use-work.ts'
import { useRead } from '../open.ts'
import type { Edits } from '../use-edits.ts'
import { ActWindow } from './act-window.tsx'
import { AddDates, type Box } from './add-dates.tsx'
import { DateActs } from './date-acts.tsx'
import { type DateRow, DatesTable } from './dates-table.tsx'
import { LastDates } from './last-dates.tsx'
import { messages } from './messages.ts'
import { dayOf, hoursOf } from './times.ts'

type Props = {
  form: Form
  edits: Edits
  id: number
  series: FormSeries
  box: Box
  isDisabled: boolean
}

const perPage = 50
const _fields = [
  ...(['id', 'start_date', 'end_date', 'all_day', 'original_start'] as const),
  ...(['event_status', 'availability', 'editing.differs'] as const),
]

/** The dates of a stored series, by pages: the first that is shown has the next of them. */
function useDates(form: Form, id: number, page: number | undefined) {
  const api = useApi()
  const query = { status: 'any', include: id, per_page: perPage, context: 'edit', _fields }
  return useQuery({
    queryKey: [form.path, 'dates', id, page],
    queryFn: async ({ signal }) => {
      const read = async (page: number) => ({
        page,
        ...(await recordsOf(api, form.path).list({ ...query, page }, { signal })),
      })
      const first = await read(page ?? 1)
      if (page !== undefined || first.totalPages < 2) return first
      const next = pageOfNext(first.total, await comingOf(api, id))
      return next > 1 ? read(next) : first
    },
    placeholderData: keepPreviousData,
  })
}

const comingOf = async (api: Client, id: number) =>
  (await api.events.occurrences(id).list({ start_date: 'today', per_page: 1 })).total

/** The page with the first date that is to come; with the last ones where none is. */
const pageOfNext = (total: number, coming: number) =>
  Math.max(1, Math.ceil((total - coming + (coming > 0 ? 1 : 0)) / perPage))

/** The dates of a stored series: what is done to them is done at once, and can be undone. */
export function StoredDates({ form, edits, id, series, box, isDisabled }: Props) {
  const t = useMessagesOf(messages)
  const { locale, language } = useApp().place
  const [page, setPage] = useState<number>()
  const [chosen, choose] = useState<readonly DateRow[]>([])
  const [isAsking, setIsAsking] = useState(false)
  const { data, error } = useDates(form, id, page)
  const { change, add, trash, isBusy } = useActs({ form, edits, id })
  if (!data) return <ProblemNote error={error} />
  const { isAllDay } = series
  const count = chosen.length
  const act = (how: ManyChange, said: (count: number) => string) => {
    choose([])
    void change(chosen, how, said)
  }
  return (
    <DatesTable
      rows={data.items.map(row => rowOf(form, row, { language, locale, isAllDay, t }))}
      total={data.total}
      chosen={chosen}
      choose={isDisabled ? undefined : choose}
      isBusy={isBusy}
      acts={
        <>
          <StateActs
            form={form}
            count={count}
            isBusy={isBusy}
            onChange={(change, state) => act({ change }, count => t('stateSet', { count, state }))}
          />
          <DateActs
            chosen={chosen}
            isAllDay={isAllDay}
            isBusy={isBusy}
            onTimes={({ how }, said) => act(how, said)}
            onRemove={said => {
              if (count >= data.total) return setIsAsking(true)
              // the page may be gone with them
              setPage(undefined)
              act({ change: { status: 'trash' } }, said)
            }}
          />
        </>
      }
    >
      <Pager page={data.page} pages={data.totalPages} onPage={setPage} />
      {!isDisabled && <AddDates edits={edits} series={series} box={box} onAdd={add} />}
      <LastDates
        count={count}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={trash}
      />
    </DatesTable>
  )
}

/** What is done to dates, each with Undo; the form then has the series as it is stored, and keeps what is typed of it. */
function useActs({ form, edits, id }: Pick<Props, 'form' | 'edits' | 'id'>) {
  const t = useMessagesOf(messages)
  const [, navigate] = useLocation()
  const read = useRead(form)
  const work = useWork(form, {
    isBrief: true,
    onWritten: async () => edits.take(await read(id), edits.opened.values),
  })
  const { trash } = useWork(form)
  return {
    isBusy: work.progress !== undefined,
    change: work.change,
    async add(dates: readonly DateTimes[], shown: string) {
      // as it is now: of what was just undone, the form may not have heard yet
      const { record, values } = await read(id)
      const stored = seriesIn(values.facts)
      const next = stored && withDates(stored, dates)
      if (!stored || !next) return t('beforeRule', { text: shown })
      const { recurrence, ...when } = factsOf(next)
      const how = {
        change: {
          recurrence: String(recurrence).split('\n'),
          ...(next.starts !== stored.starts && when),
        },
        modified: { [id]: record?.modified_utc },
      }
      const bulk = await work.change([{ id }], how, () => t('added', { dates: shown }))
      return bulk?.changed ? undefined : (bulk?.refused[0]?.message ?? t('notAdded'))
    },
    /** The form of a record in the trash is not found: it is left first. */
    trash() {
      navigate(`/${form.path}`)
      void trash([{ id }])
    },
  }
}

type Around = {
  language: Language
  locale: Locale
  isAllDay: boolean
  t: ReturnType<typeof useMessagesOf<typeof messages>>
}

function rowOf(form: Form, row: Row, { language, locale, isAllDay, t }: Around): DateRow {
  const times = {
    starts: wallIn(String(row.start_date).replace(' ', 'T')) ?? 0,
    ends: wallIn(String(row.end_date).replace(' ', 'T')) ?? 0,
  }
  const from = dateIn(locale, row, 'original_start')
  const isMoved = row.original_start !== row.start_date
  const differing = new Set<string>(row.editing?.differs)
  const labels = form.fields
    .filter(({ name }) => differing.has(name) && !ownColumns.has(name))
    .map(({ label }) => textIn(label, language))
  return {
    ...times,
    id: row.id,
    day: dayOf(times, locale),
    hours: hoursOf({ ...times, isAllDay }, locale),
    href: `/${form.path}/${row.id}`,
    cells: [
      ...['event_status', 'availability'].flatMap(name => stateCell(form, row, name, language)),
      [
        t('differs'),
        [
          ...(isMoved ? [t('movedFrom', { from: `${from.day} ${from.hour}`.trim() })] : []),
          ...labels,
        ].join(', '),
      ],
    ],
  }
}

/** Fields that the table has in columns of their own. */
const ownColumns = new Set(['event_status', 'event_status_reason', 'availability'])

/** A state by its word; what is not as of most events stands out. */
function stateCell(form: Form, row: Row, name: string, language: Language) {
  const field = form.fields.find(field => field.name === name)
  if (!field) return []
  const words = (field.choices ?? []).map(([word]) => word)
  const label = field.choices?.find(([word]) => word === row[name])?.[1]
  const text = label && row[name] !== '' ? textIn(label, language) : ''
  const isUsual = row[name] === words[0] || row[name] === 'available'
  const content = text && (isUsual ? text : <em className="badge is-warning">{text}</em>)
  return [[textIn(field.label, language), content] as const]
}

type StateActsProps = {
  form: Form
  count: number
  isBusy: boolean
  /** `label`: the state in words. */
  onChange(change: Record<string, unknown>, label: string): void
}

/** Sets the state or the availability of several dates. */
function StateActs({ form, count, isBusy, onChange }: StateActsProps) {
  const t = useMessagesOf(messages)
  const { language } = useApp().place
  const [isOpen, setIsOpen] = useState(false)
  const field = form.fields.find(({ name }) => name === 'availability')
  const items = (field?.choices ?? [])
    .filter(([word]) => word !== '')
    .map(([id, label]) => ({ id, text: textIn(label, language) }))
  return (
    <>
      <Button className="small" isPending={isBusy} onPress={() => setIsOpen(true)}>
        {t('cancelDates')}
      </Button>
      {field && (
        <MenuTrigger>
          <Button className="small">
            {textIn(field.label, language)} <span aria-hidden="true" className="arrow" />
          </Button>
          <Popover className="popover">
            <Menu className="options" items={items}>
              {({ id, text }) => (
                <MenuItem onAction={() => onChange({ availability: id }, text)}>{text}</MenuItem>
              )}
            </Menu>
          </Popover>
        </MenuTrigger>
      )}
      {isOpen && (
        <StateWindow
          form={form}
          count={count}
          onClose={() => setIsOpen(false)}
          onChange={onChange}
        />
      )}
    </>
  )
}

type WindowProps = Pick<StateActsProps, 'form' | 'count' | 'onChange'> & { onClose(): void }

/** The state of several dates, with its reason in each language. */
function StateWindow({ form, count, onClose, onChange }: WindowProps) {
  const t = useMessagesOf(messages)
  const { language: page } = useApp().place
  const [state, setState] = useState('cancelled')
  const field = form.fields.find(({ name }) => name === 'event_status')
  const reason = form.fields.find(({ name }) => name === 'event_status_reason')
  if (!field || !reason) return null
  const choices = (field.choices ?? []).map(([word, label]) => [word, textIn(label, page)] as const)
  function send(typed: Record<string, string>) {
    const of = (language: Language) => ({ event_status_reason: typed[language] ?? '' })
    const all = [page, ...othersThan(page)].map(language => [language, of(language)])
    const label = choices.find(([word]) => word === state)?.[1] ?? state
    onChange({ event_status: state, translations: Object.fromEntries(all) }, label)
    onClose()
  }
  return (
    <ActWindow heading={t('cancelHeading', { count })} onClose={onClose} onApply={send}>
      <Choose
        label={textIn(field.label, page)}
        value={state}
        onChange={setState}
        choices={choices}
      />
      {state !== choices[0]?.[0] &&
        [page, ...othersThan(page)].map((language, at) => (
          <TextInput
            key={language}
            name={language}
            label={labelIn(reason.label, language, page)}
            autoFocus={at === 0}
            {...(reason.maxLength && { maxLength: reason.maxLength })}
          >
            <Input lang={language} />
          </TextInput>
        ))}
    </ActWindow>
  )
}
