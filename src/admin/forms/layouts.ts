import type { Sentence } from '../../define/text/language.ts'
import type { Form, FormField } from './model.ts'

/** Inputs that stand together. Where: below the texts, beside everything, or in the box of publication. */
export type Group = { name: string; heading: Sentence; fields: FormField[]; isBeside: boolean }

type Plan = { name: string; heading: Sentence; fields: string[]; isBeside?: true }

const headings = {
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
const image: Plan = { name: 'image', heading: headings.image, fields: ['image'], ...beside }

/** Where the fields of a resource stand. A field that is named nowhere stands under “More”, so that none is forgotten. */
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
    { name: 'who', heading: headings.who, fields: ['organizer', 'performers'] },
    { name: 'cost', heading: headings.cost, fields: ['cost', 'registration_url', 'ticketed'] },
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
    image,
    {
      name: 'classification',
      heading: headings.classification,
      fields: ['categories', 'tags'],
      ...beside,
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
  category: [{ name: 'tree', heading: headings.tree, fields: ['parent'], ...beside }],
}

/** Texts that come first, in this order; other texts follow, but those of a group stand there. */
const firstTexts = ({ titled }: Form) => [titled, 'description', 'excerpt']
/** What the box of publication is made of. */
const published = new Set(['status', 'date', 'date_utc', 'password', 'author'])

export type Layout = { texts: FormField[]; groups: Group[] }

/** Every field of a form exactly once, but those of the box of publication. */
export function layoutOf(form: Form): Layout {
  const plan = plans[form.name] ?? []
  const byName = new Map(form.fields.map(field => [field.name, field]))
  const first = firstTexts(form)
  const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length)
  const placed = new Set([...published, ...plan.flatMap(({ fields }) => fields)])
  const texts = form.fields
    .filter(({ name, isText, as }) => !placed.has(name) && (isText || first.includes(name)) && as)
    .toSorted((a, b) => rank(a.name) - rank(b.name))
  for (const { name } of texts) placed.add(name)
  const groups = plan.map(({ name, heading, fields, isBeside = false }) => ({
    name,
    heading,
    isBeside,
    fields: fields.flatMap(each => byName.get(each) ?? []),
  }))
  const rest = form.fields.filter(({ name }) => !placed.has(name))
  if (rest.length > 0)
    groups.push({ name: 'more', heading: headings.more, fields: rest, isBeside: false })
  return { texts, groups: groups.filter(({ fields }) => fields.length > 0) }
}
