import { type Editor, Extension, Mark, Node, textblockTypeInputRule } from '@tiptap/core'
import { Heading } from '@tiptap/extension-heading'
import { DOMSerializer } from '@tiptap/pm/model'
import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { useApp, useMessagesOf } from '../../context.tsx'
import { fromEditor, withParagraphs } from '../../forms/rich-text.ts'
import type { FieldProps } from '../field-props.ts'
import { SourceField } from '../line.tsx'
import { useRefusedPaste } from '../pasted.ts'
import { allowedCopy, classInEditor, storedAttributes, withoutClasses } from './allowed-copy.ts'
import { pastedHtml, pastedPlayer } from './pasted-html.ts'
import { Figure, Picture } from './pictures.ts'
import { richMessages } from './rich-messages.ts'
import { RichToolbar } from './rich-toolbar.tsx'
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

const extensions = [
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

/** Rich text. HTML that has no button stays as it is; the source is shown only to those who want it. */
export function RichField(props: FieldProps<string>) {
  const t = useMessagesOf(richMessages)
  const [isSource, setIsSource] = useState(false)
  const toSource = useCallback(() => setIsSource(true), [])
  if (!isSource) return <Visual {...props} onSource={toSource} />
  return (
    <div>
      <SourceField {...props} />
      <p className="gap">
        <Button className="small" onPress={() => setIsSource(false)}>
          {t('visual')}
        </Button>
      </p>
    </div>
  )
}

type VisualProps = FieldProps<string> & { onSource(): void }

function Visual({ onSource, ...props }: VisualProps) {
  const { field, label, value, onChange, error, isDisabled, lang } = props
  const id = useId()
  const { language: page } = useApp().place
  const isRefused = useRefusedPaste()
  const lastHtml = useRef(value)
  const editor = useEditor({
    extensions,
    content: withoutClasses(withParagraphs(value)),
    injectCSS: false,
    editable: !isDisabled,
    editorProps: {
      handlePaste: (view, event) => {
        if (isRefused(event.clipboardData)) return true
        const url = pastedPlayer(event.clipboardData?.getData('text/plain') ?? '')
        if (url) view.pasteHTML(`<p><a href="${url}">${url}</a></p>`)
        return url !== undefined
      },
      transformPastedHTML: html => withoutClasses(pastedHtml(html)),
      handleDrop: (_, event) => isRefused(event.dataTransfer),
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': id,
        ...(lang && { lang }),
        ...(error && { 'aria-invalid': 'true' }),
      },
    },
    onUpdate({ editor }) {
      lastHtml.current = writtenHtml(editor)
      onChange(lastHtml.current)
    },
  })
  useEffect(() => {
    // copied from another language, resumed, chosen in a conflict
    if (value === lastHtml.current) return
    lastHtml.current = value
    editor.commands.setContent(withoutClasses(withParagraphs(value)), { emitUpdate: false })
  }, [value, editor])
  return (
    <div className="field rich" data-field={field.name} {...(error && { 'data-invalid': true })}>
      <span className="label" id={id}>
        {label}
      </span>
      <div className="rich-box">
        {!isDisabled && (
          <RichToolbar editor={editor} label={label} lang={lang ?? page} onSource={onSource} />
        )}
        <EditorContent editor={editor} />
      </div>
      {error && <span className="wrong">{error}</span>}
    </div>
  )
}

/** The text of an editor as it is stored. */
function writtenHtml({ state, schema }: Editor): string {
  const holder = document.createElement('div')
  holder.append(DOMSerializer.fromSchema(schema).serializeFragment(state.doc.content))
  for (const table of holder.querySelectorAll('table')) arrange(table)
  for (const caption of holder.querySelectorAll('figure > figcaption'))
    if (caption.childNodes.length === 0) caption.remove()
  for (const around of holder.querySelectorAll('li, td, th, address, figcaption')) unwrap(around)
  for (const element of holder.querySelectorAll(`[${classInEditor}]`)) giveClassBack(element)
  return fromEditor(holder.innerHTML)
}

/** In the order that the attributes have, so that a text which did not change is stored as it was. */
function giveClassBack(element: Element) {
  const attributes = [...element.attributes]
  for (const { name } of attributes) element.removeAttribute(name)
  for (const { name, value } of attributes)
    element.setAttribute(name === classInEditor ? 'class' : name, value)
}

/** Rows of headings only, at the top, are the head of the table. */
function arrange(table: HTMLTableElement) {
  const body = table.tBodies[0]
  const rows = [...(body?.rows ?? [])]
  const isHead = (row: HTMLTableRowElement) =>
    row.cells.length > 0 && [...row.cells].every(each => each.localName === 'th')
  const after = rows.findIndex(row => !isHead(row))
  if (body && after > 0) {
    const head = table.ownerDocument.createElement('thead')
    head.append(...rows.slice(0, after))
    body.before(head)
  }
  const feet = rows.filter(row => row.hasAttribute('data-foot'))
  for (const row of feet) row.removeAttribute('data-foot')
  if (feet.length > 0) table.createTFoot().append(...feet)
  if (body?.rows.length === 0) body.remove()
}

/** `<li><p>x</p></li>` is stored as `<li>x</li>`; and an empty paragraph before a list or an image says nothing. */
function unwrap(around: Element) {
  const [first, ...rest] = around.children
  if (first?.localName !== 'p' || first.attributes.length > 0) return
  if (rest.length === 0 || (around.localName === 'li' && rest.every(isList)))
    first.replaceWith(...first.childNodes)
  else if (first.childNodes.length === 0) first.remove()
}

const isList = ({ localName }: Element) => localName === 'ul' || localName === 'ol'
