import { ignored, writtenMapping } from '../../../define/column-mapping.ts'
import type { ImportDetails } from '../../../sdk/index.ts'
import { useMessagesOf } from '../../context.tsx'
import { messages } from './messages.ts'

type Table = Pick<ImportDetails, 'columns' | 'fields'>

const inputOf = (name: string) => `column ${name}`
const fieldOf = ({ field }: Table['columns'][number]) => field || ignored

/** A table has one meaning for all columns of the same heading; signs alone name none. */
const choosable = ({ columns }: Table) =>
  columns.filter(
    ({ name }, at) =>
      /[\p{L}\p{N}]/u.test(name) && columns.findIndex(other => other.name === name) === at,
  )

/** The columns of a table, each with the choice of its field. */
export function Columns({ table }: { table: Table }) {
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
        {choosable(table).map(column => (
          <tr key={column.name}>
            <th scope="row">
              {column.name}
              {column.sample && <p className="hint">{column.sample}</p>}
            </th>
            <td>
              <select
                name={inputOf(column.name)}
                aria-label={w('column', { name: column.name })}
                defaultValue={fieldOf(column)}
              >
                {optionsFor(table, column).map(({ name, label }) => (
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
const optionsFor = ({ fields }: Table, column: Table['columns'][number]) =>
  fields.some(({ name }) => name === fieldOf(column))
    ? fields
    : [...fields, { name: column.field, label: column.field }]

/** The chosen mapping; `before`: that of the time before, if all columns are as they were read. */
export function mapIn(typed: Record<string, string>, table: Table, before: string | undefined) {
  const columns = choosable(table)
  const chosen = columns.map(
    column => [column.name, typed[inputOf(column.name)] ?? fieldOf(column)] as const,
  )
  return columns.every((column, at) => fieldOf(column) === chosen[at]?.[1])
    ? before
    : writtenMapping(Object.fromEntries(chosen))
}
