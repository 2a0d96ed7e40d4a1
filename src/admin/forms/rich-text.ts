// What the editor of rich text knows: what it would lose is edited as source only.
const knownTags = new Set(
  'p br hr h2 h3 h4 blockquote pre code ul ol li a strong b em i u s strike del'.split(' '),
)
const knownAttributes: Record<string, string[]> = {
  a: ['href', 'target', 'rel'],
  ol: ['start'],
}

const tag = /<(\/?)([a-z][a-z\d]*)((?:\s+[^<>]*)?)\/?>/gi
const attribute = /([a-z-]+)\s*=/gi

/** Does the editor of rich text give back everything that this HTML holds? */
export function isPlain(html: string): boolean {
  for (const [, , name = '', attributes = ''] of html.matchAll(tag)) {
    const known = name.toLowerCase()
    if (!knownTags.has(known)) return false
    for (const [, called = ''] of attributes.replace(/"[^"]*"/g, '""').matchAll(attribute))
      if (!knownAttributes[known]?.includes(called.toLowerCase())) return false
  }
  return true
}

const block = /<(?:p|h\d|ul|ol|blockquote|pre|hr)\b/i

/** Text without blocks has its paragraphs by empty lines, as pages show it. */
export function withParagraphs(html: string): string {
  if (html.trim() === '' || block.test(html)) return html
  return html
    .split(/\n\s*\n/)
    .map(part => `<p>${part.trim().replace(/\n/g, '<br>')}</p>`)
    .join('')
}

/** What the editor says, as it is stored: nothing where nothing is written, and breaks as the sanitiser writes them. */
export function fromEditor(html: string): string {
  const text = html.replace(/<p><\/p>$/, '')
  return text.replace(/<(br|hr)>/g, '<$1 />')
}
