import { type MouseEvent, type RefObject, useEffect } from 'react'
import type { Language } from '../../../define/text/language.ts'
import { languagesFrom } from '../../../define/text/language.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import { isNothing, type Wrong } from '../../forms/errors.ts'
import type { Trial } from './trial.ts'
import { type Edits, useOf } from './use-edits.ts'

type Place = RefObject<HTMLElement | null>

const inputs = ':is(input, textarea, button, [contenteditable])'

/** Goes to the first input that is wrong. */
function useFocusOnWrong(element: Place, edits: Edits, page: Language) {
  const refusals = useOf(edits, of => of.refusals)
  useEffect(() => {
    if (refusals > 0 && errorsIn(edits.wrong, page).length > 0)
      element.current?.querySelector<HTMLElement>(`[data-invalid] ${inputs}`)?.focus()
  }, [refusals, edits, element, page])
}

type Props = { edits: Edits; element: Place }

/** The refused values, with the errors of the dates, which the server reports only if all else is valid. */
const withTried = (wrong: Wrong, trial: Trial): Wrong =>
  isNothing(wrong) ? wrong : { ...wrong, facts: { ...trial.wrong.facts, ...wrong.facts } }

/** All that is wrong, each with a link to its input. */
export function WrongSummary({ edits, element }: Props) {
  const t = useMessagesOf(messages)
  const refused = useOf(edits, of => of.wrong)
  const trial = useOf(edits, of => of.trial)
  const wrong = withTried(refused, trial)
  const { language: page } = useApp().place
  useFocusOnWrong(element, edits, page)
  const errors = errorsIn(wrong, page)
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

/** In the order of the form. */
const errorsIn = ({ facts, texts }: Wrong, page: Language): Error[] => [
  ...Object.entries(facts).map(([name, sentence]) => ({ name, sentence })),
  ...languagesFrom(page).flatMap(language =>
    Object.entries(texts[language]).map(([name, sentence]) => ({ name, language, sentence })),
  ),
]
