import type { Params } from '../../define/param.ts'
import { passwordParam } from '../shared/common.ts'
import { eventFilters } from './filters.ts'

const { page, per_page, start_date, end_date } = eventFilters

/** The filters of a list of the dates of an event. */
export const occurrencesParams = {
  page,
  per_page,
  start_date: {
    type: start_date.type,
    en: 'Dates that start on this day or later.',
    fr: 'Les dates qui débutent ce jour-là ou après.',
  },
  end_date: {
    type: end_date.type,
    en: 'Dates that end on this day or earlier.',
    fr: 'Les dates qui finissent ce jour-là ou avant.',
  },
  ...passwordParam,
} satisfies Params
