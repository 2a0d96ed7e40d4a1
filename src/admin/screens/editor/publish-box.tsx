import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { textIn } from '../../../define/text/language.ts'
import { useKnown, useUser, useWordsOf } from '../../context.tsx'
import { MomentField } from '../../fields/moment.tsx'
import type { Form } from '../../forms/model.ts'
import { type Way, wallNow, waysOf } from '../../forms/publishing.ts'
import { hourHere } from '../../parts/times.tsx'
import { type Edits, useOf } from './use-edits.ts'
import type { Save } from './use-save.ts'
import { Visibility } from './visibility.tsx'
import { words } from './words.ts'

type Props = { form: Form; edits: Edits; save: Save }

/** What becomes of the record: saved, published, scheduled, submitted. */
export function PublishBox({
  isAutosaved,
  children,
  ...props
}: Props & { isAutosaved: boolean; children: ReactNode }) {
  const t = useWordsOf(words)
  const { language } = useKnown().place
  const { form, edits, save } = props
  const opened = useOf(edits, of => of.opened)
  const status = form.fields.find(({ name }) => name === 'status')
  const stored = String(opened.values.facts.status ?? '')
  const [, name] = status?.choices?.find(([word]) => word === stored) ?? []
  const said = name && textIn(name, language)
  return (
    <section className="group is-publish" aria-labelledby="group-publish">
      <h2 id="group-publish">{t('publication')}</h2>
      {opened.id !== undefined && said && (
        <p>
          <em className="badge">{said}</em>
        </p>
      )}
      <SaveState edits={edits} save={save} isAutosaved={isAutosaved} />
      {status && opened.may.change && <Visibility form={form} edits={edits} />}
      {opened.may.change && <DateOfPublication {...props} />}
      {opened.may.change && <SaveButtons {...props} hasStatus={!!status} />}
      {children}
    </section>
  )
}

type StateProps = { edits: Edits; save: Save; isAutosaved: boolean }

/** Whether what is typed is stored, and since when. */
function SaveState({ edits, save, isAutosaved }: StateProps) {
  const t = useWordsOf(words)
  const opened = useOf(edits, of => of.opened)
  const isDirty = useOf(edits, of => of.isDirty)
  const { locale } = useKnown().place
  const said = () => {
    if (save.isUnreached && isDirty) return t('notReached')
    if (isDirty && save.isRefused) return t('refused')
    if (isDirty) return t(isAutosaved ? 'savedSoon' : 'unsaved')
    if (save.savedAt) return t('savedAt', { time: hourHere(save.savedAt, locale) })
    return opened.id !== undefined && t('allSaved')
  }
  return (
    <p className="save-state" role="status">
      {said()}
    </p>
  )
}

/** When it is published, on the clock of the site; only who may publish sets it. */
function DateOfPublication({ form, edits }: Props) {
  const t = useWordsOf(words)
  const { language } = useKnown().place
  const { may, site } = useUser()
  const date = form.fields.find(({ name }) => name === 'date')
  const value = useOf(edits, of => String(of.values.facts.date ?? ''))
  const error = useOf(edits, of => of.wrong.facts.date)
  if (!date || !may[form.name].publish) return null
  return (
    <MomentField
      field={date}
      label={textIn(date.label, language)}
      value={value}
      onChange={value => edits.setFact('date', value)}
      error={error}
      hint={t('dateHint', { zone: site.timezone.replaceAll('_', ' ') })}
    />
  )
}

function SaveButtons({ form, edits, save, hasStatus }: Props & { hasStatus: boolean }) {
  const t = useWordsOf(words)
  const { may, site } = useUser()
  const opened = useOf(edits, of => of.opened)
  const wanted = useOf(edits, of => String(of.values.facts.status ?? ''))
  const date = useOf(edits, of => String(of.values.facts.date ?? ''))
  const plain: Way[] = [{ word: 'save', said: 'saved' }]
  const ways = hasStatus
    ? waysOf({
        stored: opened.id === undefined ? '' : String(opened.values.facts.status ?? ''),
        wanted,
        mayPublish: may[form.name].publish,
        date,
        now: wallNow(site.timezone, new Date()),
      })
    : plain
  return (
    <div className="saves">
      {ways.map(({ word, said, status }, at) => (
        <Button
          // the same button says something else once it is done, and keeps the focus
          key={at === 0 ? 'first' : 'second'}
          {...(at === 0 && { className: 'primary' })}
          isPending={save.isPending}
          onPress={() => save.run({ facts: status ? { status } : {}, said: t(said) })}
        >
          {t(word)}
        </Button>
      ))}
    </div>
  )
}
