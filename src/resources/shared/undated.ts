import type { Row } from '../../define/record.ts'

/** True if a record has no publication date: it was never published and no date was set. The date follows at publication. */
export const isUndated = ({ date_utc = null, date_given = null }: Row) =>
  date_utc === null && date_given === null
