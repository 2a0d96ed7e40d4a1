/** Starts Scalar, whose script was loaded before this one, with our document. */

type Parameter = { in: string; required?: boolean; example?: unknown; examples?: object }
type OpenApi = {
  paths: Record<string, Record<string, { parameters?: Parameter[] } | undefined>>
  components: { parameters: Record<string, Parameter> }
}
declare const Scalar: { createApiReference(at: HTMLElement, configuration: object): void }

/** Scalar sends every parameter that has an example along with a trial request; those that need not be sent are left for people to tick. */
function untick(parameter: Parameter) {
  const { example, required } = parameter
  if (example === undefined || required || parameter.in === 'path') return
  delete parameter.example
  parameter.examples = { example: { value: example, 'x-disabled': true } }
}

async function start(place: HTMLElement) {
  const { document: url = '', configuration = '{}' } = place.dataset
  const content: OpenApi = await (await fetch(url)).json()
  const operations = Object.values(content.paths).flatMap(path => Object.values(path))
  const own = operations.flatMap(operation => operation?.parameters ?? [])
  for (const parameter of [...Object.values(content.components.parameters), ...own])
    untick(parameter)
  Scalar.createApiReference(place, { ...JSON.parse(configuration), content })
}

const place = document.getElementById('reference')
if (place) start(place)
