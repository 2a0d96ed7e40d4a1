import { type Described, ref } from '../../define/schema.ts'
import type { schemas } from '../../resources/admin-api/index.ts'

export type Schemas = typeof schemas

/** A reference to a schema, that knows what it describes. */
export const schemaOf = <N extends keyof Schemas>(name: N) => ref<Described<Schemas[N]>>(name)
