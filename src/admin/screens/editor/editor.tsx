import { forms } from 'virtual:forms'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import type { Language } from '../../../define/text/language.ts'
import { useApi, useMessages, useUser } from '../../context.tsx'
import { defaultsOf, readDefaults } from '../../forms/default-records.ts'
import { languageToWrite } from '../../forms/languages.ts'
import type { Form } from '../../forms/model.ts'
import { recordsOf } from '../../forms/records.ts'
import { newValues, type Value } from '../../forms/values.ts'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { EditForm } from './edit-form.tsx'
import { copyFor, forgetCopied, initialValues } from './initial-values.ts'
import { type Opened, useRead } from './open.ts'

/** The editor of a record of any resource, or of a new one: that keeps what is typed, and the focus, when it is stored and has an address. */
export function Editor({ form, id, into }: { form: Form; id: string; into?: Language }) {
  const [at, setAt] = useState({ id, round: 0, created: '' })
  // the form of a new record stays while its address is that of what it has stored; once left, it does not come back
  if (at.id !== id)
    setAt({
      id,
      round: id === 'new' ? at.round + 1 : at.round,
      created: at.id === 'new' && id === at.created ? at.created : '',
    })
  if (id !== 'new' && id !== at.created)
    return <StoredRecord key={id} form={form} id={Number(id)} into={into} />
  const onCreated = (newId: number) => setAt(now => ({ ...now, created: String(newId) }))
  const onNext = () => setAt(now => ({ id: 'new', round: now.round + 1, created: '' }))
  return <NewRecord key={`new ${at.round}`} form={form} onCreated={onCreated} onNext={onNext} />
}

type NewProps = { form: Form; onCreated(id: number): void; onNext(): void }

/** A new event begins with records that the settings name: these are read first. */
function NewRecord(props: NewProps) {
  const defaults = useDefaultRecords(props.form)
  return defaults ? <BlankRecord {...props} defaults={defaults} /> : <Skeleton lines={12} />
}

type BlankProps = NewProps & { defaults: Record<string, Value> }

function BlankRecord({ form, onCreated, onNext, defaults }: BlankProps) {
  const user = useUser()
  const [opened] = useState<Opened>(() => ({
    id: undefined,
    record: undefined,
    tag: undefined,
    values: newValues(form, { ...defaults, ...initialValues(form, location.search, user) }),
    may: { change: user.may[form.name].create, remove: false },
  }))
  const [copy] = useState(() => copyFor(form, user.may[form.name].publish))
  useEffect(forgetCopied, [])
  return <EditForm form={form} first={opened} typed={copy} onCreated={onCreated} onNext={onNext} />
}

type StoredProps = { form: Form; id: number; into: Language | undefined }

function StoredRecord({ form, id, into }: StoredProps) {
  const t = useMessages()
  const read = useRead(form)
  const { translate } = useUser().may[form.name]
  const { data, error, refetch } = useQuery({
    queryKey: [form.path, 'edit', id],
    queryFn: () => read(id),
    // a record that is being changed is read again only on request
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (error)
    return (
      <>
        <ProblemNote error={error} />
        <Button onPress={() => refetch()}>{t('tryAgain')}</Button>
      </>
    )
  if (!data) return <Skeleton lines={12} />
  const { texts } = data.values
  const first = translate
    ? languageToWrite(form.titled, texts, data.record?.main_language)
    : undefined
  return <EditForm form={form} first={data} into={into ?? first} />
}

/** The records with which a new event begins, by the settings; undefined until they are read. */
function useDefaultRecords(form: Form): Record<string, Value> | undefined {
  const api = useApi()
  const { newEvents } = useUser()
  const wanted = defaultsOf(form, newEvents, forms)
  const { data } = useQuery({
    queryKey: [form.path, 'defaults', newEvents],
    queryFn: () => readDefaults(wanted, ({ form: { path }, id }) => recordsOf(api, path).read(id)),
    enabled: wanted.length > 0,
    // the record may have another name meanwhile, or be gone
    gcTime: 0,
    retry: false,
  })
  return wanted.length > 0 ? data : {}
}
