import type { Language, Sentence } from '../define/field-type.ts'
import { formatMessage, localeOf } from '../define/text/language.ts'
import { messages } from './messages.ts'
import type { Shell } from './shell.ts'

const { progress: text } = messages

/** The progress of work, its duration in seconds, and the amount done before. */
type Far = { done: number; total: number; seconds: number; before?: number }

/** `Writing the example: 3,400 of 10,000 (34%), 1,250/s, 5 s left`; with the speed once it is known. */
export function progressLine(
  what: Sentence,
  { done, total, seconds, before = 0 }: Far,
  language: Language,
) {
  const number = (of: number, options?: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(localeOf(language), options).format(of)
  const share = total > 0 ? Math.min(1, done / total) : 1
  const params = {
    what: formatMessage(what, language),
    done: number(done),
    total: number(Math.max(done, total)),
    // never all before it is
    percent: number(Math.floor(share * 100) / 100, { style: 'percent' }),
  }
  const rate = (done - before) / seconds
  if (seconds < 1 || !(rate > 0)) return formatMessage(text.begun, language, params)
  return formatMessage(text.going, language, {
    ...params,
    rate: number(rate, { maximumFractionDigits: rate < 10 ? 1 : 0 }),
    left: span(Math.max(0, total - done) / rate),
  })
}

/** `45 s`, `3 min 20 s`, `45 min`, `1 h 05 min`: the same in both languages, and no more precise than the estimate is. */
export function span(seconds: number): string {
  const rounded = Math.ceil(seconds)
  if (rounded < 60) return `${rounded} s`
  const minutes = Math.floor(rounded / 60)
  if (minutes < 10) return `${minutes} min ${String(rounded % 60).padStart(2, '0')} s`
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** Where lines go: standard error, or what a test puts in its place. */
type Output = { isTTY?: boolean; columns?: number; write(text: string): unknown }

/** The last line of a terminal, written over and over; whole lines go above it. */
export function openLine(output: Output) {
  let last = ''
  const clear = () => {
    if (last !== '') output.write('\r\x1b[K')
    last = ''
  }
  const show = (line: string) => {
    // a line that is broken in two could not be written over
    last = line.slice(0, (output.columns || 80) - 1)
    output.write(`\r${last}\x1b[K`)
  }
  return {
    show,
    clear,
    above(lines: string) {
      const current = last
      clear()
      output.write(lines)
      if (current !== '') show(current)
    },
  }
}

type Line = ReturnType<typeof openLine>

type Way = {
  /** Milliseconds before anything is shown: shorter work is not worth a line. */
  patience?: number
  output?: Output
  line?: Line
  now?: () => number
}

/** Milliseconds between updates: on a terminal, and where every line stays. */
const pace = { terminal: 100, plain: 5000 }

/**
 * Shows the progress of long work: on a terminal in one line that is overwritten, elsewhere in a line every few seconds, with
 * `--json` or `--quiet` not at all.
 */
export function openProgress(
  { language, isJson, isQuiet }: Pick<Shell, 'language' | 'isJson' | 'isQuiet'>,
  what: Sentence,
  {
    patience = 0,
    output = process.stderr,
    line = openLine(output),
    now = () => performance.now(),
  }: Way = {},
) {
  const every = output.isTTY ? pace.terminal : pace.plain
  const began = now()
  let before: number | undefined
  let next = began + (output.isTTY ? patience : Math.max(patience, every))
  return {
    show(done: number, total: number) {
      const at = now()
      before ??= done
      if (isJson || isQuiet || at < next) return
      next = at + every
      const text = progressLine(
        what,
        { done, total, before, seconds: (at - began) / 1000 },
        language,
      )
      if (output.isTTY) line.show(text)
      else output.write(`${text}\n`)
    },
    end() {
      if (output.isTTY) line.clear()
    },
  }
}
