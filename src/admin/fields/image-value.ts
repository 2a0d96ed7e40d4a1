import type { Image } from '../../sdk/index.ts'
import type { ImageValue } from '../forms/values.ts'

type Listed = Pick<Image, 'id' | 'url' | 'alt' | 'sizes' | 'width' | 'height'>

/** A stored image as forms hold it. */
export const imageValueFrom = ({ id, url, alt, sizes, width, height }: Listed): ImageValue => ({
  id,
  alt,
  width,
  height,
  url: sizes.medium?.url ?? url,
})
