import { forms } from 'virtual:forms'
import { type ReactNode, useEffect } from 'react'
import { Button, Dialog, DialogTrigger, Link, Popover } from 'react-aria-components'
import { useLocation } from 'wouter'
import { capital } from '../../../define/text/capital.ts'
import { isLanguage, type Language, textIn } from '../../../define/text/language.ts'
import { formatNumber } from '../../../define/text/number-formats.ts'
import { AlmanacError } from '../../../sdk/index.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import type { Row } from '../../forms/records.ts'
import { mayDoMany } from '../../forms/rights.ts'
import { Choose } from '../../parts/choose.tsx'
import { usePlainKeys } from '../../parts/keys.ts'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Title } from '../../parts/title.tsx'
import { AuthorNames, useAuthorNames } from './authors.ts'
import { BulkBar } from './bulk-bar.tsx'
import { type Column, chosenColumns, columnsOf, titleAsks, usualColumns } from './columns.ts'
import { Filters, Views } from './filters.tsx'
import { messages } from './messages.ts'
import { ReturnedNotice } from './returned-notice.tsx'
import { Rows } from './rows.tsx'
import type { Saved } from './saved.ts'
import { rememberList } from './trail.ts'
import { useGoThrough } from './use-go-through.ts'
import { useSelection } from './use-selection.ts'
import { useCounts, useRows, useSaved, useView } from './use-table.ts'
import { useWork } from './use-work.ts'
import { addressOf, isDated, isFiltered, tabsOf, type View } from './view.ts'

/** All records of a resource: by its definition and the rights of the user. `tree` stands for the table until something is looked for. */
export function RecordTable({ form, tree }: { form: Form; tree?: ReactNode }) {
  const { may } = useUser()
  const { view, show, addressAfter } = useView(form)
  const counts = useCounts(form, view)
  const t = useMessagesOf(messages)
  const [, navigate] = useLocation()
  usePlainKeys({
    '/': () => document.querySelector<HTMLElement>('search [type=search]')?.focus(),
    c: may[form.name].create ? () => navigate(`/${form.path}/new`) : undefined,
  })
  return (
    <>
      <Head form={form} mayCreate={may[form.name].create} />
      {isDated(form) && !may.event.publish && may.event.create && <ReturnedNotice />}
      <Tabs form={form} view={view} counts={counts} addressAfter={addressAfter} />
      <Filters form={form} view={view} show={show} />
      {tree && !isFiltered(view) && (
        <Link href={addressAfter({ isFlat: !view.isFlat })} className="flat">
          {t(view.isFlat ? 'asTree' : 'asTable')}
        </Link>
      )}
      {tree && !isFiltered(view) && !view.isFlat ? (
        tree
      ) : (
        <Table form={form} view={view} show={show} addressAfter={addressAfter} />
      )}
    </>
  )
}

type TableProps = { form: Form } & ReturnType<typeof useView>

function Table({ form, view, show, addressAfter }: TableProps) {
  const { may } = useUser()
  const t = useMessagesOf(messages)
  const [saved, change] = useSaved(form)
  const all = columnsOf(form, forms)
  const columns = chosenColumns(all, saved.columns ?? usualColumns(form, all))
  const perPage = Math.min(saved.perPage ?? 20, maxRows)
  const asks = [...new Set([...titleAsks(form), ...columns.flatMap(({ asks }) => asks)])]
  const { data, error, isPlaceholderData } = useRows(form, view, perPage, asks)
  const names = useAuthorNames(form, data?.items ?? [])
  const work = useWork(form)
  const [chosen, choose] = useSelection(view)
  useRemembered(form, view, isPlaceholderData ? undefined : data?.items)
  // the last row of a page went away
  useEffect(() => {
    if (error instanceof AlmanacError && error.status === 404 && view.page > 1) show({ page: 1 })
  }, [error, view.page, show])
  return (
    <>
      <ProblemNote error={error} />
      <div className={chosen.length > 0 ? 'table-bar is-sticky' : 'table-bar'}>
        {chosen.length > 0 ? (
          <BulkBar
            form={form}
            rows={chosen}
            view={view}
            work={work}
            onDone={() => choose([])}
            {...(data && data.total > chosen.length && { more: data.total })}
            selectAll={choose}
          />
        ) : (
          <p className="hint" aria-live="polite">
            {work.progress
              ? t('working', work.progress)
              : data && t('count', { count: data.total })}
          </p>
        )}
        {isLanguage(view.missing) && <Translate form={form} view={view} into={view.missing} />}
        <Views form={form} view={view} />
        <Options
          columns={all}
          chosen={columns.map(({ name }) => name)}
          perPage={perPage}
          onChange={change}
        />
      </div>
      {!data && !error && <Skeleton lines={12} />}
      {data && (
        <AuthorNames value={names}>
          <Rows
            form={form}
            view={view}
            columns={columns}
            work={work}
            show={show}
            rows={data.items}
            isStale={isPlaceholderData}
            {...(mayDoMany(may[form.name]) && { chosen, choose })}
          />
        </AuthorNames>
      )}
      {data?.items.length === 0 && <Empty view={view} />}
      {data && <Pages view={view} pages={data.totalPages} addressAfter={addressAfter} />}
    </>
  )
}

/** Leads through the records of a view to translate their texts. */
function Translate({ form, view, into }: { form: Form; view: View; into: Language }) {
  const t = useMessagesOf(messages)
  const { isPending, mutate } = useGoThrough()
  return (
    <Button isPending={isPending} onPress={() => mutate({ form, view, language: into })}>
      {t('translate')}
    </Button>
  )
}

/** Notes the rows of a view once they are read: records that are opened from it lead back to it, and on to the next. */
function useRemembered({ path }: Form, view: View, rows: readonly Row[] | undefined) {
  const back = `/${path}${addressOf(view)}`
  const language = isLanguage(view.missing) ? view.missing : undefined
  useEffect(() => {
    if (rows) rememberList({ path, back, ids: rows.map(({ id }) => id), language })
  }, [rows, path, back, language])
}

function Head({ form, mayCreate }: { form: Form; mayCreate: boolean }) {
  const { language } = useApp().place
  const t = useMessagesOf(messages)
  return (
    <Title text={capital(textIn(form.many, language))}>
      {mayCreate && (
        <Link href={`/${form.path}/new`} className="button primary">
          {t('new', { a: textIn(form.a, language) })}
        </Link>
      )}
    </Title>
  )
}

function Empty({ view }: { view: View }) {
  const t = useMessagesOf(messages)
  const word = isFiltered(view) ? 'emptyFiltered' : view.tab === 'trash' ? 'emptyTrash' : 'empty'
  return <p className="empty">{t(word)}</p>
}

type Props = { view: View; pages: number; addressAfter(change: Partial<View>): string }

/** The pages of a table. */
function Pages({ view: { page }, pages, addressAfter }: Props) {
  const t = useMessagesOf(messages)
  if (pages < 2) return null
  const to = (target: number, word: 'first' | 'previous' | 'next' | 'last', sign: string) => (
    <Link
      href={addressAfter({ page: target })}
      isDisabled={target < 1 || target > pages || target === page}
      className="button"
      aria-label={t(word)}
    >
      <span aria-hidden="true">{sign}</span>
    </Link>
  )
  return (
    <nav aria-label={t('pages')} className="pages">
      {to(1, 'first', '«')}
      {to(page - 1, 'previous', '‹')}
      <span>{t('pageOf', { page, pages })}</span>
      {to(page + 1, 'next', '›')}
      {to(pages, 'last', '»')}
    </nav>
  )
}

type TabsProps = {
  form: Form
  view: View
  /** By tab; undefined: not known yet. Records that the user may not list have no count. */
  counts: Record<string, number | undefined> | undefined
  addressAfter(change: Partial<View>): string
}

/** Rare statuses are shown where there is something in them. */
const isRare = (id: string) => id === 'private' || id === 'future' || id === 'pending'

/** The statuses, each with how many there are. */
function Tabs({ form, view, counts, addressAfter }: TabsProps) {
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const isVisible = (id: string) =>
    counts ? counts[id] !== undefined && (counts[id] > 0 || !isRare(id)) : !isRare(id)
  const tabs = tabsOf(form).filter(({ id }) => id === view.tab || isVisible(id))
  if (tabs.length === 0) return null
  return (
    <nav aria-label={t('tabs')} className="tabs">
      <ul>
        {tabs.map(({ id }) => (
          <li key={id}>
            <Link
              href={addressAfter({ tab: id })}
              {...(id === view.tab && { 'aria-current': 'page' as const })}
            >
              {t(id)}
              {counts?.[id] !== undefined && (
                <span className="number">{formatNumber(counts[id], locale)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Rows of a page at most. */
const maxRows = 200

type OptionsProps = {
  columns: readonly Column[]
  /** Names of those that are shown. */
  chosen: readonly string[]
  perPage: number
  onChange(change: Saved): void
}

/** The columns and the number of rows of a table. */
function Options({ columns, chosen, perPage, onChange }: OptionsProps) {
  const t = useMessagesOf(messages)
  const { language } = useApp().place
  const sizes = [...new Set([10, 20, 50, 100, maxRows, perPage])]
  return (
    <DialogTrigger>
      <Button className="plain">{t('columns')}</Button>
      <Popover className="popover" placement="bottom end">
        <Dialog aria-label={t('columns')}>
          <fieldset className="checks">
            <legend className="label">{t('columns')}</legend>
            {columns.map(({ name, label }) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={chosen.includes(name)}
                  onChange={({ target }) =>
                    onChange({
                      columns: target.checked
                        ? [...chosen, name]
                        : chosen.filter(each => each !== name),
                    })
                  }
                />
                {textIn(label, language)}
              </label>
            ))}
          </fieldset>
          <Choose
            label={t('perPage')}
            value={String(perPage)}
            onChange={size => onChange({ perPage: Number(size) })}
            choices={sizes
              .toSorted((a, b) => a - b)
              .map(size => [String(size), String(size)] as const)}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
