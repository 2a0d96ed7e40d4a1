import { useRef } from 'react'
import { Button, Link } from 'react-aria-components'
import { useLocation } from 'wouter'
import { adjectiveOf, type Language, othersThan, textIn } from '../../../define/text/language.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import type { Form } from '../../forms/model.ts'
import { commandKey, useCommandKeys } from '../../parts/keys.ts'
import { hourHere } from '../../parts/times.tsx'
import { useWalkKeys } from '../../parts/walk.ts'
import { addressInto, trailOf } from '../records/trail.ts'
import { type Edits, useOf } from './use-edits.ts'
import type { Save } from './use-save.ts'
import { factsOf, useWays } from './use-ways.ts'

type Props = {
  form: Form
  edits: Edits
  save: Save
  isAutosaved: boolean
  isDisabled: boolean
  into?: Language | undefined
}

/** Always in view: whether everything is stored, and the buttons that store and publish it, with their keys. `into`: only texts are translated. */
export function EditBar({ form, edits, save, isAutosaved, isDisabled, into }: Props) {
  const { language } = useApp().place
  const opened = useOf(edits, of => of.opened)
  const status = form.fields.find(({ name }) => name === 'status')
  const stored = String(opened.values.facts.status ?? '')
  const [, name] = status?.choices?.find(([word]) => word === stored) ?? []
  return (
    <div className="edit-bar">
      {opened.id !== undefined && name && <em className="badge">{textIn(name, language)}</em>}
      <SaveState edits={edits} save={save} isAutosaved={isAutosaved} />
      {!isDisabled &&
        (into ? (
          <NextButton form={form} edits={edits} save={save} into={into} />
        ) : (
          <SaveButtons form={form} edits={edits} save={save} />
        ))}
    </div>
  )
}

function SaveButtons({ form, edits, save }: Pick<Props, 'form' | 'edits' | 'save'>) {
  const t = useMessagesOf(messages)
  const ways = useWays(form, edits)
  const [first] = ways
  const isNew = useOf(edits, of => of.opened.id === undefined)
  const run = (way: typeof first) => save.run({ facts: factsOf(way), message: t(way.message) })
  // a new record is a draft until it is published
  const isDraft = isNew && ways.some(({ status }) => status === 'draft')
  // while a save is running too: otherwise the browser would store the page
  useCommandKeys({
    s: () =>
      save.isPending ||
      save.run({ facts: isDraft ? { status: 'draft' } : {}, message: t('saved') }),
    Enter: () => save.isPending || run(first),
  })
  return (
    <div className="edit-bar-buttons">
      {ways.toReversed().map(way => (
        <Button
          // the same button says something else once it is done, and keeps the focus
          key={way === first ? 'first' : 'second'}
          {...(way === first && { className: 'primary' })}
          isPending={save.isPending}
          onPress={() => run(way)}
        >
          {t(way.word)}
        </Button>
      ))}
      <kbd>{commandKey(t('enterKey'))}</kbd>
    </div>
  )
}

type NextProps = Pick<Props, 'form' | 'edits' | 'save'> & { into: Language }

/** Stores the texts, and goes on to those of the next record or, after the last, back to the list. */
function NextButton({ form, edits, save, into }: NextProps) {
  const t = useMessagesOf(messages)
  const [, navigate] = useLocation()
  const { back, walk } = trailOf(form.path, edits.opened.id)
  const isLast = walk.next === undefined
  const next = walk.next === undefined ? back : addressInto(form.path, walk.next, into)
  const run = (to?: string) => {
    // the alternative text is stored when its input is left
    const input = document.activeElement
    if (input instanceof HTMLElement) {
      input.blur()
      input.focus()
    }
    if (save.isPending) return
    if (edits.isDirty) save.run({ facts: {}, message: t('saved'), to })
    else if (to) navigate(to)
  }
  useCommandKeys({ s: () => run(), Enter: () => run(next) })
  return (
    <div className="edit-bar-buttons">
      <Button className="primary" isPending={save.isPending} onPress={() => run(next)}>
        {t(isLast ? 'saveAndBack' : 'saveAndNext')}
      </Button>
      <kbd>{commandKey(t('enterKey'))}</kbd>
    </div>
  )
}

type StateProps = { edits: Edits; save: Save; isAutosaved: boolean }

/** Shows whether the typed values are stored, and since when. */
function SaveState({ edits, save, isAutosaved }: StateProps) {
  const t = useMessagesOf(messages)
  const opened = useOf(edits, of => of.opened)
  const isDirty = useOf(edits, of => of.isDirty)
  const isUnread = useOf(edits, of => Object.keys(of.unread).length > 0)
  const { locale } = useApp().place
  const stateText = () => {
    if (save.isUnreached && isDirty) return t('notReached')
    if (isDirty && save.isRefused) return t(save.isOvertaken ? 'overtaken' : 'refused')
    if (isDirty) return t(isAutosaved && !isUnread ? 'savedSoon' : 'unsaved')
    if (save.savedAt) return t('savedAt', { time: hourHere(save.savedAt, locale) })
    return opened.id !== undefined && t('allSaved')
  }
  return (
    <p className="save-state" role="status">
      {stateText()}
    </p>
  )
}

type TrailNavProps = { form: Form; id: number | undefined; into?: Language | undefined }

/** Back to the list that a record was opened from, and on to those beside it, by keys too. */
export function TrailNav({ form, id, into }: TrailNavProps) {
  const t = useMessagesOf(messages)
  const nav = useRef<HTMLElement>(null)
  const { back, walk } = trailOf(form.path, id)
  const { translate } = useUser().may[form.name]
  const { language: page } = useApp().place
  const { previous, next, at, count } = walk
  // by the link, so that the guard asks about what is not saved
  useWalkKeys(walk, to =>
    nav.current?.querySelector<HTMLElement>(to === next ? '[rel=next]' : '[rel=prev]')?.click(),
  )
  return (
    <nav className="trail" aria-label={t('backTo')} ref={nav}>
      <Link href={back}>{t('backTo')}</Link>
      {previous !== undefined && (
        <Link href={addressInto(form.path, previous, into)} rel="prev">
          {t('previousInList')}
        </Link>
      )}
      {next !== undefined && (
        <Link href={addressInto(form.path, next, into)} rel="next">
          {t('nextInList', { at, count })}
        </Link>
      )}
      {into && id !== undefined && !translate && (
        <Link href={addressInto(form.path, id)}>{t('wholeRecord')}</Link>
      )}
      {into &&
        id !== undefined &&
        translate &&
        othersThan(into).map(of => (
          <Link key={of} href={addressInto(form.path, id, of)}>
            {t('writeIn', { language: adjectiveOf(of, page) })}
          </Link>
        ))}
      {at > 0 && next === undefined && <span className="hint">{t('lastInList', { count })}</span>}
    </nav>
  )
}
