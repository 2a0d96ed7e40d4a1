import { writtenMapping } from '../../../define/column-mapping.ts'
import type { ImportDetails } from '../../../sdk/index.ts'
import { useMessagesOf } from '../../context.tsx'
import { messages } from './messages.ts'

type Table = Pick<ImportDetails, 'columns' | 'fields'>

const inputOf = (name: string) => `column ${name}`

/** A table has one meaning for all columns of the same heading; signs alone name none. */
const choosable = (columns: Table['columns']) =>
  columns.filter(
    ({ name }, at) =>
      /[\p{L}\p{N}]/u.test(name) && columns.findIndex(other => other.name === name) === at,
  )

/** The columns of a table, each with the choice of its field. */
export function Columns({ columns, fields }: Table) {
  const w = useMessagesOf(messages)
  return (
    <table className="import-columns">
      <thead>
        <tr>
          <th scope="col">{w('columnAndSample')}</th>
          <th scope="col">{w('readAs')}</th>
        </tr>
      </thead>
      <tbody>
        {choosable(columns).map(column => (
          <tr key={column.name}>
            <th scope="row">
              {column.name}
              {column.sample && <p className="hint">{column.sample}</p>}
            </th>
            <td>
              <select
                name={inputOf(column.name)}
                aria-label={w('column', { name: column.name })}
                defaultValue={column.field}
              >
                {column.field === '' && <option value="">{w('chooseField')}</option>}
                {optionsFor(fields, column).map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </select>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A mapping of the command line may name a field that is none here. */
const optionsFor = (fields: Table['fields'], { field }: Table['columns'][number]) =>
  field === '' || fields.some(({ name }) => name === field)
    ? fields
    : [...fields, { name: field, label: field }]

/** Columns that have values and no field. */
export const unreadIn = ({ columns }: Pick<Table, 'columns'>) =>
  columns.filter(({ field, sample }) => field === '' && sample !== '')

/** The chosen mapping; `before`: that of the time before, if all columns are as they were read. */
export function mapIn(typed: Record<string, string>, { columns }: Table, before?: string) {
  const chosen = choosable(columns).map(
    ({ name, field }) => [name, typed[inputOf(name)] ?? field, field] as const,
  )
  const isSame = chosen.every(([, field, read]) => field === read)
  const named = chosen.filter(([, field]) => field !== '')
  return isSame || named.length === 0
    ? before
    : writtenMapping(Object.fromEntries(named.map(([name, field]) => [name, field])))
}
