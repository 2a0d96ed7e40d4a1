import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Link } from 'react-aria-components'
import { plainText } from '../../sdk/index.ts'
import { useFound } from '../client/use-found.ts'
import { useApp, useMessagesOf } from '../context.tsx'
import type { Form } from '../forms/model.ts'
import type { Linked } from '../forms/values.ts'
import { useLater } from '../parts/use-later.ts'
import { messages } from './messages.ts'

export type RecordOption = {
  id: number
  name: string
  /** Its names in other languages. */
  others: string[]
  note: string
  isUnseen: boolean
}

export const linkTo = ({ id, name, note, isUnseen }: RecordOption): Linked => ({
  id,
  name,
  ...(note && { note }),
  ...(isUnseen && { isUnseen }),
})

/** Venues or organizers by letters of their texts in any language, drafts among them. */
export function useMatches(form: Form, sought: string): RecordOption[] {
  const find = useFound()
  const { data = [] } = useQuery({
    queryKey: [form.path, 'found', sought],
    queryFn: async ({ signal }) => {
      const query = { status: 'any', ...(sought && { search: sought }) }
      const rows = await find(form, query, ['city', 'status'], signal)
      return rows.map(({ row, name, others }) => ({
        id: row.id,
        name,
        others,
        note: [...others, plainText(String(row.city ?? ''))].filter(Boolean).join(', '),
        isUnseen: row.status !== 'publish',
      }))
    },
    placeholderData: keepPreviousData,
  })
  return data
}

/** True if a record has this name, in any language. */
export const isCalled = (
  { name, others }: Pick<RecordOption, 'name' | 'others'>,
  sought: string,
  locale: string,
) =>
  [name, ...others].some(each => each.localeCompare(sought, locale, { sensitivity: 'base' }) === 0)

type Props = {
  form: Form
  name: string
  /** The record that has the name itself. */
  own?: number | undefined
  /** Takes one that is there instead; without it, a link leads to each. */
  onUse?(one: Linked): void
}

/** Names the records that are called so already, before another one is made. */
export function Twins({ form, name, own, onUse }: Props) {
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const sought = useLater(name.trim())
  const matches = useMatches(form, sought)
  const twins = sought ? matches.filter(one => one.id !== own && isCalled(one, sought, locale)) : []
  return (
    <div role="status">
      {twins.map(one => {
        const named = [one.name, one.note].filter(Boolean).join(', ')
        return (
          <p key={one.id} className="hint">
            {t('isThere', { name: named })}{' '}
            {onUse ? (
              <Button className="plain" onPress={() => onUse(linkTo(one))}>
                {t('useIt')}
              </Button>
            ) : (
              <Link href={`/${form.path}/${one.id}`}>{t('openIt')}</Link>
            )}
          </p>
        )
      })}
    </div>
  )
}
