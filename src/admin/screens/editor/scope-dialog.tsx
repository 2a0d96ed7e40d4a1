import { Button } from 'react-aria-components'
import { scopes } from '../../../define/scopes.ts'
import { useMessagesOf } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import { Window } from '../../parts/window.tsx'
import { Reach } from './reach.tsx'
import { type Scope, scopeLabels } from './use-edits.ts'

type Props = {
  heading: string
  date: number
  /** Dates that are removed keep nothing. */
  isRemoval?: boolean
  onChoose(scope: Scope): void
  onClose(): void
}

/** Asks how many dates of a series move or go along with one. */
export function ScopeDialog({ heading, date, isRemoval = false, onChoose, onClose }: Props) {
  const t = useMessagesOf(messages)
  return (
    <Window heading={heading} isOpen onClose={onClose}>
      <Reach date={date} scopes={scopes} isRemoval={isRemoval} />
      <div className="row-actions">
        {scopes.map(scope => (
          <Button
            key={scope}
            {...(isRemoval && { className: 'danger' })}
            autoFocus={scope === 'this'}
            onPress={() => onChoose(scope)}
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
