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
export function openReportCalls<Child>(notify: (child: Child, message: ToWorker) => void) {
  const calls = new Map<number, ReportRequest<Child>>()
  let last = 0

  function ask(
    by: Child,
    id: number,
    children: readonly { number: number; child: Child }[],
    supervision: Supervision,
  ) {
    const call = ++last
    const request: ReportRequest<Child> = {
      by,
      id,
      waitsFor: new Map(children.map(({ child, number }) => [child, number])),
      of: [],
      finish() {
        clearTimeout(timer)
        calls.delete(call)
        notify(by, { report: 'all', id, of: request.of, supervision })
      },
    }
    const timer = setTimeout(request.finish, patience)
    calls.set(call, request)
    for (const { child } of children) notify(child, { report: 'give', id: call })
  }

  function given(child: Child, call: number, report: unknown) {
    const request = calls.get(call)
    const worker = request?.waitsFor.get(child)
    if (!request || worker === undefined) return
    request.waitsFor.delete(child)
    if (report !== undefined) request.of.push({ worker, report })
    if (request.waitsFor.size === 0) request.finish()
  }

  return {
    received(
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
