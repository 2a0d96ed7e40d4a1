import { useState } from 'react'
import { Button } from 'react-aria-components'
import { useMessages, useMessagesOf } from '../../context.tsx'
import { Choose } from '../../parts/choose.tsx'
import { Window } from '../../parts/window.tsx'
import { messages } from './messages.ts'
import { indented, type Term } from './tree.ts'

type Props = {
  term: Term
  /** Those that it can be put below. */
  terms: readonly Term[]
  onClose(): void
  onMove(parent: number): void
}

/** Chooses what a term stands below. */
export function MoveTerm({ term, terms, onClose, onMove }: Props) {
  const t = useMessagesOf(messages)
  const common = useMessages()
  const [parent, setParent] = useState(String(term.parent))
  return (
    <Window isOpen onClose={onClose} heading={t('moveHeading', { name: term.name })}>
      <Choose
        label={t('below')}
        value={parent}
        onChange={setParent}
        choices={[
          ['0', t('top')],
          ...indented(terms).map(
            ({ id, name, depth }) => [String(id), `${'\u2003'.repeat(depth)}${name}`] as const,
          ),
        ]}
      />
      <div className="actions">
        <Button onPress={onClose}>{common('cancel')}</Button>
        <Button
          className="primary"
          onPress={() => {
            onMove(Number(parent))
            onClose()
          }}
        >
          {t('move')}
        </Button>
      </div>
    </Window>
  )
}
