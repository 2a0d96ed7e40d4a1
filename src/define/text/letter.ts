import type { Language } from './language.ts'

/** An e-mail in both forms. */
export type Letter = { subject: string; text: string; html: string }

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, mark => marks[mark] ?? mark)

/** An e-mail of paragraphs; the one that is the URL is a link. */
export function letter(
  language: Language,
  {
    subject,
    paragraphs,
    url = '',
  }: { subject: string; paragraphs: readonly string[]; url?: string },
): Letter {
  const said = paragraphs.filter(Boolean)
  const marked = said.map(text =>
    text === url ? `<a href="${escaped(url)}">${escaped(url)}</a>` : escaped(text),
  )
  return {
    subject: subject.replace(/[\r\n]+/g, ' '),
    text: `${said.join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}">
<body>
${marked.map(text => `<p>${text}</p>`).join('\n')}
</body>
</html>
`,
  }
}
