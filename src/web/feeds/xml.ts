/** What XML 1.0 cannot hold, not even escaped. */
const forbidden = /[\p{Cc}--[\t\n\r]]|[\ufffe\uffff]/gv
const unusual = /[&<>"]|[\p{Cc}--[\t\n\r]]|[\ufffe\uffff]/v
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as the content of an element, or as the value of an attribute in double quotes. */
export function xmlText(text: string): string {
  const whole = text.toWellFormed()
  if (!unusual.test(whole)) return whole
  return whole.replace(forbidden, '').replace(/[&<>"]/g, char => entities[char] ?? char)
}

/** An element with a text in it; nothing where there is none. */
export const element = (name: string, text: string, attributes = '') =>
  text === '' ? '' : `<${name}${attributes}>${xmlText(text)}</${name}>\n`

export const attribute = (name: string, value: string) => ` ${name}="${xmlText(value)}"`
