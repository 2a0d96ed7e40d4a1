import { relative } from 'node:path'
import type { Cost } from './costs.ts'
import { dearFiles } from './dear-files.ts'
import { kinds } from './kinds.ts'
import type { FileResult, Outcome } from './run-files.ts'

type Line = { name: string; files: number; tests: number; seconds: number; processor: number }

/** A check beside the tests, as a line of the report. */
export type CheckLine = { name: string; seconds: number; processor?: number }

const processorOf = (path: string, costs: readonly Cost[]) =>
  costs.filter(({ file }) => file === path).reduce((sum, { seconds }) => sum + seconds, 0)

/**
 * A line for each kind: its files, tests, the seconds of its files one after another, and of the processor with the processes that
 * they waited for (Linux). `filesIn` counts the files of tests that a process runs.
 */
export function kindLines(
  { results, costs }: Pick<Outcome, 'results' | 'costs'>,
  filesIn: (path: string) => number,
): string[] {
  const of = (kind: string) => results.filter(result => result.kind === kind)
  const sum = (list: readonly FileResult[], value: (result: FileResult) => number) =>
    list.reduce((total, result) => total + value(result), 0)
  const lines = kinds
    .map((kind): Line => {
      const list = of(kind)
      return {
        name: kind,
        files: sum(list, ({ path }) => filesIn(path)),
        tests: sum(list, ({ tests }) => tests),
        seconds: sum(list, ({ seconds }) => seconds),
        processor: sum(list, ({ path }) => processorOf(path, costs)),
      }
    })
    .filter(({ files }) => files > 0)
  const format = (name: string, ...values: (string | number)[]) =>
    name.padEnd(12) + values.map(value => String(value).padStart(11)).join('')
  return [
    format('kind', 'files', 'tests', 'seconds', 'processor'),
    ...lines.map(({ name, files, tests, seconds, processor }) =>
      format(name, files, tests, seconds.toFixed(0), processor.toFixed(0)),
    ),
  ]
}

/** Seconds of processor time that a file of tests may take, where all of them take `usualTotal`. */
const limit = 10
const usualTotal = 850

/** How much one file's time differs from run to run. */
const scatter = 1.25

/**
 * The files that took more than the limit and are not listed, dearest first. A slower or busier machine makes all files dearer alike:
 * there the limit grows with the processor time of the whole run.
 */
export function tooDear(costs: readonly Cost[], total: number): Cost[] {
  const most = limit * scatter * Math.max(1, total / usualTotal)
  return costs
    .map(({ file, seconds }) => ({ file: relative('.', file), seconds }))
    .filter(({ file, seconds }) => seconds > most && file.endsWith('.test.ts') && !dearFiles[file])
    .toSorted((one, other) => other.seconds - one.seconds)
}

const shown = 30

/** The dearest files: where time can be saved. */
export const dearest = (costs: readonly Cost[]): string[] =>
  costs
    .filter(({ file }) => file.endsWith('.test.ts'))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, shown)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${relative('.', file)}`)
