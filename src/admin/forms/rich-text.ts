import { paragraphs } from '../../define/text/paragraphs.ts'

/** Text has its paragraphs by empty lines too: the editor shows them as pages do. */
export const withParagraphs = (html: string): string => paragraphs(html)

/** The text of the editor in its stored form: nothing if it is empty, and breaks as the sanitiser writes them. */
export function fromEditor(html: string): string {
  const text = html.replace(/<p><\/p>$/, '')
  return text.replace(/<(br|hr|img|wbr)\b([^<>]*)>/g, '<$1$2 />')
}
