import { shown } from '../../calendar/texts.ts'
import type { StoredRecord } from '../../define/record.ts'
import { languageFields, pageUrl, restUrl, type Show, title } from './context.ts'

const taxonomy = ({ vendor }: Show, { kind }: StoredRecord) =>
  kind === 'tag' ? 'post_tag' : `${vendor}_events_cat`

function urls({ root }: Show, record: StoredRecord) {
  const collection = `${root}/${record.kind === 'tag' ? 'tags' : 'categories'}`
  const { parent } = record.facts
  return {
    self: restUrl(root, record),
    collection,
    ...(parent && { up: `${collection}/${parent}` }),
  }
}

const shared = (show: Show, record: StoredRecord) => ({
  name: title(record, 'name', show.language),
  slug: shown(record, 'slug', show.language) ?? '',
  description: shown(record, 'description', show.language) ?? '',
  taxonomy: taxonomy(show, record),
})

/** A term by itself and in lists of terms (behaviour 1.7 a). */
export function presentTerm(show: Show, record: StoredRecord) {
  const { name, slug, description, taxonomy } = shared(show, record)
  return {
    id: record.id,
    count: Number(record.facts.count),
    description,
    name,
    slug,
    taxonomy,
    ...(record.kind === 'category' && { parent: Number(record.facts.parent ?? 0) }),
    meta: [],
    url: pageUrl(show, record, show.language),
    urls: urls(show, record),
    ...languageFields(show, record, 'name'),
  }
}

/** A term inside an event: another shape (behaviour 1.7 b). */
export function presentEmbeddedTerm(show: Show, record: StoredRecord) {
  const { name, slug, description, taxonomy } = shared(show, record)
  return {
    name,
    slug,
    term_group: 0,
    term_taxonomy_id: record.id,
    taxonomy,
    description,
    parent: Number(record.facts.parent ?? 0),
    count: Number(record.facts.count),
    filter: 'raw',
    id: record.id,
    urls: urls(show, record),
  }
}
