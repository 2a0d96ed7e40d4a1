import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import {
  Button,
  Collection,
  isTextDropItem,
  Link,
  Tree,
  TreeItem,
  TreeItemContent,
  useDragAndDrop,
} from 'react-aria-components'
import { forEachOf } from '../../client/in-turn.ts'
import { useApi, useMessages, useMessagesOf, useUser } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { recordsOf } from '../../forms/records.ts'
import { Choose } from '../../parts/choose.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { showProblem, showToast } from '../../parts/toast.tsx'
import { Window } from '../../parts/window.tsx'
import { messages } from './messages.ts'
import {
  indented,
  isWithin,
  type Node,
  positionsAfter,
  steppedTo,
  type Term,
  treeOf,
} from './tree.ts'
import { useTerms } from './use-terms.ts'

/** Categories below each other. They are moved by drag, also by the keyboard, or by choosing what is above. */
export function TermTree({ form }: { form: Form }) {
  const { may } = useUser()
  const t = useMessagesOf(messages)
  const { data, error } = useTerms(form.path)
  const [moving, setMoving] = useState<Term>()
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const move = useMoveTerm(form)
  const order = useOrder(form)
  const mayMove = may[form.name].change !== 'none'
  const terms = new Map((data ?? []).map(term => [term.id, term]))
  const dragAndDropHooks = useDragged(mayMove, put)
  function put(id: number, parent: number) {
    const term = terms.get(id)
    if (!term || term.parent === parent) return
    if (isWithin(terms, id, parent)) {
      if (id !== parent) showToast({ text: t('within', { name: term.name }), isProblem: true })
      return
    }
    // it is seen where it goes
    setClosed(closed => new Set([...closed].filter(each => each !== parent)))
    move({ term, parent })
  }
  if (error) return <ProblemNote error={error} />
  if (!data) return <Skeleton />
  const go = (id: number, way: 'up' | 'down') => {
    const changes = positionsAfter(data, id, way)
    if (changes.length > 0) order(changes)
  }
  return (
    <>
      {mayMove && <p className="hint">{t('help')}</p>}
      <div onKeyDownCapture={event => mayMove && step(event, data, put, go)}>
        <Tree
          aria-label={t('tree')}
          className="branches"
          items={treeOf(data)}
          expandedKeys={data.flatMap(({ id }) => (closed.has(id) ? [] : [id]))}
          onExpandedChange={open => {
            const now = new Set(open)
            setClosed(new Set(data.flatMap(({ id }) => (now.has(id) ? [] : [id]))))
          }}
          dragAndDropHooks={dragAndDropHooks}
        >
          {node => (
            <Branch node={node} form={form} {...(mayMove && { onMove: setMoving, onOrder: go })} />
          )}
        </Tree>
      </div>
      {moving && (
        <MoveTerm
          term={moving}
          terms={data.filter(({ id }) => !isWithin(terms, moving.id, id))}
          onClose={() => setMoving(undefined)}
          onMove={parent => put(moving.id, parent)}
        />
      )}
    </>
  )
}

/** A term that is dropped on another becomes its child; a term that is dropped outside of all becomes a root. */
function useDragged(mayMove: boolean, put: (id: number, parent: number) => void) {
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: !mayMove,
    getItems: keys => [...keys].map(key => ({ 'text/plain': String(key), category: String(key) })),
    acceptedDragTypes: ['category'],
    getDropOperation: target =>
      target.type === 'root' || target.dropPosition === 'on' ? 'move' : 'cancel',
    async onItemDrop({ items, target }) {
      for (const item of items)
        if (isTextDropItem(item)) put(Number(await item.getText('category')), Number(target.key))
    },
    async onRootDrop({ items }) {
      for (const item of items)
        if (isTextDropItem(item)) put(Number(await item.getText('category')), 0)
    },
  })
  return dragAndDropHooks
}

const keyOfRow = (target: Element) => target.closest('[role="row"]')?.getAttribute('data-key')

/** Shift and an arrow move the category that has the focus in, out, up or down. */
function wayOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  if (!shiftKey || ctrlKey || metaKey || altKey) return undefined
  return ways[key]
}

const ways: Partial<Record<string, 'in' | 'out' | 'up' | 'down'>> = {
  ArrowRight: 'in',
  ArrowLeft: 'out',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

function step(
  event: KeyboardEvent,
  terms: readonly Term[],
  put: (id: number, parent: number) => void,
  go: (id: number, way: 'up' | 'down') => void,
) {
  const way = wayOf(event)
  const id = Number(event.target instanceof Element && keyOfRow(event.target))
  if (!way || !terms.some(term => term.id === id)) return
  event.preventDefault()
  event.stopPropagation()
  if (way === 'up' || way === 'down') return go(id, way)
  const parent = steppedTo(terms, id, way)
  if (parent !== undefined) put(id, parent)
}

type BranchProps = {
  node: Node
  form: Form
  onMove?(term: Term): void
  onOrder?(id: number, way: 'up' | 'down'): void
}

function Branch({ node, form, onMove, onOrder }: BranchProps) {
  const t = useMessagesOf(messages)
  return (
    <TreeItem id={node.id} textValue={node.name}>
      <TreeItemContent>
        {({ hasChildItems, allowsDragging }) => (
          <>
            {hasChildItems && (
              <Button slot="chevron" className="plain">
                <span aria-hidden="true" className="arrow" />
              </Button>
            )}
            {allowsDragging && (
              <Button slot="drag" className="plain" aria-label={t('drag', { name: node.name })}>
                <span aria-hidden="true" className="dots" />
              </Button>
            )}
            <Link href={`/${form.path}/${node.id}`} className="title">
              {node.name}
            </Link>
            <Link href={`/events?category=${node.id}&when=all`} className="hint">
              {t('events', { count: node.count })}
            </Link>
            {onOrder &&
              (['up', 'down'] as const).map(way => (
                <Button
                  key={way}
                  className="plain"
                  aria-label={t(way, { name: node.name })}
                  onPress={() => onOrder(node.id, way)}
                >
                  <span aria-hidden="true" className={`arrow is-${way}`} />
                </Button>
              ))}
            {onMove && (
              <Button className="plain" onPress={() => onMove(node)}>
                {t('move')}
              </Button>
            )}
          </>
        )}
      </TreeItemContent>
      <Collection items={node.children}>
        {child => (
          <Branch
            node={child}
            form={form}
            {...(onMove && { onMove })}
            {...(onOrder && { onOrder })}
          />
        )}
      </Collection>
    </TreeItem>
  )
}

type Ordered = ReturnType<typeof positionsAfter>

/** Stores the positions of terms, which are shown in their new order at once; what is refused is read again. */
function useOrder(form: Form) {
  const records = recordsOf(useApi(), form.path)
  const queries = useQueryClient()
  const key = [form.path, 'all']
  const { mutate } = useMutation({
    async mutationFn(changes: Ordered) {
      const [failed] = await forEachOf(changes, ({ term, position }) =>
        records.change(term.id, { position }),
      )
      if (failed) throw failed
    },
    // one change of the order follows the other
    scope: { id: 'order' },
    onMutate(changes) {
      const positions = new Map(changes.map(({ term, position }) => [term.id, position]))
      queries.setQueryData<Term[]>(key, terms =>
        terms
          ?.map(term => ({ ...term, position: positions.get(term.id) ?? term.position }))
          .toSorted((a, b) => (a.position || 10_000) - (b.position || 10_000)),
      )
    },
    onError: showProblem,
    onSettled: () => queries.invalidateQueries({ queryKey: [form.path] }),
  })
  return mutate
}

/** Moves a term at once, and back when it is refused or undone. */
function useMoveTerm(form: Form) {
  const records = recordsOf(useApi(), form.path)
  const queries = useQueryClient()
  const t = useMessagesOf(messages)
  const key = [form.path, 'all']
  const place = (id: number, parent: number) =>
    queries.setQueryData<Term[]>(key, terms =>
      terms?.map(term => (term.id === id ? { ...term, parent } : term)),
    )
  const { mutate } = useMutation({
    mutationFn: ({ term, parent }: { term: Term; parent: number; isBack?: boolean }) =>
      records.change(term.id, { parent }),
    onMutate: ({ term, parent }) => void place(term.id, parent),
    onSuccess(_, { term, parent, isBack }) {
      const back = { term: { ...term, parent }, parent: term.parent, isBack: true }
      showToast({
        text: t('moved', { name: term.name }),
        ...(!isBack && { action: { text: t('undo'), run: () => mutate(back) } }),
      })
      return queries.invalidateQueries({ queryKey: [form.path] })
    },
    onError(error, { term }) {
      place(term.id, term.parent)
      showProblem(error)
    },
  })
  return mutate
}

type Props = {
  term: Term
  /** Those that it can be put below. */
  terms: readonly Term[]
  onClose(): void
  onMove(parent: number): void
}

/** Chooses what a term stands below. */
function MoveTerm({ term, terms, onClose, onMove }: Props) {
  const t = useMessagesOf(messages)
  const common = useMessages()
  const [parent, setParent] = useState(String(term.parent))
  return (
    <Window isOpen onClose={onClose} heading={t('moveHeading', { name: term.name })}>
      <Choose
        label={t('below')}
        value={parent}
        onChange={setParent}
        choices={[
          ['0', t('top')],
          ...indented(terms).map(
            ({ id, name, depth }) => [String(id), `${'\u2003'.repeat(depth)}${name}`] as const,
          ),
        ]}
      />
      <div className="actions">
        <Button onPress={onClose}>{common('cancel')}</Button>
        <Button
          className="primary"
          onPress={() => {
            onMove(Number(parent))
            onClose()
          }}
        >
          {t('move')}
        </Button>
      </div>
    </Window>
  )
}
