import { inUtf8, lineSplitter, type PhysicalLine } from './physical-lines.ts'

/** A component of a file: the lines between its BEGIN and its END. `VCALENDAR` has the lines of the calendar itself. */
export type Component = {
  name: string
  /** The number of its first line. */
  line: number
  /** Its lines, in one piece: files have many. */
  bytes: Buffer
  /** The numbers of lines that were too long to be held. */
  cut: ReadonlySet<number>
  /** False for the lines before the BEGIN of a calendar. */
  hasStarted: boolean
  /** The error of the whole component. */
  fault?: 'endless' | 'size'
}

/** Longer lines are images, which are not read from files. */
const maxLine = 256 * 1024
const largestComponent = 2 * 1024 * 1024
/** Alarms and the parts of zones are nested; nothing else is. */
const deepest = 20

/**
 * The components of a calendar one after the other, each at its end: one broken line never loses more than the one that it stands in.
 * Alarms are left out.
 */
export async function* components(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Component> {
  const splitter = lineSplitter(maxLine)
  const reader = componentReader()
  for await (const part of inUtf8(parts))
    for (const line of splitter.push(part)) yield* reader.take(line)
  for (const line of splitter.end()) yield* reader.take(line)
  yield* reader.end()
}

/** The lines of a component, by their numbers. */
export function linesOf({ line, bytes, cut }: Component): PhysicalLine[] {
  const lines: PhysicalLine[] = []
  let from = 0
  for (let number = line; from <= bytes.length; number++) {
    const end = bytes.indexOf(10, from)
    const until = end < 0 ? bytes.length : end
    lines.push({ number, bytes: bytes.subarray(from, until), isCut: cut.has(number) })
    from = until + 1
  }
  return lines
}

const top = new Set(
  'VEVENT VTIMEZONE VTODO VJOURNAL VFREEBUSY VAVAILABILITY VPOLL VALARM'.split(' '),
)
const nested = new Set(['VALARM'])

function componentReader() {
  let calendar = opened('VCALENDAR', 0)
  let current: Opened | undefined
  /** The components within the current one. */
  let inner: string[] = []

  function close(fault?: Component['fault']): Component[] {
    const closed = current?.close(fault)
    current = undefined
    inner = []
    return closed ? [closed] : []
  }

  function begin(name: string, line: PhysicalLine): Component[] {
    const isOwn = top.has(name) && !(current && nested.has(name))
    if (!isOwn && name !== 'VCALENDAR') {
      if (inner.length < deepest) inner.push(name)
      keep(line)
      return []
    }
    // where an END is missing, a component of its own begins here
    const before = close()
    if (isOwn) current = opened(name, line.number, true)
    else {
      before.push(...calendar.closeFilled())
      calendar = opened(name, line.number, true)
    }
    return before
  }

  function end(name: string, line: PhysicalLine): Component[] {
    if (name === 'VCALENDAR') {
      const ended = [...close(), ...calendar.closeFilled()]
      calendar = opened(name, line.number)
      return ended
    }
    const at = inner.lastIndexOf(name)
    if (at < 0 && top.has(name) && !nested.has(name)) return close()
    keep(line)
    if (at >= 0) inner = inner.slice(0, at)
    return []
  }

  /** Alarms have a DESCRIPTION of their own. */
  const keep = (line: PhysicalLine) =>
    (current ?? calendar).add(line, inner.length > 0 && current?.name !== 'VTIMEZONE')

  return {
    take(line: PhysicalLine): Component[] {
      const [mark, name] = markIn(line.bytes) ?? []
      if (mark === 'BEGIN' && name) return begin(name, line)
      if (mark === 'END' && name) return end(name, line)
      keep(line)
      return []
    },
    /** The file may have been cut off: half an event is none. */
    end: (): Component[] => [...close('endless'), ...calendar.closeFilled()],
  }
}

type Opened = ReturnType<typeof opened>

function opened(name: string, line: number, hasStarted = false) {
  const lines: Buffer[] = []
  const cut = new Set<number>()
  let size = 0
  /** Length of the folded line so far. */
  let folded = 0
  let numberOfLine = line
  let isFilled = hasStarted
  const close = (fault: Component['fault']): Component => {
    const wrong = size > largestComponent ? 'size' : fault
    const bytes = joined(wrong ? [] : lines)
    return { name, line: line + 1, bytes, cut, hasStarted, ...(wrong && { fault: wrong }) }
  }
  return {
    name,
    add({ number, bytes, isCut }: PhysicalLine, isPassedOver: boolean) {
      isFilled ||= !isPassedOver && bytes.length > 0
      const isContinued = bytes[0] === 32 || bytes[0] === 9
      folded = isContinued ? folded + bytes.length : bytes.length
      if (!isContinued) numberOfLine = number
      const isTooLong = isCut || folded > maxLine
      if (isTooLong) cut.add(numberOfLine)
      const content = isPassedOver || (isTooLong && isContinued) ? none : bytes
      // lines between the components of a calendar have numbers too, but many
      if (name === 'VCALENDAR' && content.length === 0) return
      size += content.length + 1
      if (size <= largestComponent) lines.push(content)
    },
    close,
    closeFilled: () => (isFilled ? [close(undefined)] : []),
  }
}

const none = Buffer.alloc(0)
const lineFeed = Buffer.from('\n')

const joined = (lines: readonly Buffer[]) =>
  Buffer.concat(lines.flatMap((line, at) => (at === 0 ? [line] : [lineFeed, line])))

/** BEGIN or END, and of what. */
function markIn(bytes: Buffer): ['BEGIN' | 'END', string] | undefined {
  const first = (bytes[0] ?? 0) | 32
  if ((first !== 98 && first !== 101) || bytes.length > 80) return undefined
  const [, mark, name = ''] =
    /^(BEGIN|END)\s*:\s*([A-Z-]+)\s*$/i.exec(bytes.toString('latin1')) ?? []
  if (mark === undefined) return undefined
  return [mark.toUpperCase() === 'BEGIN' ? 'BEGIN' : 'END', name.toUpperCase()]
}
