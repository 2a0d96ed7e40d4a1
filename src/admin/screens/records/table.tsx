import { forms } from 'virtual:forms'
import { type ReactNode, useEffect } from 'react'
import { Button, Link } from 'react-aria-components'
import { useLocation } from 'wouter'
import { capital } from '../../../define/text/capital.ts'
import { isLanguage, type Language, textIn } from '../../../define/text/language.ts'
import { AlmanacError } from '../../../sdk/index.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import type { Row } from '../../forms/records.ts'
import { mayDoMany } from '../../forms/rights.ts'
import { usePlainKeys } from '../../parts/keys.ts'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Title } from '../../parts/title.tsx'
import { AuthorNames, useAuthorNames } from './authors.ts'
import { BulkBar } from './bulk-bar.tsx'
import { chosenColumns, columnsOf, titleAsks, usualColumns } from './columns.ts'
import { Filters } from './filters.tsx'
import { messages } from './messages.ts'
import { maxRows, Options } from './options.tsx'
import { Pages } from './pages.tsx'
import { ReturnedNotice } from './returned-notice.tsx'
import { Rows } from './rows.tsx'
import { Tabs } from './tabs.tsx'
import { rememberList } from './trail.ts'
import { useGoThrough } from './use-go-through.ts'
import { useSelection } from './use-selection.ts'
import { useCounts, useRows, useSaved, useView } from './use-table.ts'
import { useWork } from './use-work.ts'
import { addressOf, isDated, isFiltered, type View } from './view.ts'
import { Views } from './views.tsx'

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
