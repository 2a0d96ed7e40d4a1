import { tableOf } from '../../define/base/objects.ts'
import { count, statuses } from '../../define/field-types.ts'
import type { Params } from '../../define/param.ts'
import { writeParams } from '../../define/resource.ts'
import { dateTime, exact, integer, type Properties, text } from '../../define/schema.ts'
import { event } from '../event/event.ts'
import { postNames, resources } from '../table.ts'
import { orNull, perLanguage, word } from './parts.ts'

const {
  start_date,
  end_date,
  starts_before,
  ends_before,
  ends_after,
  search,
  event_status,
  attendance,
  has_image,
  has_venue,
  has_category,
  author,
  ml_missing,
} = resources.event.filters

/** The records to count, as their lists take them; dates, statuses and links for events, `only_with_upcoming` for others. */
export const countParams = {
  start_date,
  end_date,
  starts_before,
  ends_before,
  ends_after,
  search,
  event_status,
  attendance,
  has_image,
  has_venue,
  has_category,
  author,
  only_with_upcoming: resources.venue.filters.only_with_upcoming,
  ml_missing,
  category: {
    type: count(),
    en: 'Only events in this category or in those below it, by ID.',
    fr: 'Seulement les évènements de cette catégorie ou de ses sous-catégories, par ID.',
  },
  venue: {
    type: count(),
    en: 'Only events at this venue, by ID.',
    fr: 'Seulement les évènements dans ce lieu, par ID.',
  },
  organizer: {
    type: count(),
    en: 'Only events by this organizer, by ID.',
    fr: 'Seulement les évènements de cet organisateur, par ID.',
  },
} satisfies Params
const { all_day, start_date: from, end_date: to, timezone, cost } = writeParams(event, 'change')
/** The fields of an event that can be tried without saving it. */
export const triedParams = { timezone, all_day, start_date: from, end_date: to, cost }

/** The counts: of a list without a status, of the caller’s own events in it, and of each status. */
export const countNames = ['all', 'mine', ...statuses] as const
type CountName = (typeof countNames)[number]
const isSometimes = (name: CountName): name is Exclude<CountName, 'all' | 'publish'> =>
  name !== 'all' && name !== 'publish'

const howMany = integer({ en: 'Their number.', fr: 'Leur nombre.' })
const ofEachCount = tableOf(countNames, () => howMany)

const when = exact(
  {
    en: 'When it would be; null as long as a date is missing.',
    fr: 'Quand il aurait lieu ; null tant qu’une date manque.',
  },
  {
    timezone: text({ en: 'Its time zone.', fr: 'Son fuseau horaire.' }),
    timezone_abbr: text({
      en: 'Its abbreviation at that time.',
      fr: 'Son abréviation à cette date.',
    }),
    start_date: dateTime({ en: 'The start, on its own clock.', fr: 'Le début, à son heure.' }),
    end_date: dateTime({ en: 'The end, on its own clock.', fr: 'La fin, à son heure.' }),
    utc_start_date: dateTime({ en: 'The start, in UTC.', fr: 'Le début, en UTC.' }),
    utc_end_date: dateTime({ en: 'The end, in UTC.', fr: 'La fin, en UTC.' }),
    site_timezone: text({ en: 'The time zone of the site.', fr: 'Le fuseau horaire du site.' }),
    site_start_date: dateTime({
      en: 'The start, in site time.',
      fr: 'Le début, à l’heure du site.',
    }),
    site_end_date: dateTime({
      en: 'The end, in site time.',
      fr: 'La fin, à l’heure du site.',
    }),
  },
)

/** The schemas of responses about records, by name. */
export const recordSchemas = {
  Counts: exact(
    {
      en: 'Counts by status. Statuses that the caller may not list are left out; `all` counts a list without a status, `mine` the caller’s own events of these.',
      fr: 'Les nombres par statut. Les statuts que l’appelant ne peut pas lister sont omis ; `all` compte une liste sans statut, `mine` ses propres évènements parmi ceux-ci.',
    },
    ofEachCount,
    countNames.filter(isSometimes),
  ),
  EventTrial: exact(
    {
      en: 'How an event with these fields would look.',
      fr: 'L’aperçu d’un évènement avec ces champs.',
    },
    {
      when: orNull(when),
      cost: exact(
        { en: 'The cost as it is shown, by language.', fr: 'Le tarif affiché, par langue.' },
        perLanguage(text({ en: 'In this language.', fr: 'Dans cette langue.' })),
      ),
    },
  ),
  ImageUse: exact(
    { en: 'A record that shows an image.', fr: 'Une fiche qui affiche une image.' },
    {
      kind: word(postNames, { en: 'Its type.', fr: 'Son type.' }),
      id: integer({ en: 'Its ID.', fr: 'Son ID.' }, 1),
      title: text({ en: 'Its name.', fr: 'Son nom.' }),
      status: word(statuses, { en: 'Its status.', fr: 'Son statut.' }),
    },
  ),
} satisfies Properties
