import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import { useUser, useWords } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { newValues } from '../../forms/values.ts'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { EditForm } from './edit-form.tsx'
import { copyFor, forgetCopied, givenIn } from './given.ts'
import { type Opened, useRead } from './open.ts'

/** The editor of a record of any resource, or of a new one. */
export function Editor({ form, id }: { form: Form; id: string }) {
  return id === 'new' ? <NewRecord form={form} /> : <StoredRecord form={form} id={Number(id)} />
}

function NewRecord({ form }: { form: Form }) {
  const { site, may } = useUser()
  const [opened] = useState<Opened>(() => ({
    ...{ id: undefined, record: undefined, tag: undefined },
    values: newValues(form, givenIn(form, location.search, site)),
    may: { change: may[form.name as 'event']?.create ?? false, remove: false },
  }))
  const [copy] = useState(() => copyFor(form))
  useEffect(forgetCopied, [])
  return <EditForm form={form} first={opened} typed={copy} />
}

function StoredRecord({ form, id }: { form: Form; id: number }) {
  const t = useWords()
  const read = useRead(form)
  const { data, error, refetch } = useQuery({
    queryKey: [form.path, 'edit', id],
    queryFn: () => read(id),
    // what is being changed is read again only when it is asked for
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
  return <EditForm form={form} first={data} />
}
