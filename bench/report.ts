import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { root } from './constants.ts'

import type { Figure } from './measure.ts'

/** One line of the table at the top: the question, and its result. */
export type Target = { what: string; target: string; figure: string; met: boolean }

export type Section = { targets: Target[]; text: string }

export const us = (of: number) => of.toFixed(1)
export const ms = (of: number) => `${(of / 1000).toFixed(2)} ms`
export const times = (of: number) => `${of.toFixed(2)}×`
export const count = (of: number) => Math.round(of).toLocaleString('en').replaceAll(',', ' ')
export const megabytes = (of: number) => `${of.toFixed(0)} MB`
export const inSeconds = (of: number) => `${of.toFixed(1)} s`
const kibibytes = (of: number) => `${(of / 1024).toFixed(1)} KiB`

export const atMost = (what: string, figure: number, max: number, show = times): Target => ({
  what,
  target: `≤ ${show === times ? `${max}×` : show(max)}`,
  figure: show(figure),
  met: figure <= max,
})
export const atLeast = (what: string, figure: number, min: number): Target => ({
  what,
  target: `≥ ${min}×`,
  figure: times(figure),
  met: figure >= min,
})

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

/** The columns that every reading and writing has. */
export const figureHead = [
  'CPU µs/request',
  'requests/s',
  'p50',
  'p99',
  'bytes/answer',
  'memory after',
]
export const figureCells = (of: Figure) => [
  us(of.cpu),
  `${count(of.rate)}${of.failures > 0 ? ` (${of.failures} failed)` : ''}`,
  ms(of.p50),
  ms(of.p99),
  kibibytes(of.bytes),
  megabytes(of.memory),
]

const targetCells = ({ what, target, figure, met }: Target) => [
  what,
  target,
  figure,
  met ? 'yes' : '**no**',
]
const targetTable = (targets: readonly Target[]) =>
  table(['what', 'target', 'figure', 'met'], targets.map(targetCells))

export const reportOf = (introduction: string, sections: readonly Section[]) =>
  [
    '# Results',
    introduction,
    '## Targets',
    targetTable(sections.flatMap(({ targets }) => targets)),
    ...sections.map(({ text }) => text),
  ].join('\n\n')

const results = join(root, 'bench', 'results.md')

export const writeResults = (report: string) => writeFileSync(results, `${report}\n`)

/** Puts separate measurements into `results.md`: in place of earlier ones of the same name, else at the end. */
export function bringUpToDate(sections: readonly Section[], command: string) {
  const day = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} × ${cpus()[0]?.model}`
  const note = `Measured alone, by \`${command}\` on ${day}: ${machine}.`
  const report = sections.reduce(
    (before, { targets, text }) => withPart(withTargets(before, targets), text, note),
    readFileSync(results, 'utf8'),
  )
  writeResults(report.trimEnd())
}

/** The table of targets is the first of the report. */
function withTargets(report: string, targets: readonly Target[]): string {
  const lines = report.split('\n')
  for (const target of targets) {
    const row = `| ${targetCells(target).join(' | ')} |`
    const end = lines.findIndex((line, at) => line === '' && lines[at - 1]?.startsWith('| '))
    const same = lines.findIndex(line => line.startsWith(`| ${target.what} | `))
    if (same >= 0) lines[same] = row
    else lines.splice(end, 0, row)
  }
  return lines.join('\n')
}

/** A part ends where the next heading of its rank begins. */
function withPart(report: string, text: string, note: string): string {
  const [heading = '', ...rest] = text.split('\n\n')
  const part = [heading, note, ...rest].join('\n\n')
  const parts = report.trimEnd().split(/\n\n(?=## )/)
  const same = parts.findIndex(each => each.split('\n')[0] === heading)
  if (same >= 0) parts[same] = part
  else parts.push(part)
  return `${parts.join('\n\n')}\n`
}
