// Shapes in which search engines and link previews show images. They are stored like sizes, but the API has only those of WordPress.

type ImageShape = { name: string; ratio: number }

/** Width by height: those that Google asks for with an event. */
export const imageShapes = [
  { name: 'shape-1x1', ratio: 1 },
  { name: 'shape-4x3', ratio: 4 / 3 },
  { name: 'shape-16x9', ratio: 16 / 9 },
] as const satisfies readonly ImageShape[]

export const isShape = (name: string): boolean => imageShapes.some(shape => shape.name === name)

/** The widest that they are made, in pixels. */
export const shapeWidth = 1200
/** The narrowest that Google shows with an event. */
export const minShapeWidth = 720
