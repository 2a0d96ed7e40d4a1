import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Form as AriaForm, Button, Link } from 'react-aria-components'
import { textIn } from '../../../define/text/language.ts'
import { plainText, tagOf } from '../../../sdk/client.ts'
import { type Row, recordsOf } from '../../client/records.ts'
import { useApi, useKnown, useMessages, useMessagesOf, useUser } from '../../context.tsx'
import type { Form, FormField } from '../../forms/model.ts'
import { errorsOf, ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { showToast } from '../../parts/toast.tsx'
import { Window } from '../../parts/window.tsx'
import { messages } from './messages.ts'
import { isQuick, patchOf, quickStatuses, typedOf } from './quick.ts'
import { rightsOn } from './rights.ts'

type Props = {
  form: Form
  id: number
  onClose(): void
  /** Does it lead to the whole editor, too? */
  hasMore?: boolean
}

/** Title, dates and status of a record without leaving the table. What another changed meanwhile is not overwritten. */
export function QuickEdit({ form, id, onClose, hasMore }: Props) {
  const api = useApi()
  const t = useMessagesOf(messages)
  const { data, error } = useQuery({
    queryKey: [form.path, 'quick', id],
    queryFn: () => recordsOf(api, form.path).read(id, { context: 'edit' }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Window isOpen onClose={onClose} heading={t('quickEdit')}>
      <ProblemNote error={error} />
      {hasMore && <Link href={`/${form.path}/${id}`}>{t('wholeEditor')}</Link>}
      {data ? <QuickForm form={form} row={data} onClose={onClose} /> : !error && <Skeleton />}
    </Window>
  )
}

function QuickForm({ form, row, onClose }: { form: Form; row: Row; onClose(): void }) {
  const api = useApi()
  const queries = useQueryClient()
  const { language } = useKnown().place
  const t = useMessagesOf(messages)
  const common = useMessages()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (patch: object) =>
      recordsOf(api, form.path).change(row.id, patch, { ifMatch: tagOf(row) }),
    onSuccess() {
      onClose()
      showToast({ text: t('changed', { count: 1 }) })
      return queries.invalidateQueries({ queryKey: [form.path] })
    },
  })
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    )
    const patch = patchOf(form, row, typed)
    if (Object.keys(patch).length === 0) onClose()
    else mutate(patch)
  }
  return (
    <AriaForm onSubmit={send} validationErrors={errorsOf(error)}>
      <ProblemNote error={error} />
      {form.fields
        .filter(field => isQuick(form, field))
        .map(field => (
          <QuickInput key={field.name} form={form} field={field} row={row} />
        ))}
      <div className="actions">
        <Button onPress={onClose}>{common('cancel')}</Button>
        <Button type="submit" className="primary" isPending={isPending}>
          {common('save')}
        </Button>
      </div>
      <p className="visually-hidden" lang={language}>
        {plainText(String(row[form.titled] ?? ''))}
      </p>
    </AriaForm>
  )
}

function QuickInput({ form, field, row }: { form: Form; field: FormField; row: Row }) {
  const { language } = useKnown().place
  const { may, user } = useUser()
  const { name, as } = field
  const label = textIn(field.label, language)
  if (as === 'choice') {
    const isPublisher = rightsOn(may[form.name], row, user.id).publish
    return (
      <label className="field">
        <span className="label">{label}</span>
        <select name={name} defaultValue={String(row[name])}>
          {quickStatuses(field, String(row[name]), isPublisher).map(([word, said]) => (
            <option key={word} value={word}>
              {textIn(said, language)}
            </option>
          ))}
        </select>
      </label>
    )
  }
  return (
    <TextInput
      name={name}
      label={label}
      type={as === 'moment' ? 'datetime-local' : 'text'}
      defaultValue={typedOf(field, row)}
      isRequired={field.isRequired}
      autoFocus={name === form.titled}
      {...(field.longest && { maxLength: field.longest })}
    />
  )
}
