import { type Cell, type LinkKind, type Links, linkKinds, type Row } from '../../define/record.ts'

/** The cells of the links given. */
export function linkCells(links: Partial<Links>): Row {
  const cells: Row = {}
  for (const kind of linkKinds) {
    const ids = links[kind]
    if (ids) cells[kind] = ids.length > 0 ? JSON.stringify(ids) : noIds
  }
  return cells
}
const noIds = '[]'

/** The ids in a cell of links; an empty one is of a table that is being rebuilt. */
const idsIn = (cell: Cell | undefined): number[] =>
  !cell || cell === noIds ? [] : JSON.parse(String(cell))

export const linksOf = (row: Readonly<Partial<Record<LinkKind, Cell>>>): Links => ({
  venue: idsIn(row.venue),
  organizer: idsIn(row.organizer),
  category: idsIn(row.category),
  tag: idsIn(row.tag),
})
