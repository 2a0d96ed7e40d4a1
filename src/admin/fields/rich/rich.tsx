import type { Editor } from '@tiptap/core'
import { DOMSerializer } from '@tiptap/pm/model'
import { EditorContent, useEditor } from '@tiptap/react'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { useApp, useMessagesOf } from '../../context.tsx'
import { fromEditor, withParagraphs } from '../../forms/rich-text.ts'
import type { FieldProps } from '../field-props.ts'
import { SourceField } from '../line.tsx'
import { useRefusedPaste } from '../pasted.ts'
import { classInEditor, withoutClasses } from './allowed-copy.ts'
import { extensions } from './extensions.ts'
import { pastedHtml, pastedPlayer } from './pasted-html.ts'
import { richMessages } from './rich-messages.ts'
import { RichToolbar } from './rich-toolbar.tsx'

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
