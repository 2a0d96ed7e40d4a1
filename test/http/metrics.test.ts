import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { metricNames } from '../../src/service/metrics.ts'
import { type Service, startService } from '../support/service.ts'
import { storedEvent } from '../support/stored-event.ts'

const token = '0a1b2c3d4e5f6071829304a5b6c7d8e9'
let service: Service
before(async () => {
  service = await startService({ metricsToken: token })
})
after(() => service.close())

const scrape = (as = `Bearer ${token}`) => service.send('GET', `${service.address}/metrics`, { as })

/** The value of a series, by its name with its labels. */
async function seriesValue(series: string): Promise<number> {
  const { text } = await scrape()
  const line = text.split('\n').find(each => each.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1) ?? 0)
}

test('metrics are for those who have the token, and in the format of Prometheus', async () => {
  const { status, headers, text } = await scrape()
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  assert.equal(headers['cache-control'], 'no-store')
  for (const line of text.split('\n'))
    assert.match(
      line,
      /^$|^# (HELP|TYPE) \w+ .+|^\w+(\{(\w+="[^"]*",?)*\})? (-?[\d.e+-]+|NaN|[+-]Inf)$/,
    )
  const typed = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  assert.equal(new Set(typed).size, typed.length, 'each is described once')
  for (const name of ['process_cpu_seconds_total', 'nodejs_heap_size_used_bytes', 'almanac_ready'])
    assert.ok(typed.includes(name), name)
  for (const as of ['anonymous', 'administrator', `Bearer ${token}0`])
    assert.equal((await scrape(as)).status, 401, as)
})

test('every metric has a value, but those of what a calendar does not have', async () => {
  const { text } = await scrape()
  const missing = metricNames.filter(name => !text.includes(`# TYPE ${name} `))
  const optional = [
    'almanac_backup_timestamp_seconds',
    'almanac_backup_bytes',
    'almanac_backup_duration_seconds',
    'almanac_backup_failures',
    'almanac_database_bytes',
  ]
  assert.deepEqual(
    missing.filter(name => !optional.includes(name)),
    [],
  )
})

test('responses are counted by class and status, those of the cache too', async () => {
  const reads = 'almanac_http_responses_total{class="api",status="200"}'
  const writes = 'almanac_http_responses_total{class="api_write",status="201"}'
  const took = 'almanac_http_duration_seconds_count{class="api"}'
  const [readsBefore, writesBefore, tookBefore] = [
    await seriesValue(reads),
    await seriesValue(writes),
    await seriesValue(took),
  ]
  const hits = await seriesValue('almanac_cache_hits_total{cache="responses"}')
  await storedEvent(service)
  for (let n = 0; n < 5; n++) await service.send('GET', '/events')
  await service.send('GET', '/events/999999')
  assert.equal((await seriesValue(reads)) - readsBefore, 5)
  assert.equal((await seriesValue(writes)) - writesBefore, 1)
  assert.equal((await seriesValue(took)) - tookBefore, 6)
  assert.equal(await seriesValue('almanac_http_responses_total{class="api",status="404"}'), 1)
  assert.ok((await seriesValue('almanac_cache_hits_total{cache="responses"}')) > hits)
  const other = [
    ['/', 'page'],
    ['/events.ics', 'feed'],
    ['/admin/', 'admin'],
    ['/uploads/none.jpg', 'image'],
    ['/health/live', 'health'],
  ] as const
  for (const [path, of] of other) {
    const { status } = await service.send('GET', service.address + path)
    const series = `almanac_http_responses_total{class="${of}",status="${status}"}`
    assert.ok((await seriesValue(series)) >= 1, series)
  }
})

test('writes and the change log are followed', async () => {
  const groups = 'almanac_write_group_size_sum'
  const position = 'almanac_journal_position'
  const [before, at] = [await seriesValue(groups), await seriesValue(position)]
  await Promise.all([storedEvent(service), storedEvent(service)])
  assert.ok((await seriesValue(groups)) >= before + 2)
  assert.ok((await seriesValue(position)) >= at + 2)
  assert.equal(await seriesValue('almanac_journal_behind'), 0)
})

test('without a token there are no metrics', async () => {
  const plain = await startService()
  try {
    const { status } = await plain.send('GET', `${plain.address}/metrics`, {
      as: `Bearer ${token}`,
    })
    assert.equal(status, 404)
  } finally {
    await plain.close()
  }
})
