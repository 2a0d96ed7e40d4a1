import * as L from 'leaflet'
import { PMTiles, TileType } from 'pmtiles'

const types: Partial<Record<TileType, string>> = {
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
}

/** The images in a PMTiles file as a layer of the map; where it has none, the map is empty. */
export class ImageLayer extends L.GridLayer {
  private readonly file: PMTiles

  constructor(url: string, options: L.GridLayerOptions) {
    super(options)
    this.file = new PMTiles(url)
  }

  protected override createTile(at: L.Coords, done: L.DoneCallback): HTMLElement {
    const tile = document.createElement('img')
    tile.alt = ''
    // one that cannot be read is empty, as one that is not there
    const end = () => done(undefined, tile)
    this.fill(tile, at).then(end, end)
    return tile
  }

  private async fill(tile: HTMLImageElement, { z, x, y }: L.Coords): Promise<void> {
    const [{ tileType }, match] = await Promise.all([
      this.file.getHeader(),
      this.file.getZxy(z, x, y),
    ])
    if (!match) return
    const source = URL.createObjectURL(new Blob([match.data], { type: types[tileType] ?? '' }))
    try {
      tile.src = source
      await tile.decode()
    } finally {
      URL.revokeObjectURL(source)
    }
  }
}
