import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import { useLocation } from 'wouter'
import { adjectiveOf, languages } from '../../../define/text/language.ts'
import { useApi, useApp, useMessagesOf, useUser } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import type { Form } from '../../forms/model.ts'
import { recordsOf } from '../../forms/records.ts'
import { versioned } from '../../forms/versioned.ts'
import { ProblemNote } from '../../parts/problem.tsx'
import { showToast } from '../../parts/toast.tsx'
import { Confirm } from '../../parts/window.tsx'
import { History } from '../history/history.tsx'
import { isOneDate, useRead, versionedId } from './open.ts'
import { ScopeDialog } from './scope-dialog.tsx'
import { type Edits, type Scope, useOf } from './use-edits.ts'
import type { Save } from './use-save.ts'

type Props = {
  form: Form
  edits: Edits
  save: Save
  isAutosaved: boolean
  onDuplicate(): void
  onLeave(): void
}

/** Further actions on a stored record: its page, a copy, the trash. */
export function RecordActions({ form, edits, save, isAutosaved, onDuplicate, onLeave }: Props) {
  const t = useMessagesOf(messages)
  const { may } = useUser()
  const [isAsking, setIsAsking] = useState(false)
  const opened = useOf(edits, of => of.opened)
  const isDate = isOneDate(opened)
  // dates of a series are removed for good, the series goes to the trash
  const hasTrash = !isDate && form.fields.some(({ name }) => name === 'status')
  const status = opened.values.facts.status
  const remove = useRemove({ form, edits, onLeave }, hasTrash)
  const isPublic = (!hasTrash && !isDate) || status === 'publish'
  return (
    <div className="row-actions">
      {isPublic && form.page && <PageLinks record={opened.record} />}
      {!isPublic && status !== 'trash' && (
        <PreviewLink form={form} edits={edits} save={save} isAutosaved={isAutosaved} />
      )}
      {may[form.name].create && (
        <Button className="small" onPress={onDuplicate}>
          {t('duplicate')}
        </Button>
      )}
      {!isDate && <History form={form} edits={edits} />}
      {opened.may.remove && status !== 'trash' && (
        <Button
          className="small danger"
          isPending={remove.isPending}
          onPress={() => (hasTrash ? remove.mutate(undefined) : setIsAsking(true))}
        >
          {t(hasTrash ? 'trash' : isDate ? 'removeDates' : 'delete')}
        </Button>
      )}
      <ProblemNote error={remove.error} />
      {isDate && isAsking && (
        <ScopeDialog
          heading={t('scopeRemove')}
          date={opened.id ?? 0}
          isRemoval
          onClose={() => setIsAsking(false)}
          onChoose={scope => {
            setIsAsking(false)
            remove.mutate(scope)
          }}
        />
      )}
      <Confirm
        heading={t('delete')}
        about={t('deleteAbout')}
        action={t('delete')}
        isDanger
        isOpen={!isDate && isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutate(undefined)}
      />
    </div>
  )
}

/** Its public page, in each language that it has. */
function PageLinks({ record }: Pick<Edits['opened'], 'record'>) {
  const t = useMessagesOf(messages)
  const { language: page } = useApp().place
  const links = languages.flatMap(language => {
    const url = record?.translations?.[language]?.url
    const text = t('viewIn', { language: adjectiveOf(language, page) })
    return typeof url === 'string' ? [{ url, text }] : []
  })
  const alone = typeof record?.url === 'string' ? [{ url: record.url, text: t('view') }] : []
  return (links.length > 1 ? links : alone).map(({ url, text }) => (
    <a key={url} href={url} target="_blank" rel="noopener">
      {text}
    </a>
  ))
}

/** The message brings back what is in the trash, and dates of a series; terms go for good. */
function useRemove(
  { form, edits, onLeave }: Pick<Props, 'form' | 'edits' | 'onLeave'>,
  hasTrash: boolean,
) {
  const t = useMessagesOf(messages)
  const api = useApi()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { server } = useApp()
  const read = useRead(form)
  const { id = 0, values, tag } = edits.opened
  const whole = versionedId(edits.opened)
  const records = recordsOf(api, form.path)
  // do not read the record again while it is still shown: a record in the trash is not found
  const refresh = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [path, what] }) => path === form.path && what !== 'edit',
    })
  const latestVersion = async () => {
    const params = { id: whole, per_page: 1 }
    const { versions } = await server.admin(`GET /${versioned(form)}/:id/versions`, params)
    return versions[0]?.version
  }
  return useMutation({
    async mutationFn(scope: Scope | undefined) {
      const version = scope && (await latestVersion())
      const removed = await records.remove(id, {
        ...(scope && { scope }),
        ...(tag !== undefined && { ifMatch: tag }),
      })
      // without its last date a series goes to the trash as well
      const isTrashed = hasTrash || scope === 'all' || removed.status === 'trash'
      const left = version === undefined || isTrashed ? undefined : await read(whole)
      return { isTrashed, before: left && { version: Number(version), ifMatch: left.tag } }
    },
    onSuccess({ isTrashed, before }, scope) {
      onLeave()
      refresh()
      navigate(`/${form.path}`)
      const undo = async () => {
        if (before)
          await server.admin(
            `POST /${versioned(form)}/:id/versions/:version/restore`,
            { id: whole, version: before.version },
            { ifMatch: before.ifMatch },
          )
        else await records.change(whole, { status: values.facts.status })
        await refresh()
        navigate(`/${form.path}/${before ? id : whole}`)
      }
      showToast({
        text: t(isTrashed ? 'trashed' : scope ? 'datesRemoved' : 'deleted'),
        ...((isTrashed || before) && { action: { text: t('undo'), run: undo } }),
      })
    },
  })
}

type PreviewLinkProps = { form: Form; edits: Edits; save: Save; isAutosaved: boolean }

/** The public page of a draft as it will be, in a window of its own; saves unsaved values first. */
function PreviewLink({ form, edits, save, isAutosaved }: PreviewLinkProps) {
  const t = useMessagesOf(messages)
  const { place } = useApp()
  const opened = useOf(edits, of => of.opened)
  const isDirty = useOf(edits, of => of.isDirty)
  const href = `${place.base}/preview/${form.name}/${opened.id}/`
  const [waiting, setWaiting] = useState<{ window: Window; hasStarted: boolean }>()
  useEffect(() => {
    if (!waiting) return
    if (save.isBusy)
      return waiting.hasStarted ? undefined : setWaiting({ ...waiting, hasStarted: true })
    if (!waiting.hasStarted) return
    if (isDirty) waiting.window.close()
    else waiting.window.location.href = href
    setWaiting(undefined)
  }, [waiting, save.isBusy, isDirty, href])
  function open(event: MouseEvent) {
    if (!isDirty || !isAutosaved) return
    // browsers block a window that opens only after the save, as an unwanted pop-up
    const opening = window.open('', '_blank')
    if (!opening) return
    event.preventDefault()
    setWaiting({ window: opening, hasStarted: false })
    save.run({ facts: { status: 'draft' }, message: t('saved') })
  }
  return (
    <a href={href} target="_blank" rel="noopener" onClick={open}>
      {t('preview')}
    </a>
  )
}
