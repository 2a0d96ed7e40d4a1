import { hash } from 'node:crypto'
import { isLeftOut } from '../../calendar/access/showing.ts'
import type { Address } from '../../calendar/calendar.ts'
import { dependencyOf, ofShown } from '../../calendar/read/list-dependency.ts'
import type { StoredRecord } from '../../define/record.ts'
import type { Resource } from '../../define/resource.ts'
import type { ListDependency } from '../../journal/list-dependency.ts'
import { isFile, resources } from '../../resources/index.ts'
import { type RecordBytes, versionOf } from '../cache/record-bytes.ts'
import { cachedRecord, listedRecords, singleRecord, slugKeyOf } from '../cache/records.ts'
import { presentList } from '../present/list.ts'
import { present } from '../present/record.ts'
import { showFor } from '../service.ts'
import type { Call, ReadyBody, Response } from './call.ts'
import {
  checked,
  fieldsOf,
  kindOf,
  languageHeader,
  ok,
  shownIn,
  strictCaller,
} from './check-parameters.ts'
import { linkHeader } from './headers.ts'

export async function list(call: Call): Promise<Response> {
  const { service, base, caller, located, sent } = call
  const { changes, records, calendar } = service
  const kind = kindOf(call)
  const since = changes.seq
  const listing = await calendar.list(kind, strictCaller(call), fieldsOf(call))
  const show = showFor(service, base, located.prefix, caller.language)
  const resource: Resource = resources[kind]
  const headersOf = (pages: unknown, links: Record<string, string>) => ({
    'X-TEC-Total': String(listing.total),
    'X-TEC-TotalPages': String(pages),
    'X-Total': String(listing.total),
    'X-Total-Pages': String(pages),
    ...linkHeader(links),
  })
  if (!call.isForAnyone) {
    const views = await calendar.views(kind, caller, listing)
    const { body, links } = presentList(
      show,
      resource,
      listing,
      views.map(view => present(show, view)),
      sent,
    )
    return again(call, ok(body, headersOf(body.total_pages, links)))
  }
  const all = await listedRecords(records, show, kind, listing)
  const listed = all.filter(entry => !isLeftOut(listing.showing, entry))
  const { body, links } = presentList(show, resource, listing, hole, sent)
  const written = fill(JSON.stringify(body), listed)
  return {
    status: 200,
    headers: headersOf(body.total_pages, links),
    body: written,
    basis: {
      since,
      from: listed,
      list: dependencyOf(kind, listing),
      until: listing.until,
    },
  }
}

const hole = '\u0001'
const cut = JSON.stringify(hole)

/** Ready records in the place that an envelope leaves for them, with a tag made of theirs. */
function fill(envelope: string, records: readonly RecordBytes[]): ReadyBody {
  const at = envelope.indexOf(cut)
  const head = Buffer.from(`${envelope.slice(0, at)}[`)
  const tail = Buffer.from(`]${envelope.slice(at + cut.length)}`)
  const parts: Buffer[] = [head]
  let digests = envelope
  let length = head.length + tail.length
  for (const record of records) {
    for (const part of record.parts) parts.push(part)
    digests += record.digest
    length += record.length
  }
  const [, first] = parts
  if (first) {
    // Records begin with the comma that parts them; the first does without.
    parts[1] = first.subarray(1)
    length--
  }
  parts.push(tail)
  return { parts, length, etag: hash('sha1', digests, 'base64url') }
}

/** What is cached needs no reading: a record that anyone may see, named by an id or slug that leads to it. */
export async function readCached(call: Call, address: Address): Promise<Response | undefined> {
  const { service, base, caller, located } = call
  if (!call.isForAnyone || call.endpoint.verb !== 'read') return undefined
  const kind = kindOf(call)
  // Who may see an image follows from the records that show it (A9).
  if (isFile(kind)) return undefined
  const since = service.changes.seq
  const id =
    'id' in address ? address.id : service.records.slugs.get(slugKeyOf(kind, address.slug))?.id
  if (id === undefined) return undefined
  const show = showFor(service, base, located.prefix, caller.language)
  const known = cachedRecord(service.records, show, kind, id)
  if (!known) return undefined
  await checked(call)
  return singleResponse(known, since)
}

const singleResponse = (
  single: RecordBytes,
  since: number,
  list: ListDependency = { of: 'none' },
): Response => ({
  status: 200,
  headers: single.language ? { 'Content-Language': single.language } : {},
  body: { parts: single.parts, length: single.length, etag: single.digest },
  basis: { since, from: [single], list, until: Number.POSITIVE_INFINITY },
  single,
})

/** `foundAt`: the position in the journal before the record was looked for. */
export async function read(call: Call, record: StoredRecord, foundAt: number): Promise<Response> {
  const { service, base, caller, located, matched } = call
  const { records, changes, calendar } = service
  const kind = kindOf(call)
  // which date of a series is next changes with time: that is not cached
  if (!call.isForAnyone || record.facts.next !== undefined) {
    const seen = await calendar.read(kind, caller, record)
    return again(call, ok(shownIn(call, seen, true), languageHeader(call, seen)), record)
  }
  const since = changes.seq
  await calendar.refuseUnread(kind, caller, record)
  const { slug } = matched.captured
  // a change since then may have given the slug to another record
  if (slug !== undefined && changes.seq === foundAt)
    records.slugs.set(slugKeyOf(kind, slug), {
      id: record.id,
      made: [changes.validity(kind, record.id)],
    })
  const show = showFor(service, base, located.prefix, caller.language)
  return singleResponse(
    await singleRecord(records, show, record),
    since,
    isFile(kind) ? ofShown(kind) : undefined,
  )
}

/** What a password has opened is not asked for again. */
const again = ({ caller }: Call, answer: Response, record?: StoredRecord): Response =>
  caller.password === undefined
    ? { ...answer, again: record ? { version: versionOf(record) } : {} }
    : answer
