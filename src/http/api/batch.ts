import { asOneWrite, forbidden } from '../../calendar/index.ts'
import { isObject } from '../../define/base/objects.ts'
import type { FieldError } from '../../define/field-type.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import { type BatchOperation, type BatchResults, writtenNames } from '../../resources/index.ts'
import { parseForm, withRepeated } from '../request/parse.ts'
import type { Call, Response } from './call.ts'
import { withCalendar, withFields } from './caller.ts'
import { ignoredName } from './check-parameters.ts'
import { onlyFields } from './fields-parameter.ts'
import type { Headers } from './headers.ts'
import { problemBody } from './problem-body.ts'

/** `$3.id` or `$3.tags.0.id`. A name begins with a letter: `$12.50` is a price. */
const pattern = /^\$([1-9]\d{0,2})((?:\.[a-z_]\w*)(?:\.\w+)*)$/i

/** Deeper values are no fields: nothing refers there. */
const maxDepth = 12

/** A value in the response to an earlier operation: its number, and the names that lead to it. */
type Reference = { text: string; position: number; names: readonly string[] }

function referenceIn(text: string): Reference | undefined {
  const [, position, path = ''] = pattern.exec(text) ?? []
  return position === undefined
    ? undefined
    : { text, position: Number(position), names: path.slice(1).split('.') }
}

/** An operation with the values that its references stand for. `read` throws where there is none. */
function resolved(
  { path, body, ...rest }: BatchOperation,
  read: (reference: Reference) => unknown,
): BatchOperation {
  const mark = path.indexOf('?')
  const end = mark < 0 ? path.length : mark
  const segments = path
    .slice(0, end)
    .split('/')
    .map(segment => {
      const reference = referenceIn(segment)
      return reference ? encodeURIComponent(String(read(reference))) : segment
    })
  return {
    ...rest,
    path: segments.join('/') + path.slice(end),
    body: valuesWithin(body, read, 1),
  }
}

function within(value: unknown, read: (reference: Reference) => unknown, depth: number): unknown {
  if (typeof value === 'string') {
    const reference = value.startsWith('$') ? referenceIn(value) : undefined
    return reference ? read(reference) : value
  }
  if (depth > maxDepth) return value
  if (Array.isArray(value)) return value.map(each => within(each, read, depth + 1))
  return isObject(value) ? valuesWithin(value, read, depth + 1) : value
}

const valuesWithin = (
  values: Record<string, unknown>,
  read: (reference: Reference) => unknown,
  depth: number,
) =>
  Object.fromEntries(
    Object.entries(values).map(([name, each]) => [name, within(each, read, depth)]),
  )

/** The value that a reference leads to in a response; undefined: there is none. */
const valueAt = (body: unknown, { names }: Reference): unknown =>
  names.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? Reflect.get(value, name)
        : undefined,
    body,
  )

/** Milliseconds for all operations: other writers wait for them. */
const maxTime = 15_000
/** Milliseconds of work after which others have their turn. */
const slice = 4

type Perform = (call: Call) => Promise<Response>
type Result = BatchResults['results'][number]
type Batch = { mode: 'all' | 'each'; operations: readonly BatchOperation[] }

/**
 * Performs the operations of a batch in one transaction, in their order. Each is the operation itself: `perform` checks it, asks what its sender may,
 * and writes. With `each`, one that is refused is undone by itself.
 */
export async function performBatch(
  call: Call,
  { mode, operations }: Batch,
  perform: Perform,
): Promise<{ body: BatchResults; headers: Headers }> {
  const { caller, service } = call
  const { rate, calendar } = service
  // each operation asks for its own right; who has none at all learns that at once
  if (!writtenNames.some(kind => calendar.may(caller, 'change', kind))) throw forbidden(caller)
  refuseUnfit(call, operations)
  // the request itself is counted already
  const headers =
    (operations.length > 1 && rate?.(call.request.address, operations.length - 1)) || {}
  const results = await calendar.perform(asOneWrite<Done[]>, (inner, shared) => {
    const part = { ...call, service: withCalendar(service, inner) }
    return mode === 'all'
      ? together(part, operations, perform)
      : inTurn(operations, (operation, done) =>
          shared
            .attempt(() => one(part, operation, done, perform))
            .catch(error => refusalOf(call, error)),
        )
  })
  return { body: { results: results.map(({ result }) => result) }, headers }
}

/** A result, and the whole body that later operations refer to; none where it was refused. */
type Done = { result: Result; body?: unknown }

/** Runs operations one after another; others have their turn in between. */
async function inTurn(
  operations: readonly BatchOperation[],
  run: (operation: BatchOperation, done: readonly Done[]) => Promise<Done>,
): Promise<Done[]> {
  const began = performance.now()
  let turn = began
  const done: Done[] = []
  for (const operation of operations) {
    done.push(await run(operation, done))
    const now = performance.now()
    if (now - began > maxTime)
      throw new Problem('service_too_busy', { retryAfter: 5, params: { seconds: 5 } })
    if (now - turn < slice) continue
    await new Promise(setImmediate)
    turn = performance.now()
  }
  return done
}

/** The first refusal refuses all: it is named with its position, and the others with what they would have needed. */
const together = (call: Call, operations: readonly BatchOperation[], perform: Perform) =>
  inTurn(operations, async (operation, done) => {
    try {
      return await one(call, operation, done, perform)
    } catch (error) {
      const { result } = refusalOf(call, error)
      const position = done.length + 1
      const total = operations.length
      const { language } = call.caller
      const others = { status: 424, sentence: notDone, params: { position } }
      const other = {
        status: 424,
        body: problemBody(new Problem('batch_failed', others), language),
      }
      throw new Problem('batch_failed', {
        params: { position, total, reason: String(result.body.message) },
        data: {
          operation: position,
          results: operations.map((_, at) => (at === done.length ? result : other)),
        },
      })
    }
  })

const notDone = {
  en: 'Not done, because operation {position} was refused.',
  fr: 'Non effectuée, car l’opération {position} a été refusée.',
}

/** The result of a refused operation. What is no refusal, or passes, ends the batch. */
function refusalOf(call: Call, error: unknown): Done {
  if (!(error instanceof Problem) || error.status >= 500 || error.status === 429) throw error
  return { result: { status: error.status, body: problemBody(error, call.caller.language) } }
}

/** One operation, as if it had been sent by itself to the same base URL. */
async function one(
  call: Call,
  sent: BatchOperation,
  done: readonly Done[],
  perform: Perform,
): Promise<Done> {
  const operation = resolved(sent, reference => referred(reference, done))
  const { endpoint, matched, located, query, sent: pairs } = targetOf(call, operation)
  if (!endpoint || !matched) throw new Problem('rest_no_route')
  const extraHeaders: Headers = {}
  const part = withFields(
    {
      ...call,
      endpoint,
      matched,
      located,
      extraHeaders,
      method: operation.method,
      query: withRepeated(query, pairs, endpoint.params),
    },
    { values: { ...operation.body }, isJson: true },
    operation.headers,
  )
  const { status, headers, body } = await perform(part)
  const { Location: location, ETag: etag } = headers
  const ignored = extraHeaders[ignoredName]
  const shown = query._fields === undefined ? body : onlyFields(body, query._fields)
  return {
    body,
    result: {
      status,
      body: isObject(shown) ? shown : {},
      ...(location && { location }),
      ...(etag && { etag }),
      ...(ignored && { ignored }),
    },
  }
}

/** The value of a reference. To one that was refused: then this is not done either. */
function referred(reference: Reference, done: readonly Done[]): unknown {
  const { position, text } = reference
  const of = done[position - 1]
  if (of && of.body === undefined)
    throw new Problem('batch_failed', { status: 424, sentence: notDone, params: { position } })
  const value = valueAt(of?.body, reference)
  if (value === undefined) throw fieldProblem(text, nothingThere)
  return value
}

const nothingThere: FieldError = {
  sentence: {
    en: '{name} refers to nothing: the response to that operation has no such value.',
    fr: '{name} ne désigne rien : la réponse à cette opération n’a pas cette valeur.',
  },
}

/** Where an operation goes. Its URL is below the base of the batch, so its language is that of the batch unless it names one. */
function targetOf({ service, located: { prefix } }: Call, { method, path }: BatchOperation) {
  const { basePath, namespace } = service.address
  const mark = path.indexOf('?')
  const end = mark < 0 ? path.length : mark
  const place = service.places(`${prefix}${basePath}/${namespace}${path.slice(0, end)}`)
  if (!place) throw new Problem('rest_invalid_url')
  const { values, sent } = parseForm(path.slice(end + 1))
  const { located, matched } = place
  const endpoint = matched?.route.endpoints.find(
    each => each.methods.includes(method) && each.takesKey && each.kind,
  )
  return { located, matched, endpoint, query: values, sent }
}

/** Refuses a batch before anything is done, if one of its operations writes no record, or refers to a later one. */
function refuseUnfit(call: Call, operations: readonly BatchOperation[]) {
  for (const [at, operation] of operations.entries()) {
    const position = at + 1
    const example = resolved(operation, reference => {
      if (reference.position > at)
        throw fieldProblem('operations', refersAhead(position, reference.text))
      return 1
    })
    const { method, path } = operation
    if (!targetOf(call, example).endpoint)
      throw fieldProblem('operations', noWrite(position, `${method} ${path}`))
  }
}

const refersAhead = (position: number, reference: string): FieldError => ({
  sentence: {
    en: '{name}: number {position} refers to {reference}, which does not come before it.',
    fr: '{name} : le numéro {position} renvoie à {reference}, qui ne le précède pas.',
  },
  params: { position, reference },
})

const noWrite = (position: number, sent: string): FieldError => ({
  sentence: {
    en: '{name}: number {position} writes no record ({sent}). A batch takes the operations that create, change and delete records.',
    fr: '{name} : le numéro {position} n’écrit aucune fiche ({sent}). Un lot prend les opérations qui créent, modifient et suppriment des fiches.',
  },
  params: { position, sent },
})
