import { TextArea } from 'react-aria-components'
import { adjectiveOf, inEachLanguage, languagesFrom } from '../../../define/text/language.ts'
import { localText, ownText } from '../../../define/text/local-text.ts'
import type { Setting } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { messages } from './messages.ts'

type Props = {
  setting: Setting
  /** As it is stored: plain, or JSON with a text for each language. */
  value: string
  onChange(value: string): void
  error: string | undefined
}

/** A text in each language, of one line or of several. */
export function LocalInput({ setting, value, onChange, error }: Props) {
  const w = useMessagesOf(messages)
  const { language: page } = useApp().place
  const { name, input, about, label } = setting
  const texts = inEachLanguage(language => ownText(value, language))
  const isLong = input === 'paragraphs'
  return languagesFrom(page).map((language, at) => (
    <TextInput
      key={language}
      label={`${label ?? name} (${adjectiveOf(language, page)})`}
      name={`${name}-${language}`}
      hint={at === 0 ? `${about} ${w('value', { expects: setting.expects })}` : undefined}
      value={texts[language]}
      onChange={text => onChange(localText({ ...texts, [language]: text }))}
      autoComplete="off"
      error={error}
    >
      {isLong ? <TextArea lang={language} rows={3} /> : undefined}
    </TextInput>
  ))
}
