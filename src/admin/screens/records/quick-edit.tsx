import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Input, Link } from 'react-aria-components'
import { labelIn, othersThan, textIn } from '../../../define/text/language.ts'
import { tagOf } from '../../../sdk/index.ts'
import { useApi, useApp, useMessages, useMessagesOf, useUser } from '../../context.tsx'
import { FieldInput } from '../../fields/field.tsx'
import { MomentField } from '../../fields/moment.tsx'
import { withFact } from '../../forms/dates.ts'
import type { Form, FormField } from '../../forms/model.ts'
import { type Row, recordsOf } from '../../forms/records.ts'
import { rightsOn } from '../../forms/rights.ts'
import { isDay, isVisible } from '../../forms/stands.ts'
import { patchOf, type Value, type Values, valuesOf } from '../../forms/values.ts'
import { PlainForm } from '../../parts/plain-form.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { showToast } from '../../parts/toast.tsx'
import { Window } from '../../parts/window.tsx'
import { messages } from './messages.ts'
import { callOffFields, quickFields, quickStatuses } from './quick.ts'

type Props = {
  form: Form
  id: number
  kind?: 'quickEdit' | 'callOff'
  onClose(): void
  /** True if a link leads to the full editor. */
  hasMore?: boolean
}

/** Titles, dates, status, venue and categories of a record without leaving the table. Changes of other users meanwhile are not overwritten. */
export function QuickEdit({ form, id, kind = 'quickEdit', onClose, hasMore }: Props) {
  const api = useApi()
  const t = useMessagesOf(messages)
  const { data, error } = useQuery({
    queryKey: [form.path, 'quick', id],
    queryFn: () => recordsOf(api, form.path).read(id, { context: 'edit' }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Window isOpen isFirm onClose={onClose} heading={t(kind)}>
      <ProblemNote error={error} />
      {hasMore && <Link href={`/${form.path}/${id}`}>{t('wholeEditor')}</Link>}
      {!data && !error && <Skeleton />}
      {data && <QuickForm form={form} kind={kind} row={data} onClose={onClose} />}
    </Window>
  )
}

type FormProps = Required<Pick<Props, 'form' | 'kind' | 'onClose'>> & { row: Row }

function QuickForm({ form, kind, row: read, onClose }: FormProps) {
  const api = useApi()
  const queries = useQueryClient()
  const t = useMessagesOf(messages)
  const common = useMessages()
  // with the tag of a later reading, a save would overwrite changes that its user has not seen
  const [row] = useState(read)
  const [before] = useState(() => valuesOf(form, row))
  const [values, setValues] = useState(before)
  const fields = (kind === 'callOff' ? callOffFields : quickFields)(form).filter(field =>
    isVisible(field, values.facts),
  )
  const { mutate, isPending, error } = useMutation({
    mutationFn: (patch: object) =>
      recordsOf(api, form.path).change(row.id, patch, {
        ifMatch: tagOf(row),
        query: { context: 'edit' },
      }),
    onSuccess() {
      onClose()
      showToast({ text: t('changed', { count: 1 }) })
      return queries.invalidateQueries({ queryKey: [form.path] })
    },
  })
  function send() {
    const patch = patchOf(form, before, values)
    if (Object.keys(patch).length === 0) onClose()
    else mutate(patch)
  }
  return (
    <PlainForm
      action={common('save')}
      isPending={isPending}
      error={error}
      onSend={send}
      more={<Button onPress={onClose}>{common('cancel')}</Button>}
    >
      {fields.map(field =>
        field.isText ? (
          <Titles key={field.name} field={field} values={values} onChange={setValues} />
        ) : (
          <QuickInput
            key={field.name}
            form={form}
            field={field}
            row={row}
            facts={values.facts}
            onChange={value =>
              setValues({ ...values, facts: withFact(form, values.facts, field.name, value) })
            }
          />
        ),
      )}
    </PlainForm>
  )
}

type TitlesProps = { field: FormField; values: Values; onChange(values: Values): void }

/** The title of the record in each language, that of the page first. */
function Titles({ field, values, onChange }: TitlesProps) {
  const { language: page } = useApp().place
  const { name } = field
  return [page, ...othersThan(page)].map((of, at) => (
    <TextInput
      key={of}
      name={at === 0 ? name : `${name}_${of}`}
      label={labelIn(field.label, of, page)}
      value={values.texts[of][name] ?? ''}
      onChange={text =>
        onChange({
          ...values,
          texts: { ...values.texts, [of]: { ...values.texts[of], [name]: text } },
        })
      }
      autoFocus={at === 0 && field.isRequired}
      {...(field.maxLength && { maxLength: field.maxLength })}
    >
      <Input lang={of} />
    </TextInput>
  ))
}

type InputProps = {
  form: Form
  field: FormField
  row: Row
  facts: Values['facts']
  onChange(value: Value): void
}

function QuickInput({ form, field, row, facts, onChange }: InputProps) {
  const { language } = useApp().place
  const { may, user } = useUser()
  const { name, as } = field
  const isPublisher = rightsOn(may[form.name], row, user.id).publish
  const choices = quickStatuses(field, String(row[name]), isPublisher)
  const offered = name === 'status' ? { ...field, choices } : field
  const input = { field: offered, label: textIn(field.label, language), onChange }
  if (as !== 'moment') return <FieldInput {...input} value={facts[name] ?? null} />
  const at = { name, value: String(facts[name] ?? ''), isDay: isDay(field, facts) }
  return <MomentField {...input} {...at} />
}
