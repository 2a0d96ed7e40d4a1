import { Button } from 'react-aria-components'
import { scopes } from '../../../define/scopes.ts'
import { useWordsOf } from '../../context.tsx'
import { Window } from '../../parts/window.tsx'
import { type Scope, scopeLabels } from '../editor/use-edits.ts'
import { words } from '../editor/words.ts'

/** After a date of a series was put elsewhere: how many dates move with it. Closing it puts the date back. */
export function AskScope(of: { onChoose(scope: Scope): void; onClose(): void }) {
  const t = useWordsOf(words)
  return (
    <Window heading={t('scopeMove')} isOpen onClose={of.onClose}>
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
