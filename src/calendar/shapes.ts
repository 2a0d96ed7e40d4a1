import { columnsOf, type Resource } from '../define/resource.ts'
import { rooms } from '../resources/index.ts'
import type { ColumnType, Shape } from '../store/store.ts'

type Columns = Record<string, ColumnType>

/** Facts that no caller writes by their own name. Times are seconds: wall times, or instants where the name says utc. */
const derived: Record<string, Columns> = {
  post: { date: 'integer', date_utc: 'integer', modified: 'integer', main: 'text' },
  term: { main: 'text', count: 'integer', modified: 'integer' },
  event: {
    starts: 'integer',
    ends: 'integer',
    utc_starts: 'integer',
    utc_ends: 'integer',
    timezone_abbr: 'text',
    password: 'text',
  },
  image: {
    file: 'text',
    mime: 'text',
    width: 'integer',
    height: 'integer',
    filesize: 'integer',
    original: 'text',
    sizes: 'text',
    source: 'text',
    status: 'text',
    author: 'integer',
  },
}

const postTexts: Columns = { slug: 'text', excerpt: 'text', name_key: 'text' }

function shapeOf(room: Resource): Shape {
  const { password: _, ...facts } = Object.fromEntries(columnsOf(room, 'fact'))
  const isImage = room.name === 'image'
  return {
    kind: room.name,
    family: room.family,
    facts: { ...facts, ...derived[room.family], ...derived[room.name] },
    texts: isImage
      ? {}
      : {
          ...Object.fromEntries(columnsOf(room, 'text')),
          ...(room.family === 'post' ? postTexts : { name_key: 'text' }),
        },
    indexed: indexed[room.name] ?? [],
    listed: room.family === 'post' && room.name !== 'event',
    named: room.name !== 'event' && !isImage,
  }
}

const indexed: Record<string, string[]> = {
  event: ['image'],
  venue: ['image', 'geo_lat'],
  organizer: ['image'],
  category: ['parent'],
  image: ['source', 'file'],
}

const user: Shape = {
  kind: 'user',
  family: 'user',
  facts: {
    login: 'text',
    login_key: 'text',
    email: 'text',
    email_key: 'text',
    name: 'text',
    role: 'text',
    language: 'text',
    password: 'text',
    created: 'integer',
  },
  texts: {},
  unique: ['login_key'],
  indexed: ['email_key'],
}

const credential: Shape = {
  kind: 'credential',
  family: 'credential',
  facts: {
    user: 'integer',
    /** application (HTTP Basic) or bearer. */
    form: 'text',
    name: 'text',
    scope: 'text',
    language: 'text',
    hash: 'text',
    hint: 'text',
    created: 'integer',
    expires: 'integer',
    revoked: 'integer',
    used: 'integer',
    address: 'text',
  },
  texts: {},
  indexed: ['user', 'hash'],
}

/** Everything the store keeps, from the definitions. */
export const shapes: Shape[] = [...rooms.map(shapeOf), user, credential]
