import type { FieldError } from '../../define/field-type.ts'

const error = (en: string, fr: string, params?: FieldError['params']): FieldError => ({
  sentence: { en, fr },
  ...(params && { params }),
})

export const noApi = (url: string) =>
  error(
    'No API of The Events Calendar answers at {url}. Expected the URL of a site with The Events Calendar.',
    'Aucune API de The Events Calendar ne répond à l’adresse {url}. Attendu : l’URL d’un site avec The Events Calendar.',
    { url },
  )
export const noRobots = (url: string) =>
  error(
    'The robots.txt of the site does not allow programs to read {url}. With credentials it is read all the same.',
    'Le robots.txt du site interdit aux programmes de lire {url}. Avec des identifiants, il est lu malgré tout.',
    { url },
  )
export const pageRefused = (list: string, page: number, why: string) =>
  error(
    'Page {page} of {list} could not be read: {why}.',
    'La page {page} de {list} n’a pas pu être lue : {why}.',
    { list, page, why },
  )
export const tooManyPages = (list: string, max: number) =>
  error(
    'Only {max} pages of {list} are read. The others are left out.',
    'Seules {max} pages de {list} sont lues. Les autres sont omises.',
    { list, max },
  )
export const fewerRead = (read: number, total: number) =>
  error(
    'The site says that it has {total} events; {read} were read.',
    'Le site dit avoir {total} évènements ; {read} ont été lus.',
    { read, total },
  )
export const sampleDiffers = error(
  'Read again, the event is not the one of the list.',
  'Relu, l’évènement n’est pas celui de la liste.',
)
export const notATime = (name: string, value: string) =>
  error(
    '{field} is “{value}”. Expected a time such as 2027-06-05 20:00:00, the end not before the start.',
    '{field} vaut «\u00a0{value}\u00a0». Attendu\u00a0: un moment tel que 2027-06-05 20:00:00, la fin n’étant pas avant le début.',
    { field: name, value: value.slice(0, 60).toWellFormed() },
  )
export const noTitle = error('The event has no title.', 'L’évènement n’a pas de titre.')

// notes

export const masked = error(
  'A password protects the event at the site: only title, dates and links are read.',
  'Un mot de passe protège l’évènement sur le site : seuls le titre, les dates et les liens sont lus.',
)
export const matched = (title: string) =>
  error(
    'Matched with “{title}” in the other language by start, venue and image. Please review.',
    'Apparié à « {title} » dans l’autre langue par le début, le lieu et l’image. À vérifier.',
    { title },
  )
export const unmatched = (count: number) =>
  error(
    'No event in the other language could be matched for certain; {count} begin at the same time. Please review.',
    'Aucun évènement de l’autre langue n’a pu être apparié avec certitude ; {count} commencent en même temps. À vérifier.',
    { count },
  )
export const becomesSeries = (count: number, rule: string) =>
  error(
    '{count} dates become one series: {rule}.',
    '{count} dates deviennent une série : {rule}.',
    { count, rule },
  )
export const onlyPublic = error(
  'The site lists only published records to these credentials.',
  'Le site ne liste que les fiches publiées pour ces identifiants.',
)
