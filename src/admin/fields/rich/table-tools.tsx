import type { Command } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  toggleHeader,
} from '@tiptap/pm/tables'
import type { Editor } from '@tiptap/react'
import { Button, Toolbar } from 'react-aria-components'
import { useMessagesOf } from '../../context.tsx'
import { richMessages } from './rich-messages.ts'
import { run } from './tables.ts'

const tools: [message: keyof typeof richMessages, command: Command][] = [
  ['rowBefore', addRowBefore],
  ['rowAfter', addRowAfter],
  ['columnBefore', addColumnBefore],
  ['columnAfter', addColumnAfter],
  ['headRow', toggleHeader('row')],
  ['headColumn', toggleHeader('column')],
  ['deleteRow', deleteRow],
  ['deleteColumn', deleteColumn],
  ['deleteTable', deleteTable],
]

/** The actions on the table that the cursor is in. */
export function TableTools({ editor }: { editor: Editor }) {
  const t = useMessagesOf(richMessages)
  return (
    <Toolbar className="rich-tools" aria-label={t('tableTools')}>
      {tools.map(([message, command]) => (
        <Button key={message} className="plain small" onPress={() => void run(editor, command)}>
          {t(message)}
        </Button>
      ))}
    </Toolbar>
  )
}
