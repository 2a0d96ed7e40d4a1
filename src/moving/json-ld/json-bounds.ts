import type { FieldError } from '../../define/field-type.ts'

/** Of the data of one page: more would not fit into the memory of a reader. */
const most = { nodes: 500_000, values: 1_000_000 }

/** Says of each JSON of a page, before it is parsed, which bound the page exceeds with it. In time in step with the text. */
export function openJsonBounds() {
  let nodes = 0
  let values = 0
  return (json: string): FieldError | undefined => {
    for (let at = 0; at < json.length; at++) {
      const sign = json[at]
      if (sign === '"') at = endOfText(json, at)
      else if (sign === ',') values++
      else if (sign === '{' || sign === '[') nodes++
      if (nodes > most.nodes || values > most.values) return tooManyNodes
    }
    return undefined
  }
}

/** The place of the sign that ends a text. */
function endOfText(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at++) {
    const sign = json[at]
    if (sign === '"') return at
    if (sign === '\\') at++
  }
  return json.length
}

const tooManyNodes = {
  sentence: {
    en: 'The JSON-LD of the page has more than 500,000 objects and lists, or 1,000,000 values. What is beyond is left out.',
    fr: 'Le JSON-LD de la page a plus de 500\u202f000 objets et listes, ou de 1\u202f000\u202f000 de valeurs. Le reste n’est pas lu.',
  },
}
