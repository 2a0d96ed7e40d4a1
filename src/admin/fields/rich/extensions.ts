import { Extension, Mark, Node, textblockTypeInputRule } from '@tiptap/core'
import { Heading } from '@tiptap/extension-heading'
import StarterKit from '@tiptap/starter-kit'
import { allowedCopy, storedAttributes } from './allowed-copy.ts'
import { Figure, Picture } from './pictures.ts'
import { Table, TableCell, TableHeader, TableRow } from './tables.ts'

// HTML that has no button, such as that of texts from WordPress: it is shown, and stays as it is while the text around it is edited.

/** The attributes that the editor writes itself, by its name for the tag: the rest of the attributes follows in `more`. */
const ownAttributes: Record<string, readonly string[]> = {
  paragraph: [],
  heading: [],
  blockquote: [],
  bulletList: [],
  orderedList: ['start', 'type'],
  listItem: [],
  codeBlock: [],
  horizontalRule: [],
  bold: [],
  italic: [],
  strike: [],
  underline: [],
  code: [],
  link: ['href', 'target', 'rel', 'title'],
  table: [],
  tableRow: [],
  tableCell: ['colspan', 'rowspan'],
  tableHeader: ['colspan', 'rowspan'],
  picture: ['src', 'alt', 'width', 'height'],
  figure: [],
  box: [],
  phrase: [],
}

/** Classes, languages and other attributes that the sanitiser stores. */
const MoreAttributes = Extension.create({
  name: 'moreAttributes',
  addGlobalAttributes: () =>
    Object.entries(ownAttributes).map(([type, own]) => ({
      types: [type],
      attributes: {
        more: {
          default: null,
          parseHTML: (element: HTMLElement) => {
            const more = storedAttributes(element, own)
            return Object.keys(more).length > 0 ? more : null
          },
          renderHTML: ({ more }: Record<string, unknown>) => more ?? {},
        },
      },
    })),
})

const boxes = ['div', 'section', 'article', 'aside', 'header', 'footer', 'address', 'figure']

/** A block around other blocks. */
const Box = Node.create({
  name: 'box',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    tag: {
      default: 'div',
      parseHTML: element => element.localName,
      renderHTML: () => ({}),
    },
  }),
  parseHTML: () => [...boxes, 'figcaption'].map(tag => ({ tag, priority: 40 })),
  renderHTML: ({ node, HTMLAttributes }) => [String(node.attrs.tag), HTMLAttributes, 0],
})

const phrases =
  'span abbr mark sub sup small big cite dfn kbd q samp time tt var ins bdi bdo'.split(' ')

/** Words in a tag, of which several can be around one another. */
const Phrase = Mark.create({
  name: 'phrase',
  excludes: '',
  addAttributes: () => ({
    tag: {
      default: 'span',
      parseHTML: element => element.localName,
      renderHTML: () => ({}),
    },
  }),
  parseHTML: () =>
    phrases.map(tag => ({
      tag,
      // a span without attributes says nothing
      getAttrs: element =>
        tag === 'span' && Object.keys(storedAttributes(element)).length === 0 ? false : null,
    })),
  renderHTML: ({ mark, HTMLAttributes }) => [String(mark.attrs.tag), HTMLAttributes, 0],
})

const sourceOf = (element: Element) => allowedCopy(element)?.outerHTML ?? ''

function elementFrom(html: unknown): Element {
  const holder = document.createElement('template')
  holder.innerHTML = String(html)
  return holder.content.firstElementChild ?? document.createElement('span')
}

const atomicHtml = { html: { default: '', parseHTML: sourceOf, renderHTML: () => ({}) } }

/** `<pre>` with more than a line of code in it. */
const isStyledPre = (element: Element) =>
  element.querySelector(':scope > code > *, :scope > :not(code)') !== null

/** Blocks that the editor cannot edit in parts; it shows and stores them unchanged. */
const AtomicBlock = Node.create({
  name: 'wholeBlock',
  group: 'block',
  atom: true,
  addAttributes: () => atomicHtml,
  parseHTML: () => [
    ...['dl', 'details', 'hgroup'].map(tag => ({ tag })),
    {
      tag: 'pre',
      priority: 70,
      getAttrs: (element: HTMLElement) => isStyledPre(element) && null,
    },
  ],
  renderHTML: ({ node }) => ({ dom: elementFrom(node.attrs.html) }),
})

const AtomicInline = Node.create({
  name: 'wholeWords',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => atomicHtml,
  parseHTML: () => ['ruby', 'wbr'].map(tag => ({ tag })),
  renderHTML: ({ node }) => ({ dom: elementFrom(node.attrs.html) }),
})

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
