import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type RefObject, useEffect } from 'react'
import { Button, Link } from 'react-aria-components'
import { scopes } from '../../../define/scopes.ts'
import { capital } from '../../../define/text/capital.ts'
import { type Language, languagesFrom } from '../../../define/text/language.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import { isNothing, type Wrong } from '../../forms/errors.ts'
import type { Form } from '../../forms/model.ts'
import type { Row } from '../../forms/records.ts'
import { Choose } from '../../parts/choose.tsx'
import { dateIn } from '../records/dates.ts'
import { type Opened, versionedId } from './open.ts'
import { Reach } from './reach.tsx'
import type { Trial } from './trial.ts'
import { type Edits, scopeLabels, useOf } from './use-edits.ts'
import { useLocalCopy } from './use-guard.ts'

/** Above the form of one date of a series: which it is, the way to the series, and how far changes go. */
export function SeriesNote({ edits, isDisabled }: { edits: Edits; isDisabled: boolean }) {
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const { record, tag } = useOf(edits, of => of.opened)
  const scope = useOf(edits, of => of.scope)
  if (!record) return null
  const { day, hour } = dateIn(locale, record, 'start_date')
  return (
    <div className="note series-note">
      <p>
        {hour ? t('oneDate', { day, hour }) : t('oneDay', { day })}{' '}
        <Link href={`/events/${record.series}`}>{t('editSeries')}</Link>
      </p>
      {!isDisabled && (
        <>
          <Choose
            label={t('scope')}
            value={scope}
            onChange={key => {
              const scope = scopes.find(each => each === key)
              if (scope) edits.setScope(scope)
            }}
            choices={scopes.map(scope => [scope, t(scopeLabels[scope])])}
          />
          <Reach date={record.id} scopes={[scope]} of={tag} />
        </>
      )}
    </div>
  )
}

/** Links to the other parts of a series that was split with “this and the following dates”. */
export function PartsNote({ record }: { record: Row | undefined }) {
  const t = useMessagesOf(messages)
  if (!record?.continues && !record?.continued_by) return null
  return (
    <p className="note">
      {record.continues ? (
        <Link href={`/events/${record.continues}`}>{t('earlierDates')}</Link>
      ) : null}{' '}
      {record.continued_by ? (
        <Link href={`/events/${record.continued_by}`}>{t('laterDates')}</Link>
      ) : null}
    </p>
  )
}

/** Offers to restore the unsaved values that are still on this device. */
export function CopyNote({ form, edits }: { form: Form; edits: Edits }) {
  const t = useMessagesOf(messages)
  const { copy, forget, restore } = useLocalCopy(form, edits)
  const isDirty = useOf(edits, of => of.isDirty)
  if (!copy || isDirty) return null
  return (
    <div className="note">
      <p>{t('restoreAbout')}</p>
      <Button onPress={restore}>{t('restore')}</Button>{' '}
      <Button onPress={forget}>{t('discard')}</Button>
    </div>
  )
}

/** Milliseconds until the form says again that the record is open, while its window is in view; the service believes it for a minute. */
const again = 20_000

/** Names other users who have the record open. */
export function OtherEditors({ form, opened }: { form: Form; opened: Opened }) {
  const t = useMessagesOf(messages)
  const { server, place } = useApp()
  const { written } = form
  const id = versionedId(opened)
  const { data } = useQuery({
    queryKey: [form.path, 'others', id],
    queryFn: async () =>
      written ? (await server.admin('POST /open-records', { kind: written, id })).others : [],
    enabled: written !== undefined && id > 0,
    refetchInterval: again,
    gcTime: 0,
    retry: false,
  })
  const names = (data ?? []).map(({ name }) => name || t('anotherUser'))
  const listed = new Intl.ListFormat(place.locale).format(names)
  return (
    <div role="status">
      {names.length > 0 && (
        <p className="note">{t('alsoOpen', { names: capital(listed), count: names.length })}</p>
      )}
    </div>
  )
}

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
