import { type Editor, Node } from '@tiptap/core'
import type { Node as Part, Schema } from '@tiptap/pm/model'
import { type Command, TextSelection } from '@tiptap/pm/state'
import { goToNextCell, tableEditing } from '@tiptap/pm/tables'

// Tables of prosemirror-tables, written as they are stored: without widths and styles, which the sanitiser removes.

const roles: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
}

export const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  extendNodeSchema: ({ name }) => ({ tableRole: roles[name] }),
  addAttributes: () => ({
    caption: {
      default: '',
      parseHTML: element => element.querySelector(':scope > caption')?.textContent?.trim() ?? '',
      renderHTML: () => ({}),
    },
  }),
  parseHTML: () => [
    { tag: 'table' },
    ...['caption', 'colgroup'].map(tag => ({ tag, ignore: true })),
  ],
  renderHTML({ node, HTMLAttributes }) {
    const { caption } = node.attrs
    const body = ['tbody', 0] as const
    return caption
      ? ['table', HTMLAttributes, ['caption', {}, caption], body]
      : ['table', HTMLAttributes, body]
  },
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts: () => ({
    // at the last cell Tab leaves the editor, as everywhere
    Tab: ({ editor }) => run(editor, goToNextCell(1)),
    'Shift-Tab': ({ editor }) => run(editor, goToNextCell(-1)),
  }),
})

export const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  addAttributes: () => ({
    /** `tfoot` stays what it is; `thead` follows from its cells. */
    isFoot: {
      default: false,
      parseHTML: element => element.parentElement?.localName === 'tfoot',
      renderHTML: ({ isFoot }) => (isFoot ? { 'data-foot': '' } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
})

const spanOf = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Number(element.getAttribute(name)) || 1,
  renderHTML: (of: Record<string, unknown>) => (of[name] === 1 ? {} : { [name]: of[name] }),
})

const cell = (name: 'tableCell' | 'tableHeader', tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      colspan: spanOf('colspan'),
      rowspan: spanOf('rowspan'),
      // prosemirror-tables expects it
      colwidth: { default: null, parseHTML: () => null, renderHTML: () => ({}) },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

export const TableCell = cell('tableCell', 'td')
export const TableHeader = cell('tableHeader', 'th')

export function run(editor: Editor, command: Command): boolean {
  const isDone = command(editor.state, editor.view.dispatch)
  if (isDone) editor.view.focus()
  return isDone
}

/** Puts a table of three columns with a row of headings after the paragraph, and the cursor in its first cell. */
export function insertTable(editor: Editor) {
  const { schema, selection, tr } = editor.state
  const table = emptyTable(schema)
  tr.replaceSelectionWith(table)
  const at = Math.max(0, selection.$from.depth > 0 ? selection.$from.before(1) : selection.from)
  tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1)))
  editor.view.dispatch(tr.scrollIntoView())
  editor.view.focus()
}

function emptyTable({ nodes }: Schema): Part {
  const rowOf = (name: string) => {
    const cells = [0, 1, 2].map(() => nodes[name]?.createAndFill() ?? undefined)
    return nodes.tableRow?.createChecked(
      null,
      cells.flatMap(each => each ?? []),
    )
  }
  const rows = ['tableHeader', 'tableCell', 'tableCell'].flatMap(name => rowOf(name) ?? [])
  const table = nodes.table?.createChecked(null, rows)
  if (!table) throw new Error('The editor has no tables.')
  return table
}
