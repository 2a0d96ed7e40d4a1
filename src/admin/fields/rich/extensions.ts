import { textblockTypeInputRule } from '@tiptap/core'
import { Heading } from '@tiptap/extension-heading'
import StarterKit from '@tiptap/starter-kit'
import { AtomicBlock, AtomicInline, Box, MoreAttributes, Phrase } from './other-html.ts'
import { Figure, Picture } from './pictures.ts'
import { Table, TableCell, TableHeader, TableRow } from './tables.ts'

/** Those that have a button: the page has its own `h1`. */
const levels = [2, 3, 4] as const

const OwnHeading = Heading.extend({
  addInputRules() {
    return levels.map(level =>
      textblockTypeInputRule({
        find: new RegExp(`^(#{${level}})\\s$`),
        type: this.type,
        getAttributes: { level },
      }),
    )
  },
  addKeyboardShortcuts: () =>
    Object.fromEntries(
      levels.map(level => [
        `Mod-Alt-${level}`,
        ({ editor }) => editor.commands.toggleHeading({ level }),
      ]),
    ),
})

export const extensions = [
  StarterKit.configure({
    heading: false,
    link: { openOnClick: false, HTMLAttributes: { target: null, rel: null } },
  }),
  OwnHeading.configure({ levels: [1, 2, 3, 4, 5, 6] }),
  MoreAttributes,
  Box,
  Phrase,
  AtomicBlock,
  AtomicInline,
  Picture,
  Figure,
  Table,
  TableRow,
  TableCell,
  TableHeader,
]
