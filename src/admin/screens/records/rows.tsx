import { useMutation } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { Button, Link, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { useLocation } from 'wouter'
import { adjectiveOf, type Language, othersThan, textIn } from '../../../define/text/language.ts'
import { plainText } from '../../../sdk/index.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import type { Row } from '../../forms/records.ts'
import { rightsOn } from '../../forms/rights.ts'
import { showProblem } from '../../parts/toast.tsx'
import { Confirm } from '../../parts/window.tsx'
import { duplicate } from '../editor/initial-values.ts'
import { useRead } from '../editor/open.ts'
import { ReturnedMark } from '../history/returned.tsx'
import { Cell } from './cell.tsx'
import { type Column, statesIn } from './columns.ts'
import { messages } from './messages.ts'
import { QuickEdit } from './on-demand.ts'
import { callOffFields } from './quick.ts'
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

type RowMenuProps = { form: Form; row: Row; view: View; work: Work }

/** The actions on one record. */
function RowMenu({ form, row, view, work }: RowMenuProps) {
  const t = useMessagesOf(messages)
  const [open, setOpen] = useState<'quickEdit' | 'callOff' | 'delete'>()
  const duplicate = useDuplicate(form)
  const items = useItems({ form, row, view })
  if (items.length === 0) return null
  function act(id: string) {
    if (id === 'quickEdit' || id === 'callOff' || id === 'delete') setOpen(id)
    if (id === 'duplicate') duplicate(row.id)
    if (id === 'toTrash') work.trash([row])
    if (id === 'restore') work.restore([row])
  }
  return (
    <>
      <MenuTrigger>
        <Button className="plain" aria-label={t('actionsOf', { name: nameOf(form, row) })}>
          <span aria-hidden="true" className="dots" />
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu className="options" items={items} onAction={id => act(String(id))}>
            {({ id, href }: Item) => (
              <MenuItem
                {...(href && { href })}
                {...(id === 'view' && { target: '_blank', rel: 'noopener' })}
                className={id === 'delete' || id === 'toTrash' ? 'is-danger' : ''}
              >
                {t(id)}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {(open === 'quickEdit' || open === 'callOff') && (
        <Suspense>
          <QuickEdit form={form} id={row.id} kind={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
      <Confirm
        isOpen={open === 'delete'}
        onClose={() => setOpen(undefined)}
        heading={t('deleteHeading', { count: 1 })}
        about={[...work.losses([row]), t('deleteAbout')].join(' ')}
        action={t('delete')}
        isDanger
        onConfirm={() => work.remove([row])}
      />
    </>
  )
}

type Item = { id: keyof typeof messages; href?: string }

/** The actions that the user may take on a record, by its status. */
function useItems({ form, row, view }: Omit<RowMenuProps, 'work'>): Item[] {
  const { may, user } = useUser()
  const rights = may[form.name]
  const mine = rightsOn(rights, row, user.id)
  const isTrash = view.tab === 'trash'
  const hasTrash = row.status !== undefined
  const items: (Item | false)[] = [
    mine.change && !isTrash && { id: 'edit', href: `/${form.path}/${row.id}` },
    mine.change && !isTrash && { id: 'quickEdit' },
    mine.change && !isTrash && callOffFields(form).length > 0 && { id: 'callOff' },
    rights.create && !isTrash && form.family === 'post' && !form.isFile && { id: 'duplicate' },
    typeof row.url === 'string' &&
      (row.status === undefined || row.status === 'publish') && { id: 'view', href: row.url },
    mine.remove && hasTrash && !isTrash && { id: 'toTrash' },
    mine.change && isTrash && { id: 'restore' },
    mine.erase && (isTrash || !hasTrash) && { id: 'delete' },
  ]
  return items.filter(item => item !== false)
}

/** Opens a new record with all that one has, as the editor does. */
function useDuplicate(form: Form) {
  const read = useRead(form)
  const [, navigate] = useLocation()
  const { mutate } = useMutation({
    mutationFn: read,
    onSuccess: opened => duplicate(form, opened, navigate),
    onError: showProblem,
  })
  return mutate
}
