import { type ReactNode, useId } from 'react'
import { Link } from 'react-aria-components'
import { useMessagesOf } from '../../../context.tsx'
import type { DateTimes } from '../../../forms/given-dates.ts'
import { messages } from './messages.ts'

/** A date as a row; cells are by the label of their column. */
export type DateRow = DateTimes & {
  id: number
  day: string
  hours: string
  href?: string
  cells: readonly (readonly [label: string, content: ReactNode])[]
}

type Props = {
  rows: readonly DateRow[]
  /** The number of dates, on all pages; undefined: they have no end. */
  total: number | undefined
  chosen: readonly DateRow[]
  /** Undefined where dates are only shown. */
  choose: ((rows: readonly DateRow[]) => void) | undefined
  isBusy?: boolean
  /** What can be done with the chosen rows. */
  acts: ReactNode
  children: ReactNode
}

/** The dates of a series, with what can be done with several of them. */
export function DatesTable({ rows, total, chosen, choose, isBusy, acts, children }: Props) {
  const t = useMessagesOf(messages)
  const heading = useId()
  const toggle = (row: DateRow, isOn: boolean) =>
    choose?.(isOn ? [...chosen, row] : chosen.filter(({ id }) => id !== row.id))
  return (
    <section className="series-dates is-wide" aria-labelledby={heading}>
      <h3 id={heading}>{total === undefined ? `${t('date')} …` : t('dates', { count: total })}</h3>
      {choose && (
        <div className="bulk" role="toolbar" aria-labelledby={heading}>
          <AllBox rows={rows} total={total} chosen={chosen} choose={choose} />
          {chosen.length > 0 && acts}
        </div>
      )}
      <div className="table">
        <table aria-labelledby={heading} aria-busy={isBusy}>
          <thead>
            <tr>
              {choose && <td className="check" />}
              <th scope="col">{t('date')}</th>
              <th scope="col">{t('hours')}</th>
              {rows[0]?.cells.map(([label]) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <OneRow
                key={row.id}
                row={row}
                isChosen={chosen.some(({ id }) => id === row.id)}
                {...(choose && { onToggle: isOn => toggle(row, isOn) })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {children}
    </section>
  )
}

type AllProps = Pick<Props, 'rows' | 'total' | 'chosen'> & {
  choose(rows: readonly DateRow[]): void
}

/** Chooses the rows of the page, and says how many are chosen on all pages. */
function AllBox({ rows, total, chosen, choose }: AllProps) {
  const t = useMessagesOf(messages)
  const others = chosen.filter(({ id }) => !rows.some(row => row.id === id))
  const here = chosen.length - others.length
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={here === rows.length}
        ref={box => {
          if (box) box.indeterminate = here > 0 && here < rows.length
        }}
        onChange={({ target }) => choose(target.checked ? [...others, ...rows] : others)}
      />
      {chosen.length > 0
        ? t('selected', { count: chosen.length })
        : t(total === rows.length ? 'selectAll' : 'selectPage')}
    </label>
  )
}

type RowProps = { row: DateRow; isChosen: boolean; onToggle?(isOn: boolean): void }

function OneRow({ row, isChosen, onToggle }: RowProps) {
  const t = useMessagesOf(messages)
  const { day, hours, href, cells } = row
  return (
    <tr data-chosen={isChosen || undefined}>
      {onToggle && (
        <td className="check">
          <input
            type="checkbox"
            aria-label={t('select', { name: `${day} ${hours}`.trim() })}
            checked={isChosen}
            onChange={({ target }) => onToggle(target.checked)}
          />
        </td>
      )}
      <th scope="row">
        {href ? (
          <Link className="title" href={href}>
            {day}
          </Link>
        ) : (
          day
        )}
      </th>
      <td data-label={t('hours')}>{hours}</td>
      {cells.map(([label, content]) => (
        <td key={label} data-label={label}>
          {content}
        </td>
      ))}
    </tr>
  )
}
