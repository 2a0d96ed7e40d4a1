import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'react-aria-components'
import { type Language, type Locale, textIn } from '../../../define/text/language.ts'
import { formatDay } from '../../../define/time/day-formats.ts'
import { tagOf } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import type { Row } from '../../forms/records.ts'
import { valuesOf } from '../../forms/values.ts'
import { versioned } from '../../forms/versioned.ts'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useRead } from '../editor/open.ts'
import { type Edits, useOf } from '../editor/use-edits.ts'
import { compare } from './compare.ts'
import { Differences } from './differences.tsx'
import { messages } from './messages.ts'

type Props = {
  form: Form
  edits: Edits
  id: number
  version: number
  onBack(): void
  onRestored(): void
}

/** A version next to the current record: common fields, then the texts of each language side by side. */
export function Comparison({ form, edits, id, version, onBack, onRestored }: Props) {
  const { server, place } = useApp()
  const t = useMessagesOf(messages)
  const { data, error } = useQuery({
    queryKey: ['versions', form.path, id, version],
    queryFn: () => server.admin(`GET /${versioned(form)}/:id/versions/:version`, { id, version }),
  })
  const restore = useRestore({ form, edits, id, version, onRestored })
  const opened = useOf(edits, of => of.opened)
  const isDirty = useOf(edits, of => of.isDirty)
  const differences = data && compare(form, valuesOf(form, data.record as Row), opened.values)
  const dates = data?.dates ?? []
  const removed = data?.left_out.map(({ field }) => labelOf(form, field, place.language)) ?? []
  return (
    <>
      <h3>{t('version', { version })}</h3>
      <ProblemNote error={error ?? restore.error} />
      {!differences && !error && <Skeleton />}
      {differences && differences.facts.length + differences.texts.length + dates.length === 0 && (
        <p>{t('same')}</p>
      )}
      {dates.length > 0 && (
        <p className="note">{t('otherDates', { dates: listed(dates, place.locale) })}</p>
      )}
      {removed.length > 0 && <p className="note">{t('leftOut', { fields: removed.join(', ') })}</p>}
      {differences && <Differences {...differences} />}
      {isDirty && <p className="note">{t('unsaved')}</p>}
      <div className="actions">
        <Button onPress={onBack}>{t('back')}</Button>
        <Button
          className="primary"
          isDisabled={!differences || isDirty || !opened.may.change || restore.isPending}
          onPress={() => restore.mutate(version)}
        >
          {t('restore')}
        </Button>
      </div>
    </>
  )
}

/** Maximum number of dates that are named. */
const maxNamed = 12

function listed(dates: readonly { original_start: string }[], locale: Locale): string {
  const days = dates
    .slice(0, maxNamed)
    .map(({ original_start }) =>
      formatDay(Date.parse(`${original_start.replace(' ', 'T')}Z`) / 1000, 'medium', locale),
    )
  return [...days, ...(dates.length > maxNamed ? ['…'] : [])].join(', ')
}

function labelOf({ fields }: Form, field: string, language: Language) {
  const match = fields.find(({ name }) => name === field)
  return match ? textIn(match.label, language) : field
}

/** Writes the record as it was, unless another has changed it since it was opened; the message takes it back. */
function useRestore({ form, edits, id, onRestored }: Omit<Props, 'onBack'>) {
  const { server } = useApp()
  const t = useMessagesOf(messages)
  const queries = useQueryClient()
  const read = useRead(form)
  const restore = (version: number, ifMatch: string | undefined) =>
    server.admin(
      `POST /${versioned(form)}/:id/versions/:version/restore`,
      { id, version },
      { ifMatch },
    )
  async function show() {
    const now = await read(id)
    edits.restart(now, now.values)
    queries.setQueryData([form.path, 'edit', id], now)
    queries.invalidateQueries({ queryKey: ['versions', form.path, id] })
    queries.invalidateQueries({
      predicate: ({ queryKey: [path, what] }) => path === form.path && what !== 'edit',
    })
  }
  return useMutation({
    mutationFn: (version: number) => restore(version, edits.opened.tag),
    async onSuccess(done, version) {
      await show()
      onRestored()
      const before = done.version.version - 1
      showToast({
        text: t('restored', { version }),
        action: {
          text: t('undo'),
          run: () => restore(before, tagOf(done)).then(show),
        },
      })
    },
  })
}
