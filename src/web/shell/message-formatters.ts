import { formatMessage, type Locale, type Sentence } from '../../define/text/language.ts'

/** Formats a message by its name; `params` fill its placeholders. */
export type MessageFormatter<Name extends string> = (
  name: Name,
  params?: Readonly<Record<string, string | number>>,
) => string

/** Formatters of these messages, by the locale of a site. */
export function messageFormatters<Name extends string>(
  messages: Readonly<Record<Name, Sentence>>,
): (locale: Locale) => MessageFormatter<Name> {
  return locale => (name, params) => formatMessage(messages[name], locale, params)
}
