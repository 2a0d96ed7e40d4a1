import { useState } from 'react'
import { Button } from 'react-aria-components'
import { useWords, useWordsOf } from '../../context.tsx'
import { Choose } from '../../parts/choose.tsx'
import { Window } from '../../parts/window.tsx'
import { indented, type Term } from './tree.ts'
import { words } from './words.ts'

type Props = {
  term: Term
  /** Those that it can be put below. */
  terms: readonly Term[]
  onClose(): void
  onMove(parent: number): void
}

/** Chooses what a term stands below. */
export function MoveTerm({ term, terms, onClose, onMove }: Props) {
  const t = useWordsOf(words)
  const common = useWords()
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
