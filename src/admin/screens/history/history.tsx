import { useState } from 'react'
import { Button } from 'react-aria-components'
import { useMessagesOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { Window } from '../../parts/window.tsx'
import { type Edits, useOf } from '../editor/use-edits.ts'
import { Comparison } from './comparison.tsx'
import { messages } from './messages.ts'
import { VersionList } from './version-list.tsx'

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
