import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'react-aria-components'
import { capital } from '../../../define/text/capital.ts'
import { adjectiveOf, languages, textIn } from '../../../define/text/language.ts'
import type { Version } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { versioned } from '../../forms/versioned.ts'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { When } from '../../parts/times.tsx'
import { messages } from './messages.ts'

type Props = { form: Form; id: number; onChoose(version: number): void }

export function VersionList({ form, id, onChoose }: Props) {
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

type LineProps = Omit<Props, 'id'> & { version: Version; isNow: boolean }

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
