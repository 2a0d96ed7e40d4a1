import { Label, Radio, RadioGroup } from 'react-aria-components'
import { textIn } from '../../../define/text/language.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { LineField } from '../../fields/line.tsx'
import { messages } from '../../fields/messages.ts'
import type { Form } from '../../forms/model.ts'
import { type Edits, useOf } from './use-edits.ts'

/** The audience of a published record: everyone, readers with the password, or editors only. */
export function Visibility({ form, edits }: { form: Form; edits: Edits }) {
  const t = useMessagesOf(messages)
  const { language } = useApp().place
  const { may } = useUser()
  const opened = useOf(edits, of => of.opened)
  const status = useOf(edits, of => String(of.values.facts.status ?? ''))
  const wrong = useOf(edits, of => of.wrong.facts.password)
  const password = form.fields.find(({ name }) => name === 'password')
  const isProtected = opened.record?.editing?.facts.is_protected === true
  // null is the stored password, which cannot be read
  const typed = useOf(edits, of => of.values.facts.password ?? null)
  const isWanted = useOf(edits, of => of.isProtected)
  const hasPassword = password !== undefined && (isWanted || typed !== '')
  const now = status === 'private' ? 'private' : hasPassword ? 'protected' : 'public'
  if (!may[form.name].publish) return null
  function choose(next: string) {
    edits.setProtected(next === 'protected')
    if (password) edits.setFact('password', next === 'protected' && isProtected ? null : '')
    const stored = String(opened.values.facts.status ?? '')
    const open = stored === 'private' || stored === '' ? 'publish' : stored
    edits.setFact('status', next === 'private' ? 'private' : open)
  }
  return (
    <>
      <RadioGroup className="field radios" value={now} onChange={choose}>
        <Label>{t('visibility')}</Label>
        {(['public', 'protected', 'private'] as const)
          .filter(each => each !== 'protected' || password)
          .map(each => (
            <Radio key={each} value={each} className="check">
              <span aria-hidden="true" className="box is-round" />
              {t(each)}
            </Radio>
          ))}
      </RadioGroup>
      {now === 'protected' && password && (
        <LineField
          field={password}
          label={textIn(password.label, language)}
          value={String(typed ?? '')}
          onChange={value => edits.setFact('password', value || (isProtected ? null : ''))}
          error={wrong}
          hint={isProtected ? t('keepPassword') : undefined}
        />
      )}
    </>
  )
}
