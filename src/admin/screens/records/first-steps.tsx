import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button, Link } from 'react-aria-components'
import { useApp, useMessagesOf } from '../../context.tsx'
import { settingsKey, tagged } from '../settings/use-settings.ts'
import { firstStepMessages } from './first-step-messages.ts'
import { firstSteps, type Step } from './step-list.ts'

const hiddenKey = 'almanac first steps hidden'

type Props = { /** Undefined: not known yet. */ records: number | undefined }

/** The first steps of a new calendar, for administrators, until all are done or the list is hidden. */
export function FirstSteps({ records }: Props) {
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(hiddenKey) !== null)
  if (isHidden) return null
  const hide = () => {
    localStorage.setItem(hiddenKey, 'yes')
    setIsHidden(true)
  }
  return <Steps records={records} onHide={hide} />
}

function Steps({ records, onHide }: Props & { onHide(): void }) {
  const { server } = useApp()
  const t = useMessagesOf(firstStepMessages)
  const { data } = useQuery({
    queryKey: settingsKey,
    queryFn: async () => tagged(await server.admin('GET /settings')),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: records !== undefined,
  })
  const users = useQuery({
    queryKey: ['users', 'count'],
    queryFn: () => server.admin('GET /users', { per_page: 1 }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: records !== undefined,
  })
  if (!data || !users.data || records === undefined) return null
  const steps = firstSteps({ settings: data.settings, users: users.data.total, records })
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <div className="head">
        <h2 id="first-steps">{t('heading', { done, of: steps.length })}</h2>
        <Button className="plain" onPress={onHide}>
          {t('hide')}
        </Button>
      </div>
      <ol>
        {steps.map(step => (
          <OneStep key={step.word} {...step} />
        ))}
      </ol>
    </section>
  )
}

function OneStep({ word, isDone, to }: Step) {
  const t = useMessagesOf(firstStepMessages)
  const text: ReactNode = to && !isDone ? <Link href={to}>{t(word)}</Link> : t(word)
  return (
    <li className={isDone ? 'is-done' : undefined}>
      <span aria-hidden="true" className="mark" />
      <span>
        {text}
        <span className="visually-hidden"> {t(isDone ? 'done' : 'open')}</span>
        {word === 'publicUrl' && !isDone && <span className="hint"> {t('publicUrlHow')}</span>}
      </span>
    </li>
  )
}
