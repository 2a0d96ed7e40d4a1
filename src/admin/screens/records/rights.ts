import type { May, Reach, Rights } from '../../../sdk/account-types.ts'
import type { Row } from '../../client/records.ts'

/** What the server says that somebody may do, looked up for one record: buttons of what would be refused are not shown. */
export function rightsOn(may: May, row: Row, user: number) {
  const isOwn = row.author === undefined || Number(row.author) === user
  const isOut = row.status === 'publish' || row.status === 'future'
  const reaches = (reach: Reach) => reach === 'all' || (reach === 'own' && isOwn)
  return {
    change: reaches(isOut ? may.change_published : may.change),
    remove: reaches(isOut ? may.remove_published : may.remove),
    publish: may.publish && reaches(may.change),
  }
}

/** May anything be done with some record, so that choosing some makes sense? */
export const mayDoMany = (may: May) => may.change !== 'none' || may.remove !== 'none'

const merged = ['venue', 'organizer', 'category', 'tag']

/** May these become one, whichever of them stays? */
export const mayMerge = (
  may: May,
  { name }: { name: string },
  rows: readonly Row[],
  user: number,
): boolean =>
  merged.includes(name) &&
  rows.length > 1 &&
  rows.map(row => rightsOn(may, row, user)).every(({ change, remove }) => change && remove)

/** What may be done with the records of a resource: the server says it of every one by its name, and forms have the names of resources. */
export const mayOf = (may: Rights, { name }: { name: string }): May => may[name as 'event']
