import type { Image } from '../../sdk/client.ts'
import type { Picture } from '../forms/values.ts'

type Listed = Pick<Image, 'id' | 'url' | 'alt' | 'sizes' | 'width' | 'height'>

/** A stored image as forms hold it. */
export const pictureFrom = ({ id, url, alt, sizes, width, height }: Listed): Picture => ({
  id,
  alt,
  width,
  height,
  url: sizes.medium?.url ?? url,
})
