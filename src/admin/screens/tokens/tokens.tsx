import { useState } from 'react'
import { Button } from 'react-aria-components'
import { useMessagesOf, useUser } from '../../context.tsx'
import { Choice } from '../../parts/choice.tsx'
import { Title } from '../../parts/title.tsx'
import { CreateToken } from './create-token.tsx'
import { messages } from './messages.ts'
import { TokenList } from './token-list.tsx'

/** Tokens, application passwords and feed tokens: one's own; administrators see those of all. */
export function Tokens() {
  const { may } = useUser()
  const w = useMessagesOf(messages)
  const [creates, setCreates] = useState(false)
  const [whose, setWhose] = useState<'mine' | 'all'>('mine')
  return (
    <>
      <Title text={w('title')}>
        <Button className="primary" onPress={() => setCreates(true)}>
          {w('create')}
        </Button>
      </Title>
      <p className="intro">{w('about')}</p>
      {may.accounts && (
        <div className="filters">
          <Choice
            label={w('whose')}
            value={whose}
            options={[
              ['mine', w('mine')],
              ['all', w('all')],
            ]}
            onChange={word => setWhose(word === 'all' ? 'all' : 'mine')}
          />
        </div>
      )}
      <TokenList of={whose === 'all' ? 'all' : undefined} />
      {creates && <CreateToken onClose={() => setCreates(false)} />}
    </>
  )
}
