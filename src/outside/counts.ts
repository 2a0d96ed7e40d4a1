import type { Registry } from 'prom-client'
import { isObject, once } from '../define/base/objects.ts'

/** One value of a metric; `suffix`: of a histogram. */
export type Sample = {
  labels: Readonly<Record<string, string | number>>
  value: number
  suffix?: '_bucket' | '_sum' | '_count'
}

/** A metric with its values, as processes hand it to each other. */
export type Family = {
  name: string
  type: 'counter' | 'gauge' | 'histogram' | 'summary'
  help: string
  samples: Sample[]
}

/** Milliseconds between two looks at the delay of the event loop; 10, the default, would wake an idle process 100 times a second. */
const precision = 50

/** The memory, processor time, event loop and garbage collections of this process, measured from the first use on. */
export const nodeFigures = once(async () => {
  const { Registry, collectDefaultMetrics } = await import('prom-client')
  const registry: Registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: precision })
  return async (): Promise<Family[]> =>
    (await registry.getMetricsAsJSON()).map(({ name, help, type, ...rest }) => ({
      name,
      help,
      type: typeNames[String(type)] ?? 'gauge',
      samples: valuesIn(rest).map(({ metricName, labels, value }) => ({
        labels,
        value,
        ...suffixOf(name, metricName),
      })),
    }))
})

/** Types have numbers in the declarations of that library, and names in what it returns. */
const typeNames: Record<string, Family['type']> = {
  counter: 'counter',
  histogram: 'histogram',
  summary: 'summary',
}

type NodeValue = { metricName?: string; labels: Record<string, string>; value: number }

/** It gives them, though its declarations do not say so. */
const valuesIn = (of: object): NodeValue[] =>
  'values' in of && Array.isArray(of.values) ? of.values : []

function suffixOf(name: string, metricName = name): Pick<Sample, 'suffix'> {
  const suffix = (['_bucket', '_sum', '_count'] as const).find(end => metricName === name + end)
  return suffix ? { suffix } : {}
}

export const contentType = 'text/plain; version=0.0.4; charset=utf-8'

/** The figures of several processes in the text format of Prometheus; those of the same name together. */
export function exposition(families: readonly Family[]): string {
  const byName = new Map<string, Family>()
  for (const family of families) {
    const previous = byName.get(family.name)
    byName.set(
      family.name,
      previous ? { ...previous, samples: [...previous.samples, ...family.samples] } : family,
    )
  }
  const blocks = [...byName.values()].map(({ name, type, help, samples }) =>
    [
      `# HELP ${name} ${escaped(help)}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(lineOf(name)),
    ].join('\n'),
  )
  return `${blocks.join('\n\n')}\n`
}

const lineOf =
  (name: string) =>
  ({ labels, value, suffix }: Sample) => {
    const pairs = Object.entries(labels).map(
      ([label, of]) => `${label}="${escaped(String(of)).replaceAll('"', '\\"')}"`,
    )
    return `${name}${suffix ?? ''}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${numberOf(value)}`
  }

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

const numberOf = (value: number) =>
  Number.isFinite(value) ? String(value) : Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'

/** Says of each sample which process it is from. */
export const fromWorker = (worker: number, families: readonly Family[]): Family[] =>
  families.map(family => ({
    ...family,
    samples: family.samples.map(sample => ({ ...sample, labels: { ...sample.labels, worker } })),
  }))

/** Milliseconds for which counts are gathered before they are broadcast. */
const gatherFor = 50
/** Maximum number of keys that wait for the broadcast; others are counted here alone. */
const maxWaiting = 5000
/** Maximum count that one message may add to a key: a limit for faulty senders. */
const maxAtOnce = 1000

/** Maximum length of a message, in characters: PostgreSQL accepts 8000 bytes. */
const maxBytes = 7000

/** Messages to the other processes (`Broadcast` in `store/store.ts`). */
type Broadcast = { send(text: string): void; listen(listener: (text: string) => void): void }
type CountListener = (key: string, by: number) => void

/**
 * Counts that all processes of a calendar share, such as failed sign-ins: each process broadcasts its counts to the others. Nothing is
 * stored and no request waits; at most 20 messages are sent per second, however much is counted.
 */
export function shareCounts({ send, listen }: Broadcast) {
  const limits = new Map<string, CountListener>()
  const waiting = new Map<string, number>()
  let isFlushed = true

  function flush() {
    isFlushed = true
    const message: Record<string, number> = {}
    let length = 2
    for (const [name, by] of waiting) {
      length += name.length + String(by).length + 4
      if (length > maxBytes) break
      waiting.delete(name)
      if (by !== 0) message[name] = by
    }
    if (Object.keys(message).length > 0) send(JSON.stringify({ counts: message }))
    if (waiting.size > 0) soon()
  }

  function soon() {
    if (isFlushed) setTimeout(flush, gatherFor).unref()
    isFlushed = false
  }

  listen(text => {
    for (const [name, by] of countsIn(text)) {
      const at = name.indexOf(' ')
      limits.get(name.slice(0, at))?.(name.slice(at + 1), by)
    }
  })

  return (limit: string, onCount: CountListener): CountListener => {
    limits.set(limit, onCount)
    return (key, by) => {
      const name = `${limit} ${key}`
      if (waiting.size >= maxWaiting && !waiting.has(name)) return
      waiting.set(name, (waiting.get(name) ?? 0) + by)
      soon()
    }
  }
}

/** A message of another process. Others may write to the socket too, so impossible values are refused. */
function countsIn(text: string): [name: string, by: number][] {
  try {
    const message: unknown = JSON.parse(text)
    const counts = isObject(message) && isObject(message.counts) ? message.counts : {}
    return Object.entries(counts).flatMap(([name, by]) =>
      Number.isInteger(by) ? [[name, Math.max(-maxAtOnce, Math.min(Number(by), maxAtOnce))]] : [],
    )
  } catch {
    return []
  }
}
