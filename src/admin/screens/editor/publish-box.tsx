import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { textIn } from '../../../define/text/language.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import { MomentField } from '../../fields/moment.tsx'
import type { Form } from '../../forms/model.ts'
import { senderOf } from '../../forms/publishing.ts'
import { type Edits, useOf } from './use-edits.ts'
import type { Save } from './use-save.ts'
import { factsOf, useWays } from './use-ways.ts'
import { Visibility } from './visibility.tsx'

type Props = { form: Form; edits: Edits; save: Save }

/** Visibility, publication date and further actions of a record. */
export function PublishBox({ children, ...props }: Props & { children: ReactNode }) {
  const t = useMessagesOf(messages)
  const { form, edits } = props
  const opened = useOf(edits, of => of.opened)
  const status = form.fields.find(({ name }) => name === 'status')
  const sender = senderOf(opened.record)
  return (
    <section className="group is-publish" aria-labelledby="group-publish">
      <h2 id="group-publish">{t('publication')}</h2>
      {sender && (
        <p>
          {t('proposedBy')} <a href={`mailto:${sender.email}`}>{sender.name || sender.email}</a>
        </p>
      )}
      {status && opened.may.change && <Visibility form={form} edits={edits} />}
      {opened.may.change && <DateOfPublication {...props} />}
      {opened.may.change && <AndNext {...props} />}
      {children}
    </section>
  )
}

/** When it is published, on the clock of the site; only users who may publish set it. */
function DateOfPublication({ form, edits }: Props) {
  const t = useMessagesOf(messages)
  const { language } = useApp().place
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

/** The next record at once, as the first button of the bar stores this one. */
function AndNext({ form, edits, save }: Props) {
  const t = useMessagesOf(messages)
  const { may } = useUser()
  const [way] = useWays(form, edits)
  const isNew = useOf(edits, of => of.opened.id === undefined)
  if (!isNew || !may[form.name].create) return null
  return (
    <div className="saves">
      <Button
        isPending={save.isPending}
        onPress={() => save.run({ facts: factsOf(way), message: t(way.message), isNext: true })}
      >
        {t('andNext', { action: t(way.word) })}
      </Button>
    </div>
  )
}
