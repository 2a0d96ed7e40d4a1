import type { Image } from '../../sdk/client.ts'
import type { Picture } from '../forms/values.ts'

/** A stored image as forms hold it. */
export const pictureFrom = ({ id, url, alt, sizes, width, height }: Image): Picture => ({
  ...{ id, alt, width, height },
  url: sizes.medium?.url ?? url,
})
