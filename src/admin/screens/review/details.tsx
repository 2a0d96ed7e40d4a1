import { forms } from 'virtual:forms'
import { useQuery } from '@tanstack/react-query'
import { existing, isObject } from '../../../define/base/objects.ts'
import { capital } from '../../../define/text/capital.ts'
import { adjectiveOf, languages, languagesFrom, textIn } from '../../../define/text/language.ts'
import { plainText, whenOf } from '../../../sdk/index.ts'
import { readable } from '../../client/readable.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import type { FormField } from '../../forms/model.ts'
import { type Row, rowOf } from '../../forms/records.ts'
import { newValues, type Values, valuesOf } from '../../forms/values.ts'
import { versioned } from '../../forms/versioned.ts'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { When } from '../../parts/times.tsx'
import { useRead } from '../editor/open.ts'
import { compare } from '../history/compare.ts'
import { Differences, useValueText } from '../history/differences.tsx'
import { messages } from './messages.ts'

const form = existing(forms.event)

/** All that an editor judges of an event: its image, date and place, its texts, earlier notes, and what is new since the last of them. */
export function Details({ id }: { id: number }) {
  const read = useRead(form)
  const { data, error } = useQuery({
    queryKey: [form.path, 'review', 'one', id],
    queryFn: () => read(id),
  })
  if (!data?.record) return error ? <ProblemNote error={error} /> : <Skeleton />
  const { record, values } = data
  return (
    <>
      <Notes id={id} values={values} />
      <div className="queue-facts">
        <Picture image={record.image} />
        <Facts record={record} values={values} />
      </div>
      <Texts values={values} />
    </>
  )
}

function Picture({ image }: { image: unknown }) {
  const t = useMessagesOf(messages)
  if (!isObject(image)) return <p className="hint">{t('noImage')}</p>
  const { sizes, url, alt } = image
  const size = isObject(sizes) && isObject(sizes.medium) ? sizes.medium.url : url
  return (
    <figure>
      <img src={String(size)} alt={String(alt ?? '')} />
      <figcaption className="hint">{alt ? plainText(String(alt)) : t('noAlt')}</figcaption>
    </figure>
  )
}

/** The fields that the queue shows elsewhere, or that follow from the review itself. */
const apart = new Set([
  'status',
  'slug',
  'author',
  'date',
  'date_utc',
  'submission',
  'image',
  'start_date',
  'end_date',
  'timezone',
  'recurrence',
])

function Facts({ record, values }: { record: Row; values: Values }) {
  const { language, locale } = useApp().place
  const { site } = useUser()
  const t = useMessagesOf(messages)
  const textOf = useValueText()
  const { facts } = compare(form, newValues(form), values)
  const { timezone, recurrence_text } = record
  const dates = {
    start_date: String(record.start_date),
    end_date: String(record.end_date),
    all_day: record.all_day === true,
  }
  const when = [
    whenOf(dates, locale, { dateStyle: 'medium' }),
    timezone === site.timezone ? '' : String(timezone),
    typeof recurrence_text === 'string' ? recurrence_text : '',
  ]
  return (
    <dl className="facts">
      <dt>{t('when')}</dt>
      <dd>{when.filter(Boolean).join(' · ')}</dd>
      {facts
        .filter(({ field }) => !apart.has(field.name))
        .map(({ field, is }) => (
          <div key={field.name}>
            <dt>{textIn(field.label, language)}</dt>
            <dd>{textOf(field, is)}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The texts of each language next to each other, as lines to read. */
function Texts({ values }: { values: Values }) {
  const { language: page } = useApp().place
  const t = useMessagesOf(messages)
  const fields = form.fields.filter(
    ({ name, isText }) => isText && name !== 'slug' && languages.some(of => values.texts[of][name]),
  )
  return (
    <div className="queue-texts">
      {languagesFrom(page).map(of => (
        <section key={of} aria-label={capital(adjectiveOf(of, page))}>
          <h3>{capital(adjectiveOf(of, page))}</h3>
          {!values.texts[of][form.titled] && <p className="lacks">{t('noText')}</p>}
          {fields.map(field => (
            <Text
              key={field.name}
              field={field}
              text={values.texts[of][field.name] ?? ''}
              of={of}
            />
          ))}
        </section>
      ))}
    </div>
  )
}

function Text({ field, text, of }: { field: FormField; text: string; of: string }) {
  const { language } = useApp().place
  if (text === '') return null
  return (
    <>
      <span className="label">{textIn(field.label, language)}</span>
      <p lang={of}>{field.as === 'html' ? readable(text) : text}</p>
    </>
  )
}

/** The notes with which it was returned, and what has changed since the last time. */
function Notes({ id, values }: { id: number; values: Values }) {
  const { server } = useApp()
  const t = useMessagesOf(messages)
  const path = versioned(form)
  const { data } = useQuery({
    queryKey: ['versions', form.path, id, 'notes'],
    queryFn: () => server.admin(`GET /${path}/:id/versions`, { id, per_page: 100 }),
    staleTime: 0,
  })
  const returned = data?.versions.filter(({ note }) => note !== null) ?? []
  const last = returned[0]?.version
  const { data: before } = useQuery({
    queryKey: ['versions', form.path, id, last],
    queryFn: () =>
      server.admin(`GET /${path}/:id/versions/:version`, { id, version: Number(last) }),
    enabled: last !== undefined,
  })
  if (returned.length === 0) return null
  const differences = before && compare(form, valuesOf(form, rowOf(before.record)), values)
  const facts = differences?.facts.filter(({ field }) => field.name !== 'status') ?? []
  const isSame = differences && facts.length + differences.texts.length === 0
  return (
    <>
      <h3>{t('notes')}</h3>
      <ol className="queue-notes">
        {returned.map(({ version, note, name, time }) => (
          <li key={version}>
            <span className="hint">
              <When at={time} />
              {name && ` · ${t('by', { name })}`}
            </span>
            <blockquote>{note || t('withoutNote')}</blockquote>
          </li>
        ))}
      </ol>
      <h3>{t('changedSince')}</h3>
      {isSame && <p>{t('sameAsReturned')}</p>}
      {differences && <Differences facts={facts} texts={differences.texts} />}
    </>
  )
}
