import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { capital } from '../../../define/text/capital.ts'
import {
  adjectiveOf,
  type Language,
  type Locale,
  languages,
  textIn,
} from '../../../define/text/language.ts'
import { formatDay } from '../../../define/time/day-formats.ts'
import { tagOf, type Version } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { rowOf } from '../../forms/records.ts'
import { valuesOf } from '../../forms/values.ts'
import { versioned } from '../../forms/versioned.ts'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { When } from '../../parts/times.tsx'
import { showToast } from '../../parts/toast.tsx'
import { Window } from '../../parts/window.tsx'
import { useRead } from '../editor/open.ts'
import { type Edits, useOf } from '../editor/use-edits.ts'
import { compare } from './compare.ts'
import { Differences } from './differences.tsx'
import { messages } from './messages.ts'

type Props = { form: Form; edits: Edits }

/** The versions of a record: author, time and changes of each, and its restoration. */
export function History({ form, edits }: Props) {
  const t = useMessagesOf(messages)
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState<number>()
  const { id } = useOf(edits, of => of.opened)
  if (id === undefined || form.isFile) return null
  function close() {
    setIsOpen(false)
    setChosen(undefined)
  }
  return (
    <>
      <Button className="small" onPress={() => setIsOpen(true)}>
        {t('history')}
      </Button>
      <Window heading={t('history')} isOpen={isOpen} onClose={close} isWide={chosen !== undefined}>
        {chosen === undefined ? (
          <VersionList form={form} id={id} onChoose={setChosen} />
        ) : (
          <Comparison
            form={form}
            edits={edits}
            id={id}
            version={chosen}
            onBack={() => setChosen(undefined)}
            onRestored={close}
          />
        )}
      </Window>
    </>
  )
}

type VersionListProps = { form: Form; id: number; onChoose(version: number): void }

function VersionList({ form, id, onChoose }: VersionListProps) {
  const { server } = useApp()
  const t = useMessagesOf(messages)
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['versions', form.path, id],
    queryFn: ({ pageParam }) =>
      server.admin(`GET /${versioned(form)}/:id/versions`, {
        id,
        ...(pageParam && { before: pageParam }),
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    // another may have written meanwhile
    staleTime: 0,
  })
  const versions = data?.pages.flatMap(page => page.versions) ?? []
  return (
    <>
      <p>{t(versions.length === 1 && !hasNextPage ? 'alone' : 'about')}</p>
      <ProblemNote error={error} />
      {!data && !error && <Skeleton />}
      <ol className="lines history">
        {versions.map((version, at) => (
          <Line
            key={version.version}
            form={form}
            version={version}
            onChoose={onChoose}
            isNow={at === 0}
          />
        ))}
      </ol>
      {hasNextPage && (
        <Button onPress={() => fetchNextPage()} isDisabled={isFetchingNextPage}>
          {t('older')}
        </Button>
      )}
    </>
  )
}

type LineProps = Omit<VersionListProps, 'id'> & { version: Version; isNow: boolean }

function Line({ form, version: { version, time, ...of }, isNow, onChoose }: LineProps) {
  const t = useMessagesOf(messages)
  const by = useBy(of)
  const what = useChanges(form, { version, ...of })
  return (
    <li>
      <div>
        <strong>{by}</strong> · <When at={time} />
        <p className="hint">{what}</p>
        {of.note && <blockquote>{of.note}</blockquote>}
      </div>
      <div className="actions">
        {isNow ? (
          <span className="badge">{t('now')}</span>
        ) : (
          <Button
            className="small"
            aria-label={t('compare', { version })}
            onPress={() => onChoose(version)}
          >
            {t('version', { version })}
          </Button>
        )}
      </div>
    </li>
  )
}

/** The author of a version, by display name. */
function useBy({ user, name }: Pick<Version, 'user' | 'name'>): string {
  const t = useMessagesOf(messages)
  if (user === null) return t('unknown')
  return user === 0 ? t('service') : (name ?? t('user', { id: user }))
}

/** The changes of a version, by the labels of fields, in each language. */
function useChanges(
  { fields }: Form,
  { version, changed, restored_from }: Pick<Version, 'version' | 'changed' | 'restored_from'>,
): string {
  const { language } = useApp().place
  const t = useMessagesOf(messages)
  if (!changed) return t(version === 1 ? 'made' : 'first')
  const labels = (names: readonly string[] = []) =>
    fields.filter(({ name }) => names.includes(name)).map(({ label }) => textIn(label, language))
  const count = changed.dates.length
  const parts = [
    labels(changed.facts).join(', '),
    count > 0 && t('dates', { count }),
    ...languages.map(of => {
      const names = labels(changed.texts[of]).join(', ')
      return names && `${capital(adjectiveOf(of, language))} (${names})`
    }),
  ].filter(Boolean)
  const what = parts.join(' · ') || t('nothing')
  return restored_from === null ? what : `${t('broughtBack', { version: restored_from })} · ${what}`
}

type ComparisonProps = {
  form: Form
  edits: Edits
  id: number
  version: number
  onBack(): void
  onRestored(): void
}

/** A version next to the current record: common fields, then the texts of each language side by side. */
function Comparison({ form, edits, id, version, onBack, onRestored }: ComparisonProps) {
  const { server, place } = useApp()
  const t = useMessagesOf(messages)
  const { data, error } = useQuery({
    queryKey: ['versions', form.path, id, version],
    queryFn: () => server.admin(`GET /${versioned(form)}/:id/versions/:version`, { id, version }),
  })
  const restore = useRestore({ form, edits, id, version, onRestored })
  const opened = useOf(edits, of => of.opened)
  const isDirty = useOf(edits, of => of.isDirty)
  const differences = data && compare(form, valuesOf(form, rowOf(data.record)), opened.values)
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
function useRestore({ form, edits, id, onRestored }: Omit<ComparisonProps, 'onBack'>) {
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
