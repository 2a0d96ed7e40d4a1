import type { FromWorker, Supervision, ToWorker, WorkerReport } from './messages.ts'

/** Milliseconds that a worker has to say something of itself. */
const patience = 1000

type ReportRequest<Child> = {
  by: Child
  /** The number by which that worker knows it. */
  id: number
  waitsFor: Map<Child, number>
  of: WorkerReport[]
  finish(): void
}

/** Asks all workers to report, for the one that wants to know; some may have ended, or be too busy. */
export function openReportCalls<Child>(tell: (child: Child, message: ToWorker) => void) {
  const calls = new Map<number, ReportRequest<Child>>()
  let last = 0

  function ask(
    by: Child,
    id: number,
    children: readonly { number: number; child: Child }[],
    supervision: Supervision,
  ) {
    const call = ++last
    const asked: ReportRequest<Child> = {
      by,
      id,
      waitsFor: new Map(children.map(({ child, number }) => [child, number])),
      of: [],
      finish() {
        clearTimeout(timer)
        calls.delete(call)
        tell(by, { report: 'all', id, of: asked.of, supervision })
      },
    }
    const timer = setTimeout(asked.finish, patience)
    calls.set(call, asked)
    for (const { child } of children) tell(child, { report: 'give', id: call })
  }

  function given(child: Child, call: number, report: unknown) {
    const asked = calls.get(call)
    const worker = asked?.waitsFor.get(child)
    if (!asked || worker === undefined) return
    asked.waitsFor.delete(child)
    if (report !== undefined) asked.of.push({ worker, report })
    if (asked.waitsFor.size === 0) asked.finish()
  }

  return {
    heard(
      child: Child,
      message: Extract<FromWorker, { report: unknown }>,
      children: readonly { number: number; child: Child }[],
      supervision: Supervision,
    ) {
      if (message.report === 'ask') ask(child, message.id, children, supervision)
      else given(child, message.id, message.of)
    },
  }
}
