import type { TestEvent } from 'node:test/reporters'

/** A reporter that writes the path of a file for each failure in it, a line each. */
// biome-ignore lint/style/noDefaultExport: the runner takes a reporter by its default export
export default async function* failedFiles(events: AsyncIterable<TestEvent>) {
  for await (const event of events)
    if (event.type === 'test:fail') yield `${event.data.file ?? event.data.name}\n`
}
