import type { Resource } from '../../define/resource.ts'
import { type ResourceName, resourceList, resources } from '../../resources/index.ts'
import { type Context, capital } from './context.ts'

/** Operations by kind of record. */
export const tagOf = (c: Context, kind: ResourceName) =>
  capital(c.words((resources[kind] as Resource).many))

/** What is about the API itself. */
export const describeTag = ({ tell }: Context) => ({
  name: tell('API', 'L’API'),
  description: tell('What the interface can do.', 'Ce que l’interface sait faire.'),
})

export const tags = (c: Context) => [
  describeTag(c),
  ...resourceList.map(resource => ({
    name: capital(c.words(resource.many)),
    description: c.words(resource.about),
  })),
]
