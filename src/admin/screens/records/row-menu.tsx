import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { useLocation } from 'wouter'
import { useMessagesOf, useUser } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import type { Row } from '../../forms/records.ts'
import { rightsOn } from '../../forms/rights.ts'
import { showProblem } from '../../parts/toast.tsx'
import { Confirm } from '../../parts/window.tsx'
import { duplicate } from '../editor/initial-values.ts'
import { useRead } from '../editor/open.ts'
import { messages } from './messages.ts'
import { callOffFields } from './quick.ts'
import { nameOf, type Work } from './use-work.ts'
import type { View } from './view.ts'

/** Most visits to a list open none. */
const QuickEdit = lazy(async () => ({ default: (await import('./quick-edit.tsx')).QuickEdit }))

type Props = { form: Form; row: Row; view: View; work: Work }

/** The actions on one record. */
export function RowMenu({ form, row, view, work }: Props) {
  const t = useMessagesOf(messages)
  const [open, setOpen] = useState<'quickEdit' | 'callOff' | 'delete'>()
  const duplicate = useDuplicate(form)
  const items = useItems({ form, row, view })
  if (items.length === 0) return null
  function act(id: string) {
    if (id === 'quickEdit' || id === 'callOff' || id === 'delete') setOpen(id)
    if (id === 'duplicate') duplicate(row.id)
    if (id === 'toTrash') work.trash([row])
    if (id === 'restore') work.restore([row])
  }
  return (
    <>
      <MenuTrigger>
        <Button className="plain" aria-label={t('actionsOf', { name: nameOf(form, row) })}>
          <span aria-hidden="true" className="dots" />
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu className="options" items={items} onAction={id => act(String(id))}>
            {({ id, href }: Item) => (
              <MenuItem
                {...(href && { href })}
                {...(id === 'view' && { target: '_blank', rel: 'noopener' })}
                className={id === 'delete' || id === 'toTrash' ? 'is-danger' : ''}
              >
                {t(id)}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {(open === 'quickEdit' || open === 'callOff') && (
        <Suspense>
          <QuickEdit form={form} id={row.id} kind={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
      <Confirm
        isOpen={open === 'delete'}
        onClose={() => setOpen(undefined)}
        heading={t('deleteHeading', { count: 1 })}
        about={[...work.losses([row]), t('deleteAbout')].join(' ')}
        action={t('delete')}
        isDanger
        onConfirm={() => work.remove([row])}
      />
    </>
  )
}

type Item = { id: keyof typeof messages; href?: string }

/** The actions that the user may take on a record, by its status. */
function useItems({ form, row, view }: Omit<Props, 'work'>): Item[] {
  const { may, user } = useUser()
  const rights = may[form.name]
  const mine = rightsOn(rights, row, user.id)
  const isTrash = view.tab === 'trash'
  const hasTrash = row.status !== undefined
  const items: (Item | false)[] = [
    mine.change && !isTrash && { id: 'edit', href: `/${form.path}/${row.id}` },
    mine.change && !isTrash && { id: 'quickEdit' },
    mine.change && !isTrash && callOffFields(form).length > 0 && { id: 'callOff' },
    rights.create && !isTrash && form.family === 'post' && !form.isFile && { id: 'duplicate' },
    typeof row.url === 'string' &&
      (row.status === undefined || row.status === 'publish') && { id: 'view', href: row.url },
    mine.remove && hasTrash && !isTrash && { id: 'toTrash' },
    mine.change && isTrash && { id: 'restore' },
    mine.erase && (isTrash || !hasTrash) && { id: 'delete' },
  ]
  return items.filter(item => item !== false)
}

/** Opens a new record with all that one has, as the editor does. */
function useDuplicate(form: Form) {
  const read = useRead(form)
  const [, navigate] = useLocation()
  const { mutate } = useMutation({
    mutationFn: read,
    onSuccess: opened => duplicate(form, opened, navigate),
    onError: showProblem,
  })
  return mutate
}
