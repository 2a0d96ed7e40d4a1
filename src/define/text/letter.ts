import { formatMessage, type Language, type Locale, languageIn, type Sentence } from './language.ts'

/** An e-mail in both forms. */
export type Letter = { subject: string; text: string; html: string }

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, mark => marks[mark] ?? mark)

/** The messages of an e-mail: its subject, and what stands before and after its link. */
export type LetterMessages = Record<'subject' | 'about' | 'after', Sentence>

const greeting: Sentence = { en: 'Hello {name},', fr: 'Bonjour {name},' }
const greetingAnyone: Sentence = { en: 'Hello,', fr: 'Bonjour,' }

/** `about`: stands in place of that of the messages. `lastUrl`: where its last sentence leads. */
type LetterParts = { url?: string; note?: string; about?: string; lastUrl?: string }

/** An e-mail to its reader, who may have no name. */
export function letterOf(
  { subject, about, after }: LetterMessages,
  locale: Locale,
  params: { name: string } & Record<string, string | number>,
  { url = '', note = '', about: own, lastUrl = '' }: LetterParts = {},
): Letter {
  const text = (message: Sentence) => formatMessage(message, locale, params)
  const hello = params.name === '' ? greetingAnyone : greeting
  return letter(languageIn(locale), {
    subject: text(subject),
    paragraphs: [text(hello), own ?? text(about), note, url, text(after), lastUrl],
    urls: [url, lastUrl],
  })
}

/** An e-mail of paragraphs; the one that is the URL is a link. */
function letter(
  language: Language,
  {
    subject,
    paragraphs,
    urls,
  }: { subject: string; paragraphs: readonly string[]; urls: readonly string[] },
): Letter {
  const texts = paragraphs.filter(Boolean)
  const marked = texts.map(text =>
    urls.includes(text)
      ? `<a href="${escaped(text)}">${escaped(text)}</a>`
      : escaped(text).replaceAll('\n', '<br>'),
  )
  return {
    subject: subject.replace(/[\r\n]+/g, ' '),
    text: `${texts.join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}">
<body>
${marked.map(text => `<p>${text}</p>`).join('\n')}
</body>
</html>
`,
  }
}
