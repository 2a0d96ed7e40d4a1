import { isObject } from '../../../define/base/objects.ts'
import { capital } from '../../../define/text/capital.ts'
import { adjectiveOf, type Language, languages, textIn } from '../../../define/text/language.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { agesIn } from '../../forms/audience.ts'
import { customIn } from '../../forms/custom.ts'
import type { FormField } from '../../forms/model.ts'
import type { Value } from '../../forms/values.ts'
import type { OtherFact, OtherText, Piece } from './compare.ts'
import { messages } from './messages.ts'

type Props = { facts: OtherFact[]; texts: OtherText[] }

/** The differences between two versions: common fields, then the texts of each language side by side. */
export function Differences({ facts, texts }: Props) {
  return (
    <>
      {facts.length > 0 && <Facts facts={facts} />}
      {texts.map(text => (
        <Texts key={text.field.name} {...text} />
      ))}
    </>
  )
}

function Facts({ facts }: { facts: OtherFact[] }) {
  const { language } = useApp().place
  const t = useMessagesOf(messages)
  const textOf = useValueText()
  return (
    <table className="compared">
      <caption>{t('common')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ field, was, is }) => (
          <tr key={field.name}>
            <th scope="row">{textIn(field.label, language)}</th>
            <td>{textOf(field, was)}</td>
            <td>{textOf(field, is)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Formats the value of a common field. */
export function useValueText() {
  const { language } = useApp().place
  const t = useMessagesOf(messages)
  return ({ as, choices }: FormField, value: Value): string => {
    if (as === 'choices' || as === 'choice')
      return labelsOf(choices, String(value), language).join(' · ') || t('none')
    if (as === 'custom')
      return (
        Object.entries(customIn(String(value ?? '')))
          .map(([name, own]) => `${name}: ${isObject(own) ? Object.values(own).join(' / ') : own}`)
          .join(', ') || t('none')
      )
    if (as === 'audience') {
      const { family, from, to } = agesIn(String(value ?? ''))
      const words = [family && t('family'), (from || to) && `${from}–${to}`]
      return words.filter(Boolean).join(', ') || t('none')
    }
    // null stands for a password that is set; a typed one is not shown either
    if (as === 'secret') return t(value === '' ? 'none' : 'isSet')
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (Array.isArray(value)) return value.map(({ name }) => name).join(', ') || t('none')
    if (value !== null && typeof value === 'object') return value.alt || value.url
    return String(value ?? '').replace('T', ' ') || t('none')
  }
}

/** The labels of a comma-separated list of choices. */
function labelsOf(choices: FormField['choices'], value: string, language: Language): string[] {
  const words = value.split(',')
  return (choices ?? []).flatMap(([word, label]) =>
    words.includes(word) ? [textIn(label, language)] : [],
  )
}

function Texts({ field, pieces }: OtherText) {
  const { language } = useApp().place
  return (
    <section className="compared" aria-label={textIn(field.label, language)}>
      <h4>{textIn(field.label, language)}</h4>
      <div className="sides">
        {languages.map(of => (
          <div key={of}>
            <span className="label">{capital(adjectiveOf(of, language))}</span>
            <p lang={of}>
              <Words pieces={pieces[of]} />
            </p>
          </div>
        ))}
      </div>
    </section>
  )
}

/** The words that went and those that came, distinguished without colour too. */
function Words({ pieces }: { pieces: Piece[] | undefined }) {
  const { language } = useApp().place
  const t = useMessagesOf(messages)
  if (!pieces) return <span lang={language}>—</span>
  if (pieces.every(piece => piece.in === 'both'))
    return <span lang={language}>{t(pieces.length > 0 ? 'markup' : 'noText')}</span>
  let at = 0
  return pieces.map(piece => {
    const key = at
    at += piece.text.length + 1
    if (piece.in === 'both') return <span key={key}>{piece.text}</span>
    return piece.in === 'then' ? (
      <del key={key}>
        <span className="visually-hidden">{t('removed')} </span>
        {piece.text}
      </del>
    ) : (
      <ins key={key}>
        <span className="visually-hidden">{t('added')} </span>
        {piece.text}
      </ins>
    )
  })
}
