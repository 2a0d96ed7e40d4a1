import type { Sentence } from '../../define/text/language.ts'
import type { Form, FormField } from './model.ts'

/** A group of inputs, in the main column or at the side. Rarely used groups are folded. */
export type Group = {
  name: string
  heading: Sentence
  fields: FormField[]
  isBeside: boolean
  isFolded: boolean
}

type Plan = { name: string; heading: Sentence; fields: string[]; isBeside?: true; isFolded?: true }

const headings = {
  texts: { en: 'Texts', fr: 'Textes' },
  details: { en: 'Excerpt, slug, website', fr: 'Extrait, slug, site web' },
  slug: { en: 'Slug', fr: 'Slug' },
  when: { en: 'When', fr: 'Quand' },
  where: { en: 'Where', fr: 'Où' },
  who: { en: 'Who', fr: 'Qui' },
  cost: { en: 'Cost', fr: 'Tarif' },
  holding: { en: 'Does it take place?', fr: 'A-t-il lieu ?' },
  public: { en: 'For whom?', fr: 'Pour qui ?' },
  classification: { en: 'Categories and tags', fr: 'Catégories et étiquettes' },
  image: { en: 'Image', fr: 'Image' },
  options: { en: 'Options', fr: 'Options' },
  contact: { en: 'Contact', fr: 'Contact' },
  address: { en: 'Address', fr: 'Adresse' },
  map: { en: 'On the map', fr: 'Sur la carte' },
  tree: { en: 'In the tree', fr: 'Dans l’arborescence' },
  more: { en: 'More', fr: 'Autres champs' },
} satisfies Record<string, Sentence>

const beside = { isBeside: true } as const
const image: Plan = { name: 'image', heading: headings.image, fields: ['image'] }
/** Texts that no other group has are here, the folded ones below. */
const texts: Plan = {
  name: 'texts',
  heading: headings.texts,
  fields: ['description', 'custom_fields'],
}

/** The places of the fields of a resource. A field without a place stands under “More”, so that none is forgotten. */
const plans: Record<string, Plan[]> = {
  event: [
    {
      name: 'when',
      heading: headings.when,
      fields: ['all_day', 'start_date', 'end_date', 'timezone', 'recurrence'],
    },
    {
      name: 'where',
      heading: headings.where,
      fields: ['venue', 'attendance', 'online_url', 'show_map', 'show_map_link'],
    },
    {
      name: 'classification',
      heading: headings.classification,
      fields: ['categories', 'tags'],
    },
    image,
    texts,
    { name: 'who', heading: headings.who, fields: ['organizer', 'performers'] },
    {
      name: 'cost',
      heading: headings.cost,
      fields: ['cost', 'registration_url', 'availability', 'ticketed'],
    },
    {
      name: 'holding',
      heading: headings.holding,
      fields: ['event_status', 'event_status_reason'],
    },
    {
      name: 'public',
      heading: headings.public,
      fields: ['audience', 'accessibility'],
    },
    {
      name: 'options',
      heading: headings.options,
      fields: ['featured', 'sticky', 'hide_from_listings'],
      ...beside,
    },
  ],
  venue: [
    {
      name: 'address',
      heading: headings.address,
      fields: ['address', 'zip', 'city', 'province', 'state', 'stateprovince', 'country'],
    },
    {
      name: 'map',
      heading: headings.map,
      fields: ['geo_lat', 'geo_lng', 'show_map', 'show_map_link'],
    },
    { name: 'contact', heading: headings.contact, fields: ['phone'] },
    image,
  ],
  organizer: [{ name: 'contact', heading: headings.contact, fields: ['phone', 'email'] }, image],
  category: [
    { name: 'tree', heading: headings.tree, fields: ['parent', 'position', 'color'], ...beside },
  ],
}

/** Texts that are rarely typed, in this order. */
const folded = ['excerpt', 'slug', 'website']
/** The fields in the box of publication. */
const published = new Set(['status', 'date', 'date_utc', 'password', 'author'])

/** The fields that name a record come first, then the groups. */
export type Layout = { named: FormField[]; groups: Group[] }

/** Every field of a form exactly once, but those of the box of publication. */
export function layoutOf(form: Form): Layout {
  const plan = planOf(form)
  const byName = new Map(form.fields.map(field => [field.name, field]))
  const placed = new Set([form.titled, ...published, ...plan.flatMap(({ fields }) => fields)])
  const rest = form.fields.filter(({ name }) => !placed.has(name))
  const further: Record<string, FormField[]> = {
    texts: rest.filter(({ isText }) => isText),
    more: rest.filter(({ isText }) => !isText),
  }
  const groups = plan.map(
    ({ name, heading, fields, isBeside = false, isFolded = false }): Group => ({
      name,
      heading,
      isBeside,
      isFolded,
      fields: [...fields.flatMap(each => byName.get(each) ?? []), ...(further[name] ?? [])],
    }),
  )
  return {
    named: form.fields.filter(({ name }) => name === form.titled),
    groups: groups.filter(({ fields }) => fields.length > 0),
  }
}

/** The plan of a form with its texts, the folded ones, and the other fields. */
function planOf(form: Form): Plan[] {
  const plan = plans[form.name] ?? []
  const details = folded.filter(name => form.fields.some(field => field.name === name))
  const more: Plan = { name: 'more', heading: headings.more, fields: [] }
  const rare: Plan = {
    name: 'details',
    heading: details.length > 1 ? headings.details : headings.slug,
    fields: folded,
    isFolded: true,
  }
  const all = plan.includes(texts) ? plan : [...plan, texts]
  return [...all.flatMap(each => (each === texts ? [texts, rare] : [each])), more]
}
