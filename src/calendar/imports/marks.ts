/** The mark of a series whose own dates are not all written yet. */
export const partial = 'partial'

/** The mark of a record that the source no longer has. */
export const gone = 'gone'
