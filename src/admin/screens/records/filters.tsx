import { forms } from 'virtual:forms'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import {
  Button,
  Dialog,
  DialogTrigger,
  Input,
  Link,
  Popover,
  SearchField,
} from 'react-aria-components'
import { useSearch } from 'wouter'
import { adjectiveOf, languages, textIn } from '../../../define/text/language.ts'
import { formatDay } from '../../../define/time/day-formats.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { Choose } from '../../parts/choose.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { useLater } from '../../parts/use-later.ts'
import { indented } from '../terms/tree.ts'
import { useTerms } from '../terms/use-terms.ts'
import { isLinkedPost } from './columns.ts'
import { messages } from './messages.ts'
import { monthsAround } from './question.ts'
import { useToday } from './use-table.ts'
import {
  addressOf,
  isDated,
  isFiltered,
  lackable,
  namedDates,
  unfiltered,
  type View,
} from './view.ts'

type Props = {
  form: Form
  view: View
  show(change: Partial<View>, how?: { isTyping?: boolean }): void
}

/** The filters of a table. */
export function Filters({ form, view, show }: Props) {
  const { language } = useApp().place
  const t = useMessagesOf(messages)
  return (
    <search className="filters" aria-label={t('filters')}>
      {!form.isFile && <Search view={view} show={show} />}
      {isDated(form) && <When view={view} show={show} />}
      {isDated(form) && <Categories view={view} show={show} />}
      {isDated(form) && forms.venue && (
        <RecordPicker
          form={forms.venue}
          label={t('venue')}
          none={t('anyVenue')}
          value={view.venue}
          onChange={venue => show({ venue })}
        />
      )}
      {isDated(form) && <EventStatus form={form} view={view} show={show} />}
      {isDated(form) && <Lacks view={view} show={show} />}
      {isLinkedPost(form, forms) && (
        <Choose
          isBare
          label={t('events')}
          value={view.isUpcoming ? 'upcoming' : 'any'}
          onChange={word => show({ isUpcoming: word === 'upcoming' })}
          choices={[
            ['any', t('anyEvents')],
            ['upcoming', t('upcomingEvents')],
          ]}
        />
      )}
      {form.fields.some(({ name, isText }) => name === form.titled && isText) && (
        <Choose
          isBare
          label={t('languages')}
          value={view.missing || 'any'}
          onChange={word => show({ missing: word === 'any' ? '' : word })}
          choices={[
            ['any', t('anyLanguage')],
            ...languages.map(
              of => [of, t('toTranslate', { language: adjectiveOf(of, language) })] as const,
            ),
          ]}
        />
      )}
      {isFiltered(view) && (
        <Button className="plain" onPress={() => show(unfiltered(view.tab))}>
          {t('clear')}
        </Button>
      )}
    </search>
  )
}

function Search({ view, show }: Pick<Props, 'view' | 'show'>) {
  const t = useMessagesOf(messages)
  const [typed, setTyped] = useState(view.search)
  const sought = useLater(typed, 250)
  const hasFocus = new URLSearchParams(useSearch()).get('focus') === 'search'
  useEffect(() => {
    if (sought.trim() !== view.search) show({ search: sought.trim() }, { isTyping: true })
  }, [sought])
  // “back”, or all filters cleared
  useEffect(
    () => setTyped(typed => (typed.trim() === view.search ? typed : view.search)),
    [view.search],
  )
  return (
    <SearchField className="field" aria-label={t('search')} value={typed} onChange={setTyped}>
      <Input placeholder={t('search')} maxLength={500} autoFocus={hasFocus} />
    </SearchField>
  )
}

function When({ view, show }: Pick<Props, 'view' | 'show'>) {
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const today = useToday()
  const nameOf = (month: string) => formatDay(Date.parse(`${month}-01`) / 1000, 'month', locale)
  const months = [
    ...new Set([...monthsAround(today), ...(/^\d/.test(view.when) ? [view.when] : [])]),
  ]
  return (
    <Choose
      isBare
      label={t('when')}
      value={view.when}
      onChange={when => show({ when })}
      choices={[
        ...namedDates.map(name => [name, t(name === 'all' ? 'allDates' : name)] as const),
        ...months.toSorted().map(month => [month, nameOf(month)] as const),
      ]}
    />
  )
}

function EventStatus({ form, view, show }: Props) {
  const t = useMessagesOf(messages)
  const { language } = useApp().place
  const words = form.fields.find(({ name }) => name === 'event_status')?.choices ?? []
  const named = (list: string) =>
    words
      .filter(([word]) => list.split(',').includes(word))
      .map(([, name]) => textIn(name, language))
      .join(', ')
  const lists = new Set([...words.map(([word]) => word), view.eventStatus])
  lists.delete('')
  return (
    <Choose
      isBare
      label={t('eventStatus')}
      value={view.eventStatus || 'any'}
      onChange={word => show({ eventStatus: word === 'any' ? '' : word })}
      choices={[['any', t('anyStatus')], ...[...lists].map(list => [list, named(list)] as const)]}
    />
  )
}

function Lacks({ view, show }: Pick<Props, 'view' | 'show'>) {
  const t = useMessagesOf(messages)
  const { may } = useUser()
  // others see no venues that are not public
  const names = lackable.filter(name => name !== 'place' || may.event.read_unpublished === 'all')
  return (
    <Choose
      isBare
      label={t('lacks')}
      value={view.lacks || 'any'}
      onChange={word => show({ lacks: lackable.find(name => name === word) ?? '' })}
      choices={[
        ['any', t('lacksAnything')],
        ...names.map(name => [name, t(`lacks_${name}`)] as const),
      ]}
    />
  )
}

function Categories({ view, show }: Pick<Props, 'view' | 'show'>) {
  const t = useMessagesOf(messages)
  const { data = [] } = useTerms('categories')
  return (
    <Choose
      isBare
      label={t('category')}
      value={String(view.category)}
      onChange={id => show({ category: Number(id) })}
      choices={[
        ['0', t('anyCategory')],
        ...indented(data).map(
          ({ id, name, depth }) => [String(id), `${'\u2003'.repeat(depth)}${name}`] as const,
        ),
      ]}
    />
  )
}

/** Saved views of a table: to go to, to save the current one, to delete. */
export function Views({ form, view }: { form: Form; view: View }) {
  const t = useMessagesOf(messages)
  const { server } = useApp()
  const { may } = useUser()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const kind = form.name
  const key = [form.path, 'views']
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => server.admin('GET /views', { kind }),
    enabled: isOpen,
  })
  const renew = () => queries.invalidateQueries({ queryKey: key })
  const saving = useMutation({
    mutationFn: (of: { name: string; shared: boolean }) =>
      server.admin('POST /views', { kind, query: addressOf({ ...view, page: 1 }), ...of }),
    onSuccess: renew,
  })
  const removing = useMutation({
    mutationFn: (id: number) => server.admin('DELETE /views/:id', { id }),
    onSuccess: renew,
  })
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const name = String(typed.get('name') ?? '').trim()
    if (name && !saving.isPending) saving.mutate({ name, shared: typed.get('shared') === 'yes' })
  }
  const mayShare = may[form.name].write_for_others
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className="plain">{t('views')}</Button>
      <Popover className="popover" placement="bottom end">
        <Dialog aria-label={t('views')}>
          <ul className="saved-views">
            {data?.views.map(({ id, name, query, shared, own }) => (
              <li key={id}>
                <Link href={`/${form.path}${query}`} onPress={() => setOpen(false)}>
                  {name}
                </Link>
                {shared && <span className="hint">{t('shared')}</span>}
                {(own || (shared && mayShare)) && (
                  <Button
                    className="plain"
                    aria-label={t('deleteView', { name })}
                    onPress={() => removing.mutate(id)}
                  >
                    <span aria-hidden="true">×</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {data?.views.length === 0 && <p className="hint">{t('noViews')}</p>}
          <form onSubmit={save}>
            <ProblemNote error={saving.error ?? removing.error} />
            <TextInput name="name" label={t('viewName')} maxLength={80} />
            {mayShare && (
              <label className="tick">
                <input type="checkbox" name="shared" value="yes" /> {t('share')}
              </label>
            )}
            <Button type="submit">{t('saveView')}</Button>
          </form>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
