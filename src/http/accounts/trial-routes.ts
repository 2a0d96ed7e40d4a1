import { triedParams } from '../../calendar/try-event.ts'
import { dateTime, exact, text } from '../../define/schema.ts'
import type { AdminRoute } from './admin-route.ts'

const when = exact(
  {
    en: 'When it would be; null as long as a date is missing.',
    fr: 'Quand il aurait lieu ; null tant qu’une date manque.',
  },
  {
    timezone: text({ en: 'Its time zone.', fr: 'Son fuseau horaire.' }),
    timezone_abbr: text({ en: 'What that is called then.', fr: 'Son abréviation à cette date.' }),
    start_date: dateTime({ en: 'The start, on its own clock.', fr: 'Le début, à son heure.' }),
    end_date: dateTime({ en: 'The end, on its own clock.', fr: 'La fin, à son heure.' }),
    utc_start_date: dateTime({ en: 'The start, in UTC.', fr: 'Le début, en UTC.' }),
    utc_end_date: dateTime({ en: 'The end, in UTC.', fr: 'La fin, en UTC.' }),
    site_timezone: text({ en: 'The time zone of the site.', fr: 'Le fuseau horaire du site.' }),
    site_start_date: dateTime({
      en: 'The start, on the clock of the site.',
      fr: 'Le début, à l’heure du site.',
    }),
    site_end_date: dateTime({
      en: 'The end, on the clock of the site.',
      fr: 'La fin, à l’heure du site.',
    }),
  },
)

const tryEvent: AdminRoute = {
  method: 'GET',
  path: 'tried-event',
  name: 'tryEvent',
  door: 'session',
  summary: {
    en: 'What an event of these dates and this cost would show; nothing is stored',
    fr: 'Ce que montrerait un évènement de ces dates et de ce tarif ; rien n’est enregistré',
  },
  params: triedParams,
  returns: exact(
    { en: 'What it would show.', fr: 'Ce qu’il montrerait.' },
    {
      when: { ...when, type: ['object', 'null'] },
      cost: exact(
        { en: 'The cost as it is shown, by language.', fr: 'Le tarif affiché, par langue.' },
        {
          en: text({ en: 'In English.', fr: 'En anglais.' }),
          fr: text({ en: 'In French.', fr: 'En français.' }),
        },
      ),
    },
  ),
  answer: async ({ service, values }) => ({ body: service.calendar.tryEvent(values) }),
}

/** What is tried before it is saved. */
export const trialRoutes = [tryEvent]
