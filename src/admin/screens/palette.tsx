import { forms } from 'virtual:forms'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  Autocomplete,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  SearchField,
  Text,
} from 'react-aria-components'
import { useLocation } from 'wouter'
import { capital } from '../../define/text/capital.ts'
import { formatMessage, type Sentence, textIn } from '../../define/text/language.ts'
import { withoutAccents } from '../../define/text/letters.ts'
import { allTime } from '../../define/time/all-time.ts'
import { formatDay } from '../../define/time/day-formats.ts'
import { plainText } from '../../sdk/index.ts'
import { useFound } from '../client/use-found.ts'
import { useApp, useMessages, useMessagesOf, useUser } from '../context.tsx'
import type { Form } from '../forms/model.ts'
import { isOfUse } from '../forms/rights.ts'
import { useLater } from '../parts/use-later.ts'
import { Window } from '../parts/window.tsx'
import { otherScreens } from './others.tsx'
import { messages as tableWords } from './records/messages.ts'
import { isDated } from './records/view.ts'

const words = {
  heading: { en: 'Go to', fr: 'Aller à' },
  placeholder: {
    en: 'Event, place, person, screen',
    fr: 'Évènement, lieu, personne, écran',
  },
  screens: { en: 'Screens', fr: 'Écrans' },
  nothing: { en: 'Nothing found.', fr: 'Rien trouvé.' },
} as const satisfies Record<string, Sentence>

/** Where one can go: `note` tells those of one name apart. */
type Way = { to: string; name: string; note?: string }
type Group = { heading: string; ways: Way[] }

/** A list of screens, and of records of every kind as one types: what is chosen opens. */
export function Palette({ onClose }: { onClose(): void }) {
  const t = useMessagesOf(words)
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const screens = useScreens(typed)
  const records = useRecords(useLater(typed.trim(), 250))
  const groups = [...(screens.ways.length > 0 ? [screens] : []), ...records]
  return (
    <Window heading={t('heading')} isOpen onClose={onClose}>
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <SearchField className="field" aria-label={t('heading')} autoFocus>
          <Input placeholder={t('placeholder')} maxLength={500} />
        </SearchField>
        <Menu
          className="options palette"
          aria-label={t('heading')}
          onAction={to => {
            onClose()
            navigate(String(to))
          }}
          renderEmptyState={() => t('nothing')}
        >
          {groups.map(({ heading, ways }) => (
            <MenuSection key={heading}>
              <Header>{heading}</Header>
              {ways.map(({ to, name, note }) => (
                <MenuItem key={to} id={to} textValue={name}>
                  <Text slot="label">{name}</Text>
                  {note && <Text slot="description">{note}</Text>}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Autocomplete>
    </Window>
  )
}

/** The screens of the menu and the blank forms whose names have the letters. */
function useScreens(typed: string): Group {
  const { language } = useApp().place
  const { may } = useUser()
  const t = useMessages()
  const table = useMessagesOf(tableWords)
  const kinds = useKinds()
  const ways: Way[] = [
    { to: '/calendar', name: t('calendar') },
    ...kinds.map(({ path, many }) => ({
      to: `/${path}`,
      name: capital(textIn(many, language)),
    })),
    ...otherScreens
      .filter(screen => screen.isFor(may))
      .map(({ path, title }) => ({ to: `/${path}`, name: formatMessage(title, language) })),
    ...kinds
      .filter(({ name, isFile }) => may[name].create && !isFile)
      .map(({ path, a }) => ({
        to: `/${path}/new`,
        name: table('new', { a: textIn(a, language) }),
      })),
  ]
  const letters = plain(typed.trim())
  return {
    heading: useMessagesOf(words)('screens'),
    ways: ways.filter(({ name }) => plain(name).includes(letters)),
  }
}

const useKinds = () => {
  const { may } = useUser()
  return Object.values(forms).filter(form => isOfUse(may[form.name], form))
}

const plain = (text: string) => withoutAccents(text).toLowerCase()

/** The records of every kind that the words find, as their tables do; the first of each. */
function useRecords(sought: string): Group[] {
  const { language, locale } = useApp().place
  const find = useFound()
  const kinds = useKinds()
  const dayOf = (start: unknown) =>
    typeof start === 'string' ? formatDay(Date.parse(`${start}Z`) / 1000, 'date', locale) : ''
  const { data = [] } = useQuery({
    queryKey: ['palette', sought],
    queryFn: ({ signal }) =>
      Promise.all(
        kinds.map(async form => {
          const found = await find(form, questionOf(form, sought), ['city', 'start_date'], signal)
          return {
            heading: capital(textIn(form.many, language)),
            ways: found.slice(0, shown).map(({ row, name, others }) => ({
              to: `/${form.path}/${row.id}`,
              name,
              note: [...others, plainText(String(row.city ?? '')), dayOf(row.start_date)]
                .filter(Boolean)
                .join(', '),
            })),
          }
        }),
      ),
    enabled: sought.length > 1,
    placeholderData: keepPreviousData,
  })
  if (sought.length < 2) return []
  const letters = plain(sought)
  const isNamed = ({ name, note = '' }: Way) => plain(`${name}\n${note}`).includes(letters)
  // an event at a place of this name comes after the place
  const [named = [], others = []] = [true, false].map(is =>
    data.filter(({ ways }) => ways.length > 0 && ways.some(isNamed) === is),
  )
  return [...named, ...others]
}
/** So many records of a kind are shown. */
const shown = 5

const questionOf = (form: Form, search: string) => ({
  search,
  ...(form.family !== 'term' && { status: 'any' }),
  ...(isDated(form) && { ...allTime, occurrences: 'series', sort: '-start_date' }),
})
