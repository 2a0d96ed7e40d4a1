import { Button } from 'react-aria-components'
import { scopes } from '../../../define/scopes.ts'
import { useMessagesOf } from '../../context.tsx'
import { Window } from '../../parts/window.tsx'
import { messages } from '../editor/messages.ts'
import { Reach } from '../editor/reach.tsx'
import { type Scope, scopeLabels } from '../editor/use-edits.ts'

/** After a date of a series was put elsewhere: how many dates move with it. Closing it puts the date back. */
export function ScopeDialog(of: { date: number; onChoose(scope: Scope): void; onClose(): void }) {
  const t = useMessagesOf(messages)
  return (
    <Window heading={t('scopeMove')} isOpen onClose={of.onClose}>
      <Reach date={of.date} scopes={scopes} />
      <div className="row-actions">
        {scopes.map(scope => (
          <Button key={scope} autoFocus={scope === 'this'} onPress={() => of.onChoose(scope)}>
            {t(scopeLabels[scope])}
          </Button>
        ))}
        <Button className="plain" onPress={of.onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Window>
  )
}
