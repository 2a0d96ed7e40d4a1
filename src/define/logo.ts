/** The picture of a site as it lies in its file, and how large it is in proportion. */
export type Logo = {
  bytes: Buffer
  mime: string
  extension: string
  width: number
  height: number
  /** Has a background of its own, or colours for dark pages. */
  fitsDark: boolean
}
