import { useQuery } from '@tanstack/react-query'
import {
  type Dispatch,
  type FormEvent,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { Button, Form as Fields } from 'react-aria-components'
import { isNameIn } from '../../define/base/objects.ts'
import { type Language, labelIn, languagesFrom, textIn } from '../../define/text/language.ts'
import { useApi, useApp, useMessagesOf, useUser } from '../context.tsx'
import { isNothing, nothingWrong, type Wrong, wrongTyped } from '../forms/errors.ts'
import { layoutOf } from '../forms/layouts.ts'
import type { Form } from '../forms/model.ts'
import { recordsOf } from '../forms/records.ts'
import { isRegionOfUse } from '../forms/stands.ts'
import { draftOf, firstLanguage, type Linked, newValues, type Values } from '../forms/values.ts'
import { nearTo, placeFacts } from '../forms/venue-place.ts'
import { Window } from '../parts/window.tsx'
import { VenueMap } from '../pin/venue-map.tsx'
import { Twins } from './found-links.tsx'
import { LineField } from './line.tsx'
import { messages } from './messages.ts'
import { PlaceSearch } from './place-search.tsx'

type Props = {
  form: Form
  name: string
  /** The values typed before. */
  typed: Values | undefined
  onClose(): void
  onCreated(one: Linked): void
}

const lines = new Set(['line', 'url', 'email', 'tel', 'number'])

/** A venue or organizer that is written together with the record that it is made for: its name in each language, and its plain fields. */
export function NewLinked({ form, name, typed, onClose, onCreated }: Props) {
  const t = useMessagesOf(messages)
  const { place } = useApp()
  const { language } = place
  const element = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState(nothingWrong)
  const [values, setValues] = useState(() => {
    if (typed) return typed
    const created = newValues(form)
    created.texts[language][form.titled] = name
    return created
  })
  useNear(form, near =>
    setValues(before => {
      const isTyped = Object.keys(near).some(of => before.facts[of])
      return typed || isTyped ? before : { ...before, facts: { ...before.facts, ...near } }
    }),
  )
  function make(event: FormEvent) {
    event.preventDefault()
    // the form of the record is around this one
    event.stopPropagation()
    const first = firstLanguage(form, values, language)
    const title = nameIn(form, values, language)
    const errors = wrongTyped(form, values, place)
    const named = form.fields.find(field => field.name === form.titled)
    if (!title.trim() && named) {
      const field = labelIn(named.label, language, language)
      errors.texts[language][named.name] = t('required', { field })
    }
    setWrong(errors)
    if (!isNothing(errors)) return
    const { translations = {}, ...draft } = draftOf(form, values, first, newValues(form))
    // the event may be written first in another language
    const all = { ...translations, [first]: { [form.titled]: title } }
    onCreated({
      draft: { ...draft, [form.titled]: title, translations: all },
      name: title,
      typed: values,
    })
  }
  useEffect(() => {
    if (isNothing(wrong)) return
    element.current?.querySelector<HTMLElement>('[data-invalid] input')?.focus()
  }, [wrong])
  return (
    <Window heading={t('make', { a: textIn(form.a, language) })} isOpen isFirm onClose={onClose}>
      <Fields onSubmit={make} ref={element} validationBehavior="aria">
        <Names form={form} values={values} setValues={setValues} wrong={wrong} />
        <Twins form={form} name={nameIn(form, values, language)} onUse={onCreated} />
        <PlainFields form={form} values={values} setValues={setValues} wrong={wrong} />
        <div className="actions">
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button type="submit" className="primary">
            {t('add')}
          </Button>
        </div>
      </Fields>
    </Window>
  )
}

/** The name that is typed, in the language that it is stored in first. */
const nameIn = (form: Form, values: Values, language: Language) =>
  values.texts[firstLanguage(form, values, language)][form.titled] ?? ''

type Inputs = {
  form: Form
  values: Values
  setValues: Dispatch<SetStateAction<Values>>
  wrong: Wrong
}

function Names({ form, values, setValues, wrong }: Inputs) {
  const { language } = useApp().place
  const named = form.fields.find(field => field.name === form.titled)
  if (!named) return null
  return languagesFrom(language).map(each => (
    <LineField
      key={each}
      field={{ ...named, isRequired: each === language }}
      label={labelIn(named.label, each, language)}
      lang={each}
      value={values.texts[each][named.name] ?? ''}
      error={wrong.texts[each][named.name]}
      onChange={text =>
        setValues(before => ({
          ...before,
          texts: { ...before.texts, [each]: { ...before.texts[each], [named.name]: text } },
        }))
      }
    />
  ))
}

function PlainFields({ form, values, setValues, wrong }: Inputs) {
  const { language } = useApp().place
  const plain = layoutOf(form)
    .groups.flatMap(({ name, fields }) => (name === 'more' ? [] : fields))
    .filter(({ as, isText }) => lines.has(as) && !isText)
    .filter(field => isRegionOfUse(field, {}, values.facts))
  const setFact = (name: string, value: string) =>
    setValues(before => ({ ...before, facts: { ...before.facts, [name]: value } }))
  const isPlace = plain.some(({ name }) => name === 'geo_lat')
  return (
    <div className="two">
      {isPlace && (
        <PlaceSearch
          onChoose={place =>
            setValues(before => ({ ...before, facts: { ...before.facts, ...placeFacts(place) } }))
          }
        />
      )}
      {plain.map(field => (
        <LineField
          key={field.name}
          field={field}
          label={textIn(field.label, language)}
          value={String(values.facts[field.name] ?? '')}
          error={wrong.facts[field.name]}
          onChange={value => setFact(field.name, value)}
        />
      ))}
      {isPlace && <VenueMap facts={values.facts} onChange={setFact} />}
    </div>
  )
}

/** Where a new venue probably is: in the city of the default venue, else of the newest one. */
function useNear(form: Form, onNear: (near: Record<string, string>) => void) {
  const api = useApi()
  const { newEvents } = useUser()
  const id = isNameIn(newEvents, form.name) ? Number(newEvents[form.name]) : 0
  const { data } = useQuery({
    queryKey: [form.path, 'near', id],
    queryFn: async () => {
      const query = { per_page: 1, ...(id > 0 && { include: [id] }) }
      const { items } = await recordsOf(api, form.path).list(query)
      return nearTo(items[0])
    },
    enabled: form.fields.some(({ name }) => name === 'city'),
    retry: false,
  })
  const begin = useEffectEvent(onNear)
  useEffect(() => {
    if (data) begin(data)
  }, [data])
}
