import type { Form } from './model.ts'

/** The path of a resource that has versions. */
export function versioned({ path }: Pick<Form, 'path'>) {
  if (path === 'images') throw new Error('Images have no versions.')
  return path
}
