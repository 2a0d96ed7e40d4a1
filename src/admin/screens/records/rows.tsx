import { useRef } from 'react'
import { Button, Link } from 'react-aria-components'
import { adjectiveOf, type Language, othersThan, textIn } from '../../../define/text/language.ts'
import { plainText } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import type { Row } from '../../forms/records.ts'
import { ReturnedMark } from '../history/returned.tsx'
import { Cell } from './cell.tsx'
import { type Column, statesIn } from './columns.ts'
import { messages } from './messages.ts'
import { RowMenu } from './row-menu.tsx'
import { nameOf, type Work } from './use-work.ts'
import { isDated, type View } from './view.ts'

type Props = {
  form: Form
  view: View
  columns: readonly Column[]
  rows: readonly Row[]
  work: Work
  show(change: Partial<View>): void
  /** True if the rows belong to the previous query. */
  isStale: boolean
  /** The rows that are chosen, where some may be. */
  chosen?: readonly Row[]
  choose?(rows: readonly Row[]): void
}

export function Rows({ form, view, columns, rows, work, show, isStale, chosen, choose }: Props) {
  const { language } = useApp().place
  const t = useMessagesOf(messages)
  const toggle = useToggle({ rows, chosen, choose })
  const ids = new Set(chosen?.map(({ id }) => id))
  if (rows.length === 0) return null

  return (
    <div className={isStale ? 'table is-stale' : 'table'}>
      <table aria-busy={isStale}>
        <caption className="visually-hidden">{textIn(form.many, language)}</caption>
        <thead>
          <tr>
            {choose && chosen && (
              <th className="check">
                <AllBox rows={rows} chosen={chosen} choose={choose} />
              </th>
            )}
            <Heading name={form.titled} form={form} view={view} show={show} />
            {columns.map(column => (
              <Heading
                key={column.name}
                form={form}
                view={view}
                show={show}
                column={column}
                name={column.name}
              />
            ))}
            <th>
              <span className="visually-hidden">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <OneRow
              key={row.id}
              form={form}
              view={view}
              columns={columns}
              row={row}
              work={work}
              {...(choose && {
                isChosen: ids.has(row.id),
                onToggle: (isOn, isRange) => toggle(at, isOn, isRange),
              })}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Choice = Pick<Props, 'rows'> & { chosen: Props['chosen']; choose: Props['choose'] }

/** Adds rows to the choice or takes them out; with Shift, all between the last one and this. */
function useToggle({ rows, chosen = [], choose }: Choice) {
  const last = useRef(-1)
  return (at: number, isOn: boolean, isRange: boolean) => {
    const [from, to] =
      isRange && last.current >= 0 ? [last.current, at].toSorted((a, b) => a - b) : [at, at]
    const touched = rows.slice(from, (to ?? at) + 1)
    last.current = at
    const others = without(chosen, touched)
    choose?.(isOn ? [...others, ...touched] : others)
  }
}

/** Rows by their ID: those of another page, or of an earlier response, are other objects. */
function without(rows: readonly Row[], fewer: readonly Row[]) {
  const ids = new Set(fewer.map(({ id }) => id))
  return rows.filter(({ id }) => !ids.has(id))
}

type OneProps = Pick<Props, 'form' | 'view' | 'columns' | 'work'> & {
  row: Row
  isChosen?: boolean
  /** `isRange`: with Shift held. */
  onToggle?(isOn: boolean, isRange: boolean): void
}

function OneRow({ form, view, columns, row, work, isChosen, onToggle }: OneProps) {
  const { language } = useApp().place
  const t = useMessagesOf(messages)
  return (
    <tr data-chosen={isChosen || undefined}>
      {onToggle && (
        <td className="check">
          <input
            type="checkbox"
            aria-label={t('select', { name: nameOf(form, row) })}
            checked={isChosen ?? false}
            onChange={({ target, nativeEvent }) =>
              onToggle(target.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
            }
          />
        </td>
      )}
      <th scope="row">
        <Title form={form} row={row} />
      </th>
      {columns.map(column => (
        <td key={column.name} data-label={textIn(column.label, language)}>
          <Cell column={column} row={row} form={form} />
        </td>
      ))}
      <td className="menu-cell">
        <RowMenu form={form} row={row} view={view} work={work} />
      </td>
    </tr>
  )
}

type AllProps = { rows: readonly Row[]; chosen: readonly Row[]; choose(rows: readonly Row[]): void }

function AllBox({ rows, chosen, choose }: AllProps) {
  const t = useMessagesOf(messages)
  const others = without(chosen, rows)
  const here = chosen.length - others.length
  return (
    <input
      type="checkbox"
      aria-label={t('selectAll')}
      checked={here === rows.length}
      ref={box => {
        if (box) box.indeterminate = here > 0 && here < rows.length
      }}
      onChange={({ target }) => choose(target.checked ? [...others, ...rows] : others)}
    />
  )
}

type HeadingProps = Pick<Props, 'form' | 'view' | 'show'> & { name: string; column?: Column }

function Heading({ form, view, show, name, column }: HeadingProps) {
  const { language } = useApp().place
  const t = useMessagesOf(messages)
  const field = form.fields.find(field => field.name === name)
  const sentence = column?.label ?? field?.label
  const label = sentence ? textIn(sentence, language) : name
  const sort = column ? column.sort : name
  if (!sort) return <th scope="col">{label}</th>
  // terms come by their names, events by their start
  const usual = form.family === 'term' ? 'name' : isDated(form) ? 'start_date' : ''
  const isSorted = (view.sort || usual) === sort
  return (
    <th scope="col" aria-sort={isSorted ? (view.isDown ? 'descending' : 'ascending') : 'none'}>
      <Button
        className="sort"
        aria-label={t('sortBy', { name: label })}
        onPress={() => show({ sort: sort === usual ? '' : sort, isDown: isSorted && !view.isDown })}
      >
        {label}
        <span aria-hidden="true" className="sort-sign" />
      </Button>
    </th>
  )
}

/** The title of a record, and those in the other languages, or that one is missing. */
function Title({ form, row }: { form: Form; row: Row }) {
  const { language } = useApp().place
  const t = useMessagesOf(messages)
  const { titled } = form
  const { translations } = row
  const nameIn = (of: Language) => translations?.[of]?.[titled]
  const foreign =
    nameIn(language) === undefined
      ? othersThan(language).find(of => nameIn(of) !== undefined)
      : undefined
  const missing = (of: Language) => t('missingIn', { language: adjectiveOf(of, language) })
  return (
    <>
      <Link href={`/${form.path}/${row.id}`} className="title" {...(foreign && { lang: foreign })}>
        {nameOf(form, row)}
      </Link>
      {translations && (
        <span className="twin">
          {foreign ? (
            <em className="lacks">{missing(language)}</em>
          ) : (
            othersThan(language).map(of => {
              const name = nameIn(of)
              return name === undefined ? (
                <em className="lacks" key={of}>
                  {missing(of)}
                </em>
              ) : (
                <span lang={of} key={of}>
                  {plainText(name)}
                </span>
              )
            })
          )}
        </span>
      )}
      {typeof row.occurrence_count === 'number' && (
        <span className="holding">{t('dates', { count: row.occurrence_count })}</span>
      )}
      <Holding form={form} row={row} />
      <ReturnedMark record={row} />
    </>
  )
}

/** The states that must be seen at once. */
function Holding({ form, row }: { form: Form; row: Row }) {
  const { language } = useApp().place
  return statesIn(form, row).map(label => (
    <span className="holding" key={label.en}>
      {textIn(label, language)}
    </span>
  ))
}
