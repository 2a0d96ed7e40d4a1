import type { Row } from '../define/record.ts'

/** Has a record no publication date yet? It was never published, and nobody has set the date: it follows when it is published. */
export const isUndated = ({ date_utc = null, date_given = null }: Row) =>
  date_utc === null && date_given === null
