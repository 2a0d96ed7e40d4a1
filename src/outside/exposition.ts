import type { Registry } from 'prom-client'
import { once } from '../define/base/objects.ts'

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
