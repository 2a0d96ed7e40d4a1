import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'react-aria-components'
import { capital } from '../../../define/text/capital.ts'
import { type Language, type Locale, languages, textIn } from '../../../define/text/language.ts'
import { rowOf } from '../../../define/time/locale-row.ts'
import { tagOf } from '../../../sdk/client.ts'
import type { Row } from '../../client/records.ts'
import { versioned } from '../../client/versioned.ts'
import { useKnown, useMessagesOf } from '../../context.tsx'
import type { Form, FormField } from '../../forms/model.ts'
import { type Value, valuesOf } from '../../forms/values.ts'
import { adjectiveOf } from '../../messages.ts'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useRead } from '../editor/open.ts'
import { type Edits, useOf } from '../editor/use-edits.ts'
import { compare, type OtherFact, type OtherText, type Piece } from './compare.ts'
import { messages } from './messages.ts'

type Props = {
  form: Form
  edits: Edits
  id: number
  version: number
  onBack(): void
  onRestored(): void
}

/** A version next to the current record: common fields, then the texts of each language side by side. */
export function Comparison({ form, edits, id, version, onBack, onRestored }: Props) {
  const { server, place } = useKnown()
  const t = useMessagesOf(messages)
  const { data, error } = useQuery({
    queryKey: ['versions', form.path, id, version],
    queryFn: () => server.admin(`GET /${versioned(form)}/:id/versions/:version`, { id, version }),
  })
  const restore = useRestore({ form, edits, id, version, onRestored })
  const opened = useOf(edits, of => of.opened)
  const isDirty = useOf(edits, of => of.isDirty)
  const found = data && compare(form, valuesOf(form, data.record as Row), opened.values)
  const dates = data?.dates ?? []
  const gone = data?.left_out.map(({ field }) => labelOf(form, field, place.language)) ?? []
  return (
    <>
      <h3>{t('version', { version })}</h3>
      <ProblemNote error={error ?? restore.error} />
      {!found && !error && <Skeleton />}
      {found && found.facts.length + found.texts.length + dates.length === 0 && <p>{t('same')}</p>}
      {dates.length > 0 && (
        <p className="note">{t('otherDates', { dates: listed(dates, place.locale) })}</p>
      )}
      {gone.length > 0 && <p className="note">{t('leftOut', { fields: gone.join(', ') })}</p>}
      {found && found.facts.length > 0 && <Facts facts={found.facts} />}
      {found?.texts.map(text => (
        <Texts key={text.field.name} {...text} />
      ))}
      {isDirty && <p className="note">{t('unsaved')}</p>}
      <div className="actions">
        <Button onPress={onBack}>{t('back')}</Button>
        <Button
          className="primary"
          isDisabled={!found || isDirty || !opened.may.change || restore.isPending}
          onPress={() => restore.mutate(version)}
        >
          {t('restore')}
        </Button>
      </div>
    </>
  )
}

/** So many dates are named at most. */
const maxNamed = 12

function listed(dates: readonly { original_start: string }[], locale: Locale): string {
  const format = new Intl.DateTimeFormat(rowOf(locale).locale, { dateStyle: 'medium' })
  const days = dates
    .slice(0, maxNamed)
    .map(({ original_start }) => format.format(new Date(original_start.replace(' ', 'T'))))
  return [...days, ...(dates.length > maxNamed ? ['…'] : [])].join(', ')
}

function labelOf({ fields }: Form, field: string, language: Language) {
  const found = fields.find(({ name }) => name === field)
  return found ? textIn(found.label, language) : field
}

function Facts({ facts }: { facts: OtherFact[] }) {
  const { language } = useKnown().place
  const t = useMessagesOf(messages)
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
            <td>{said(field, was)}</td>
            <td>{said(field, is)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )

  function said({ as, choices }: FormField, value: Value): string {
    if (as === 'choices') return labelsOf(choices, String(value), language).join(' · ') || t('none')
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (Array.isArray(value)) return value.map(({ name }) => name).join(', ') || t('none')
    if (value !== null && typeof value === 'object') return value.alt || value.url
    // of a password it is known that there is one
    return value === null ? t('isSet') : String(value).replace('T', ' ') || t('none')
  }
}

/** What words of a list with commas are called. */
function labelsOf(choices: FormField['choices'], value: string, language: Language): string[] {
  const words = value.split(',')
  return (choices ?? []).flatMap(([word, label]) =>
    words.includes(word) ? [textIn(label, language)] : [],
  )
}

function Texts({ field, pieces }: OtherText) {
  const { language } = useKnown().place
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
  const { language } = useKnown().place
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

/** Writes the record as it was, unless another has changed it since it was opened; the message takes it back. */
function useRestore({ form, edits, id, onRestored }: Omit<Props, 'onBack'>) {
  const { server } = useKnown()
  const t = useMessagesOf(messages)
  const queries = useQueryClient()
  const read = useRead(form)
  const restore = (version: number, ifMatch: string | undefined) =>
    server.admin(
      `POST /${versioned(form)}/:id/versions/:version/restore`,
      { id, version },
      { ifMatch },
    )
  async function show() {
    const now = await read(id)
    edits.restart(now, now.values)
    queries.setQueryData([form.path, 'edit', id], now)
    queries.invalidateQueries({ queryKey: ['versions', form.path, id] })
    queries.invalidateQueries({
      predicate: ({ queryKey: [path, what] }) => path === form.path && what !== 'edit',
    })
  }
  return useMutation({
    mutationFn: (version: number) => restore(version, edits.opened.tag),
    async onSuccess(done, version) {
      await show()
      onRestored()
      const before = done.version.version - 1
      showToast({
        text: t('restored', { version }),
        action: {
          text: t('undo'),
          run: () => restore(before, tagOf(done)).then(show),
        },
      })
    },
  })
}
