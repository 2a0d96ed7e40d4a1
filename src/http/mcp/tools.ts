import { derived } from '../../define/base/objects.ts'
import type { Endpoint, Route } from '../../operations/index.ts'
import { type ResourceName, resources } from '../../resources/index.ts'

/** The form of a result: a page of a list, a record, or what the operation returns by itself. */
type ResultForm = 'list' | 'record' | 'plain'

/** An operation of the API as a tool. */
export type Tool = {
  name: string
  /** The word for what it does, which its name begins with: search, get, create, update, delete … */
  action: string
  endpoint: Endpoint
  method: string
  path: string
  isRead: boolean
  form: ResultForm
}

/** Every tool by its name, in the order of the routes. */
export const toolsOf = derived((routes: readonly Route[]): ReadonlyMap<string, Tool> => {
  const all = routes.flatMap(({ path, endpoints }) =>
    endpoints.flatMap(endpoint => (endpoint.tool ? [toolOf(endpoint.tool, path, endpoint)] : [])),
  )
  return new Map(all.map(tool => [tool.name, tool]))
})

function toolOf(name: string, path: string, endpoint: Endpoint): Tool {
  const { methods, verb, params } = endpoint
  return {
    name,
    action: name.split('_', 1).join(),
    endpoint,
    // of the methods of an update, PATCH
    method: methods.at(-1) ?? 'GET',
    path,
    // an operation of its own writes nothing
    isRead: verb === undefined || verb === 'list' || verb === 'read',
    form: 'per_page' in params ? 'list' : verb ? 'record' : 'plain',
  }
}

/** Fields as `_fields` has them. */
type ShownFields = {
  /** Of each record of a list, and of one that was written. */
  list: string
  /** Besides, of a record that is read by itself. */
  single: string
}

/** An assistant pays for every field that it reads: these answer most questions, and `fields` asks for others. */
const shown: Partial<Record<ResourceName, ShownFields>> = {
  event: {
    list: 'id,title,start_date,end_date,timezone,all_day,status,event_status,cost,venue.id,venue.venue,venue.city,organizer.organizer,categories.name,series,original_start,recurrence_text,differing_occurrences,distance_km,url',
    single:
      'description,excerpt,website,image.url,venue.address,organizer.id,tags.name,recurrence,next_occurrences.id,next_occurrences.start_date,next_occurrences.event_status,event_status_reason,attendance,online_url,availability,registration_url,performers,audience,accessibility,language',
  },
  venue: {
    list: 'id,venue,address,city,country,status,url',
    single: 'description,province,state,zip,phone,website,geo_lat,geo_lng,language',
  },
  organizer: {
    list: 'id,organizer,status,url',
    single: 'description,phone,website,email,language',
  },
  category: { list: 'id,name,slug,parent,count', single: '' },
  tag: { list: 'id,name,slug,count', single: '' },
}

/** The fields that the result of a tool has unless its caller names others; of a resource without a row, its name. */
export function shownFields({ endpoint: { kind, verb } }: Tool): readonly string[] {
  if (!kind) return []
  const { list, single } = shown[kind] ?? { list: `id,${resources[kind].titled}`, single: '' }
  return (verb === 'read' ? `${list},${single}` : list).split(',')
}
