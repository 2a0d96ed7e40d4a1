import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button, Dialog, DialogTrigger, Link, Popover } from 'react-aria-components'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { ProblemNote } from '../../parts/problem.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { messages } from './messages.ts'
import { addressOf, type View } from './view.ts'

type Props = { form: Form; view: View }

/** Saved views of a table: to go to, to save the current one, to delete. */
export function Views({ form, view }: Props) {
  const t = useMessagesOf(messages)
  const { server } = useApp()
  const { may } = useUser()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const kind = form.name
  const key = [form.path, 'views']
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => server.admin('GET /views', { kind }),
    enabled: isOpen,
  })
  const renew = () => queries.invalidateQueries({ queryKey: key })
  const saving = useMutation({
    mutationFn: (of: { name: string; shared: boolean }) =>
      server.admin('POST /views', { kind, query: addressOf({ ...view, page: 1 }), ...of }),
    onSuccess: renew,
  })
  const removing = useMutation({
    mutationFn: (id: number) => server.admin('DELETE /views/:id', { id }),
    onSuccess: renew,
  })
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const name = String(typed.get('name') ?? '').trim()
    if (name && !saving.isPending) saving.mutate({ name, shared: typed.get('shared') === 'yes' })
  }
  const mayShare = may[form.name].write_for_others
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className="plain">{t('views')}</Button>
      <Popover className="popover" placement="bottom end">
        <Dialog aria-label={t('views')}>
          <ul className="saved-views">
            {data?.views.map(({ id, name, query, shared, own }) => (
              <li key={id}>
                <Link href={`/${form.path}${query}`} onPress={() => setOpen(false)}>
                  {name}
                </Link>
                {shared && <span className="hint">{t('shared')}</span>}
                {(own || (shared && mayShare)) && (
                  <Button
                    className="plain"
                    aria-label={t('deleteView', { name })}
                    onPress={() => removing.mutate(id)}
                  >
                    <span aria-hidden="true">×</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {data?.views.length === 0 && <p className="hint">{t('noViews')}</p>}
          <form onSubmit={save}>
            <ProblemNote error={saving.error ?? removing.error} />
            <TextInput name="name" label={t('viewName')} maxLength={80} />
            {mayShare && (
              <label className="tick">
                <input type="checkbox" name="shared" value="yes" /> {t('share')}
              </label>
            )}
            <Button type="submit">{t('saveView')}</Button>
          </form>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
