import { useState } from 'react'
import { Button } from 'react-aria-components'
import { scopes } from '../../../define/scopes.ts'
import { useMessagesOf } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import { Window } from '../../parts/window.tsx'
import { LastDates } from './dates/last-dates.tsx'
import { Reach, useReach } from './reach.tsx'
import { type Scope, scopeLabels } from './use-edits.ts'

type Props = {
  heading: string
  date: number
  /** Dates that are removed keep nothing. */
  isRemoval?: boolean
  onChoose(scope: Scope): void
  onClose(): void
}

/** Asks how many dates of a series move or go along with one, and whether the last of them are to go. */
export function ScopeDialog({ heading, date, isRemoval = false, onChoose, onClose }: Props) {
  const t = useMessagesOf(messages)
  const reach = useReach(date)
  const [last, setLast] = useState<Scope>()
  const reached = (scope: Scope) => (scope === 'this' ? 1 : reach?.[scope].dates)
  const isLast = (scope: Scope) =>
    isRemoval && scope !== 'all' && reached(scope) === reach?.all.dates
  if (last)
    return (
      <LastDates
        count={reached(last) ?? 1}
        isOpen
        onClose={onClose}
        onConfirm={() => onChoose(last)}
      />
    )
  return (
    <Window heading={heading} isOpen onClose={onClose}>
      <Reach date={date} scopes={scopes} isRemoval={isRemoval} />
      <div className="row-actions">
        {scopes.map(scope => (
          <Button
            key={scope}
            {...(isRemoval && { className: 'danger' })}
            autoFocus={scope === 'this'}
            onPress={() => (isLast(scope) ? setLast(scope) : onChoose(scope))}
          >
            {t(scopeLabels[scope])}
          </Button>
        ))}
        <Button className="plain" onPress={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Window>
  )
}
