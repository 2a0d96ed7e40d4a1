import { forms } from 'virtual:forms'
import { useContext } from 'react'
import { Link } from 'react-aria-components'
import { isObject } from '../../../define/base/objects.ts'
import { maxEventsCounted } from '../../../define/record.ts'
import { textIn } from '../../../define/text/language.ts'
import { plainText } from '../../../sdk/index.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import type { Row } from '../../forms/records.ts'
import { When } from '../../parts/times.tsx'
import { AuthorNames, useLogins } from './authors.ts'
import type { Column } from './columns.ts'
import { dateIn } from './dates.ts'
import { messages } from './messages.ts'
import { isDated } from './view.ts'

/** The value of a record in a column, in words. */
export function Cell({ column, row, form }: { column: Column; row: Row; form: Form }) {
  const { place } = useApp()
  const t = useMessagesOf(messages)
  const value = row[column.name]
  if (column.as === 'languages') return <Languages row={row} />
  if (column.as === 'events') return <EventCount row={row} name={form.name} />
  if (column.as === 'image') return <Thumb value={value} />
  if (column.as === 'record') return <Author id={Number(value)} form={form} />
  if (value === undefined || value === null || value === '' || value === false)
    return column.as === 'flag' && value === false ? t('no') : null
  if (column.as === 'flag') return t('yes')
  if (column.as === 'changed')
    return (
      <span className="changed">
        <When at={String(value)} />
      </span>
    )
  if (column.as === 'moment') {
    const { day, hour } = dateIn(place.locale, row, column.name)
    return (
      <time>
        {day} {hour && <span>{hour}</span>}
      </time>
    )
  }
  if (column.as === 'terms' || column.as === 'records' || Array.isArray(value))
    return namesOf(value).join(', ')
  if (column.as === 'choice') {
    const label = column.field?.choices?.find(([word]) => word === value)?.[1]
    return (
      <span className={`standing is-${value}`}>
        {(label && textIn(label, place.language)) ?? String(value)}
      </span>
    )
  }
  if (column.as === 'url') return hostOf(String(value))
  return plainText(String(value))
}

/** The languages that it has a text in. */
const Languages = ({ row: { translations = {} } }: { row: Row }) => (
  <span className="in-languages">
    {Object.keys(translations).map(code => (
      <span key={code}>{code.toUpperCase()}</span>
    ))}
  </span>
)

/** The number of events that are linked to it, with a link to them. */
function EventCount({ row, name }: { row: Row; name: string }) {
  const count = Number(row.events ?? 0)
  const { path } = forms.event ?? {}
  if (count === 0 || !path) return <>{count}</>
  const text = count > maxEventsCounted ? `${maxEventsCounted}+` : count
  return <Link href={`/${path}?when=all&${name}=${row.id}`}>{text}</Link>
}

function Thumb({ value }: { value: unknown }) {
  const { url, sizes } = isObject(value) ? value : {}
  const small = isObject(sizes) && isObject(sizes.thumbnail) ? sizes.thumbnail.url : undefined
  const src = small ?? url
  return typeof src === 'string' ? (
    <img className="thumb" src={src} alt="" loading="lazy" width={48} height={48} />
  ) : null
}

/** Records inside of another: one, several or none. */
function namesOf(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list
    .filter(isObject)
    .map(({ id, ...names }) => plainText(String(Object.values(names)[0] ?? id)))
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

/** The display name of the author, which leads to their events; without one, administrators see the login. */
function Author({ id, form }: { id: number; form: Form }) {
  const { may, user } = useUser()
  const t = useMessagesOf(messages)
  const names = useContext(AuthorNames)
  const logins = useLogins(may.accounts && id !== user.id && !names.has(id))
  if (!id) return null
  const own = id === user.id ? user.name || user.login : undefined
  const name = own ?? names.get(id) ?? logins.get(id) ?? t('userBy', { id })
  return isDated(form) ? <Link href={`/${form.path}?when=all&author=${id}`}>{name}</Link> : name
}
