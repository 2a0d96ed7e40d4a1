import { bookSeries } from './books.ts'
import { chamberSeries } from './chamber.ts'
import { classicalSeries } from './classical.ts'
import { communitySeries } from './community.ts'
import { exhibitionSeries } from './exhibitions.ts'
import { familySeries } from './family.ts'
import { foodSeries } from './food.ts'
import { jazzSeries } from './jazz.ts'
import { marketSeries } from './markets.ts'
import { seasonSeries } from './seasons.ts'
import type { Series } from './series.ts'
import { songSeries } from './songs.ts'
import { sportSeries } from './sports.ts'
import { stageSeries } from './stage.ts'
import { technologySeries } from './technology.ts'
import { workshopSeries } from './workshops.ts'

export const everySeries: Series[] = [
  ...jazzSeries,
  ...classicalSeries,
  ...chamberSeries,
  ...songSeries,
  ...exhibitionSeries,
  ...workshopSeries,
  ...stageSeries,
  ...bookSeries,
  ...foodSeries,
  ...marketSeries,
  ...sportSeries,
  ...technologySeries,
  ...communitySeries,
  ...familySeries,
  ...seasonSeries,
]
