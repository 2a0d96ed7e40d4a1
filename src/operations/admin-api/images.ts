import { count } from '../../define/number-types.ts'
import { exact, listOf, whole } from '../../define/schema.ts'
import type { Operations } from '../operation.ts'
import { schemaOf } from './schema-of.ts'

export const imagesOperations = {
  'GET /images/:id/uses': {
    name: 'listImageUses',
    access: 'account',
    summary: {
      en: 'The events, venues and organizers that show an image, as far as you may read them',
      fr: 'Les évènements, les lieux et les organisateurs qui montrent une image, dans la mesure où vous pouvez les lire',
    },
    params: {
      per_page: {
        type: count({ most: 100, sample: 20 }),
        default: 20,
        en: 'The most records to return, up to 100.',
        fr: 'Le nombre maximal de fiches à renvoyer, 100 au plus.',
      },
    },
    returns: exact(
      { en: 'Where the image is shown.', fr: 'Où l’image est montrée.' },
      {
        uses: listOf(schemaOf('ImageUse'), {
          en: 'Events first, the newest of each kind first.',
          fr: 'Les évènements d’abord, les plus récents de chaque type d’abord.',
        }),
        total: whole({
          en: 'How many there are; of each kind, 1000 at most are counted.',
          fr: 'Leur nombre ; de chaque type, 1000 au plus sont comptés.',
        }),
      },
    ),
  },
} satisfies Operations
