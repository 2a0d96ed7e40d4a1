import { isDated, linkKinds } from '../../define/record.ts'
import type { May, Reach, Rights } from '../../sdk/index.ts'
import type { Row } from './records.ts'

/** The rights of the user on one record, as the server states them: buttons of what would be refused are not shown. */
export function rightsOn(may: May, row: Row, user: number) {
  const isOwn = row.author === undefined || Number(row.author) === user
  const isOut = row.status === 'publish' || row.status === 'future'
  const reaches = (reach: Reach) => reach === 'all' || (reach === 'own' && isOwn)
  const change = reaches(isOut ? may.change_published : may.change)
  return {
    change,
    translate: change || may.translate,
    remove: reaches(isOut ? may.remove_published : may.remove),
    erase: reaches(may.remove_permanently),
    publish: may.publish && reaches(may.change),
  }
}

/** Those who write begin with what is to be done. */
export const hasDesk = (may: Rights) => may.event.create || may.event.translate

/** True if the user sees what others do and send in. */
export const seesPeople = (may: Rights) => may.event.write_for_others

/** True if the user may make records, or change some. Events are shown to all: each account is about them. */
export const isOfUse = (may: May, { name }: { name: string }) =>
  isDated(name) || may.create || may.translate || mayDoMany(may)

/** True if the user may change some record, so that selecting records makes sense. */
export const mayDoMany = (may: May) => may.change !== 'none' || may.remove !== 'none'

/** As what the records of a form are merged; undefined: they are not. */
export const mergedKindOf = ({ name }: { name: string }) => linkKinds.find(kind => kind === name)

/** True if the user may merge these records, whichever of them remains. */
export const mayMerge = (
  may: May,
  form: { name: string },
  rows: readonly Row[],
  user: number,
): boolean =>
  mergedKindOf(form) !== undefined &&
  rows.length > 1 &&
  rows.map(row => rightsOn(may, row, user)).every(({ change, remove }) => change && remove)
