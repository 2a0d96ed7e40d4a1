import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, ports } from '../constants.ts'
import { start } from '../contestant.ts'
import { holds, install, nowHolds, type Product, type Window } from './product.ts'

const version = '0.17.4'
const port = ports.jsonServer
let folder = ''

const paged = (page: number) => `/events?_page=${page}&_limit=10`
const list = ({ from, to }: Window, page: number) =>
  `${paged(page)}&_sort=start_date&_order=asc&start_date_gte=${from}&end_date_lte=${to}`.replaceAll(
    ' ',
    '%20',
  )

export const jsonServer: Product = {
  name: 'json-server',
  about: `json-server ${version}: all events in one file, which it holds in memory, as the documents that Almanac sends; \`--quiet\`, nothing else.`,
  async prepare(events, mark) {
    folder = install('json-server', { dependencies: { 'json-server': version } })
    if (holds(folder, mark)) return
    rmSync(join(folder, 'filled'), { force: true })
    const file = join(folder, 'db.json')
    writeFileSync(file, '{"events":[')
    let separator = ''
    for await (const some of events()) {
      appendFileSync(file, separator + JSON.stringify(some).slice(1, -1))
      separator = ','
    }
    appendFileSync(file, ']}')
    nowHolds(folder, mark)
  },
  start: () =>
    start({
      name: 'json-server',
      port,
      command: [
        node,
        join(folder, 'node_modules', '.bin', 'json-server'),
        '--port',
        String(port),
        '--host',
        '127.0.0.1',
        '--quiet',
        'db.json',
      ],
      path: paged(1),
      cwd: folder,
    }),
  list,
  totalOf: async answer => Number(answer.headers.get('x-total-count')),
  variants: [
    {
      what: 'neither window nor order: pages of its file',
      list: (_window, page) => paged(page),
      repeats: false,
    },
  ],
}
