import type { Figure } from './measure.ts'

/** One line of the table at the top: what was asked for, and what came of it. */
export type Target = { what: string; target: string; figure: string; met: boolean }

export type Section = { targets: Target[]; text: string }

export const us = (of: number) => of.toFixed(1)
export const ms = (of: number) => `${(of / 1000).toFixed(2)} ms`
export const times = (of: number) => `${of.toFixed(2)}×`
export const count = (of: number) => Math.round(of).toLocaleString('en').replaceAll(',', ' ')
export const megabytes = (of: number) => `${of.toFixed(0)} MB`
const kibibytes = (of: number) => `${(of / 1024).toFixed(1)} KiB`

export const atMost = (what: string, figure: number, most: number, show = times): Target => ({
  what,
  target: `≤ ${show === times ? `${most}×` : show(most)}`,
  figure: show(figure),
  met: figure <= most,
})
export const atLeast = (what: string, figure: number, least: number): Target => ({
  what,
  target: `≥ ${least}×`,
  figure: times(figure),
  met: figure >= least,
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

const targetTable = (targets: readonly Target[]) =>
  table(
    ['what', 'target', 'figure', 'met'],
    targets.map(({ what, target, figure, met }) => [what, target, figure, met ? 'yes' : '**no**']),
  )

export const reportOf = (introduction: string, sections: readonly Section[]) =>
  [
    '# Results',
    introduction,
    '## Targets',
    targetTable(sections.flatMap(({ targets }) => targets)),
    ...sections.map(({ text }) => text),
  ].join('\n\n')
