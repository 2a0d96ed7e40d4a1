/**
 * The plane of web maps (Web Mercator), on which the world is a square of 1 by 1: x grows to the east, y to the south. Servers of
 * tiles cut the same square.
 */
export type Spot = { x: number; y: number }

/** A rectangle of the plane, or of the pixels of a drawing. */
export type Frame = Spot & { width: number; height: number }

/** A frame with a margin around it. */
export const grown = ({ x, y, width, height }: Frame, by: number): Frame => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

/** The poles are infinitely far away. */
const northernmost = 85.05
const equator = 40_075_017

export function spotOf(lat: number, lng: number): Spot {
  const limited = Math.min(northernmost, Math.max(-northernmost, lat))
  const turned = Math.log(Math.tan(Math.PI / 4 + (limited * Math.PI) / 360))
  return { x: lng / 360 + 0.5, y: 0.5 - turned / (2 * Math.PI) }
}

export const latOf = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI

/** How many metres once around the world is, at a height of the plane. */
export const metresAround = (y: number) => equator / Math.cosh(Math.PI * (1 - 2 * y))

/** Metres from the left of a frame to its right. */
export const metresAcross = ({ y, width, height }: Frame) => width * metresAround(y + height / 2)
