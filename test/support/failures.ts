import type { TestEvent } from 'node:test/reporters'

/** A test that failed, or a file that failed outside of its tests. */
export type Failure = { file: string; test: string }

/** A reporter that writes each failure as a line of JSON; a test whose subtests failed is not one more. */
// biome-ignore lint/style/noDefaultExport: the runner takes a reporter by its default export
export default async function* failures(events: AsyncIterable<TestEvent>) {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue
    const { failureType } = data.details.error as { failureType?: string }
    if (failureType === 'subtestsFailed') continue
    const failure: Failure = { file: data.file ?? data.name, test: data.name }
    yield `${JSON.stringify(failure)}\n`
  }
}
