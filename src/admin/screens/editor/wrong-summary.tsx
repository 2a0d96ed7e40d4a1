import { type MouseEvent, type RefObject, useEffect } from 'react'
import type { Language } from '../../../define/text/language.ts'
import { languages } from '../../../define/text/language.ts'
import { useWordsOf } from '../../context.tsx'
import type { Wrong } from '../../forms/errors.ts'
import { words } from './words.ts'

type Place = RefObject<HTMLElement | null>

const inputs = ':is(input, textarea, button, [contenteditable])'

/** Goes to the first input that is wrong. */
export function useFocusOnWrong(element: Place, wrong: Wrong) {
  useEffect(() => {
    if (errorsIn(wrong).length > 0)
      element.current?.querySelector<HTMLElement>(`[data-invalid] ${inputs}`)?.focus()
  }, [wrong, element])
}

type Props = { wrong: Wrong; element: Place }

/** All that is wrong, each with a link to its input. */
export function WrongSummary({ wrong, element }: Props) {
  const t = useWordsOf(words)
  const errors = errorsIn(wrong)
  const count = errors.length + wrong.rest.length
  if (count === 0) return null
  const go = (event: MouseEvent, { name, language }: (typeof errors)[number]) => {
    event.preventDefault()
    const column = language ? `.text[data-language=${language}] ` : ''
    const place = `${column}[data-field="${name}"] ${inputs}`
    element.current?.querySelector<HTMLElement>(place)?.focus()
  }
  return (
    <div role="alert" className="problem">
      <p>{t('wrong', { count })}</p>
      {wrong.rest.map(each => (
        <p key={each}>{each}</p>
      ))}
      <ul>
        {errors.map(each => (
          <li key={`${each.language} ${each.name}`}>
            <a href={`#${each.name}`} onClick={event => go(event, each)}>
              {each.sentence}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Error = { name: string; language?: Language; sentence: string }

const errorsIn = ({ facts, texts }: Wrong): Error[] => [
  ...Object.entries(facts).map(([name, sentence]) => ({ name, sentence })),
  ...languages.flatMap(language =>
    Object.entries(texts[language]).map(([name, sentence]) => ({ name, language, sentence })),
  ),
]
