import type { Editor } from '@tiptap/core'
import { DOMSerializer } from '@tiptap/pm/model'
import { fromEditor } from '../../forms/rich-text.ts'
import { classInEditor } from './allowed-copy.ts'

/** The text of an editor as it is stored. */
export function writtenHtml({ state, schema }: Editor): string {
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
