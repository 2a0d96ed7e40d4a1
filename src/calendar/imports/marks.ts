/** The mark of a series whose own dates are not all written yet. */
export const partial = 'partial'

/** The mark of a record that the source no longer has, or whose import was undone. */
export const removed = 'gone'

/** The mark of a record that is as before an import: the next one may write it again. */
export const undone = 'undone'
