import { forms } from 'virtual:forms'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Button, Checkbox, Input } from 'react-aria-components'
import { plainText } from '../../sdk/index.ts'
import { useApi, useMessagesOf, useUser } from '../context.tsx'
import { recordsOf } from '../forms/records.ts'
import { inTree } from '../forms/tree.ts'
import type { Term } from '../forms/values.ts'
import { TextInput } from '../parts/text-input.tsx'
import type { FieldProps } from './field-props.ts'
import { messages } from './messages.ts'

/** All categories as a tree of boxes; a new one is made by its name. */
export function CategoriesField({
  field,
  label,
  value,
  onChange,
  error,
  isDisabled,
}: FieldProps<Term[]>) {
  const t = useMessagesOf(messages)
  const { may } = useUser()
  const all = useTerms('categories')
  const chosen = new Set(value.flatMap(term => ('id' in term ? [term.id] : [])))
  const newTerms = value.filter(term => !('id' in term))
  return (
    <fieldset
      className="field"
      aria-label={label}
      data-field={field.name}
      {...(error && { 'data-invalid': true })}
    >
      <span className="label">{label}</span>
      <div className="tree">
        {inTree(all).map(({ id, name, depth }) => (
          <Checkbox
            key={id}
            className="check"
            style={{ paddingInlineStart: `${depth * 1.25}rem` }}
            isSelected={chosen.has(id)}
            isDisabled={!!isDisabled}
            onChange={is =>
              onChange(
                is
                  ? [...value, { id, name }]
                  : value.filter(term => !('id' in term && term.id === id)),
              )
            }
          >
            <span aria-hidden="true" className="box" />
            {name}
          </Checkbox>
        ))}
      </div>
      <Names
        terms={newTerms}
        isDisabled={!!isDisabled}
        onChange={left => onChange([...value.filter(term => 'id' in term), ...left])}
      />
      {may.category.create && !isDisabled && (
        <AddName
          label={t('newCategory')}
          onAdd={name => onChange([...value, termNamed(all, name) ?? { name }])}
        />
      )}
      {error && <span className="wrong">{error}</span>}
    </fieldset>
  )
}

/** Tags by name, those that exist offered. */
export function TagsField(props: FieldProps<Term[]>) {
  const { field, label, value, onChange, error, isDisabled } = props
  const all = useTerms('tags')
  return (
    <fieldset
      className="field"
      aria-label={label}
      data-field={field.name}
      {...(error && { 'data-invalid': true })}
    >
      {isDisabled ? (
        <span className="label">{label}</span>
      ) : (
        <AddName
          label={label}
          offered={all.map(({ name }) => name)}
          onAdd={name => {
            const tag = termNamed(all, name) ?? { name }
            if (!value.some(one => one.name === tag.name)) onChange([...value, tag])
          }}
        />
      )}
      <Names terms={value} onChange={onChange} isDisabled={!!isDisabled} />
      {error && <span className="wrong">{error}</span>}
    </fieldset>
  )
}

const termNamed = (all: { id: number; name: string }[], name: string) =>
  all.find(term => term.name.toLocaleLowerCase() === name.toLocaleLowerCase())

type NamesProps = { terms: Term[]; onChange(left: Term[]): void; isDisabled: boolean }

function Names({ terms, onChange, isDisabled }: NamesProps) {
  const t = useMessagesOf(messages)
  if (terms.length === 0) return null
  return (
    <ul className="names">
      {terms.map(({ name }) => (
        <li key={name}>
          {name}
          <Button
            className="plain"
            aria-label={t('remove', { name })}
            isDisabled={isDisabled}
            onPress={() => onChange(terms.filter(one => one.name !== name))}
          >
            <span aria-hidden="true">×</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

type AddProps = { label: string; offered?: string[]; onAdd(name: string): void }

/** Names that are added one after another, by Enter, a comma or the button. */
function AddName({ label, offered = [], onAdd }: AddProps) {
  const t = useMessagesOf(messages)
  const [typed, setTyped] = useState('')
  function add() {
    for (const name of typed.split(',')) if (name.trim()) onAdd(name.trim())
    setTyped('')
  }
  function key(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== ',') return
    event.preventDefault()
    add()
  }
  const list = `offered-${label.replace(/\W/g, '')}`
  return (
    <div className="add-name">
      <TextInput label={label} value={typed} onChange={setTyped} maxLength={1000}>
        <Input onKeyDown={key} list={list} autoComplete="off" />
      </TextInput>
      <datalist id={list}>
        {offered.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button onPress={add} isDisabled={typed.trim() === ''}>
        {t('add')}
      </Button>
    </div>
  )
}

type Listed = { id: number; name: string; parent: number }

function useTerms(path: 'categories' | 'tags'): Listed[] {
  const api = useApi()
  const { data = [] } = useQuery({
    queryKey: [path, 'names'],
    queryFn: async ({ signal }) => {
      const terms: Listed[] = []
      const titled = Object.values(forms).find(form => form.path === path)?.titled ?? 'name'
      const query = {
        per_page: 50,
        hide_empty: false,
        ...(path === 'categories' && { orderby: 'position' }),
        _fields: ['id', titled, 'parent'],
      }
      for await (const row of recordsOf(api, path).all(query, { signal })) {
        terms.push({
          id: row.id,
          name: plainText(String(row.name)),
          parent: Number(row.parent ?? 0),
        })
        if (terms.length >= 1000) break
      }
      return terms
    },
  })
  return data
}
