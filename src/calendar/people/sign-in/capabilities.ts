import type { Reach } from '../../../define/account-messages.ts'
import { tableOf } from '../../../define/base/objects.ts'
import { isPost, type ResourceName, resourceNames } from '../../../resources/index.ts'
import {
  type Act,
  type Actor,
  may,
  mayAdminister,
  mayErase,
  mayPublish,
  mayRead,
  mayWriteForOthers,
  onlyTranslates,
} from '../../access/access.ts'

/** The rights of an actor on the records of a resource. */
type ResourceRights = {
  create: boolean
  publish: boolean
  write_for_others: boolean
  /** The texts of records that `change` does not cover, too. */
  translate: boolean
  read_unpublished: Reach
  change: Reach
  change_published: Reach
  remove: Reach
  remove_published: Reach
  remove_permanently: Reach
}

type Rights = Record<ResourceName, ResourceRights> & { accounts: boolean }

/** The rights of an actor: the one rule, applied to a record of their own and to one of another user. */
export function rightsOf(actor: Actor): Rights {
  const byResource = tableOf(resourceNames, kind => rightsIn(actor, kind))
  return { ...byResource, accounts: mayAdminister(actor) }
}

function rightsIn(actor: Actor, kind: ResourceName): ResourceRights {
  const create = may(actor, 'create', kind)
  const acts = (act: Act, status: string) =>
    reach(actor, record => may(actor, act, kind, record) && !onlyTranslates(actor), status)
  return {
    create,
    publish: create && mayPublish(actor),
    write_for_others: create && mayWriteForOthers(actor),
    translate: onlyTranslates(actor) && may(actor, 'change', kind),
    read_unpublished: reach(actor, record => mayRead(actor, record), 'draft'),
    change: acts('change', 'draft'),
    change_published: acts('change', 'publish'),
    remove: acts('remove', 'draft'),
    remove_published: acts('remove', 'publish'),
    remove_permanently: isPost(kind) && !mayErase(actor) ? 'none' : acts('remove', 'trash'),
  }
}

type Sample = Parameters<typeof mayRead>[1]

function reach(actor: Actor, allows: (record: Sample) => boolean, status: string): Reach {
  if (allows({ facts: { status, author: actor.id + 1 } })) return 'all'
  return allows({ facts: { status, author: actor.id } }) ? 'own' : 'none'
}
