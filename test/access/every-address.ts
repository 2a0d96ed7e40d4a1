import { type Language, languages } from '../../src/define/text/language.ts'
import {
  type AddressName,
  type AddressParams,
  addresses,
  openAddresses,
} from '../../src/web/shell/addresses.ts'

export type AddressRequest = {
  name: AddressName
  language: Language
  params: AddressParams
  path: string
}

const table = openAddresses('en')

/**
 * Every address of pages, feeds and files, from the table of them, in both languages, with each of these values in it. An address that
 * is new is among them; one with a new sort of value is a fault of types here until values of it are given.
 */
export function everyAddress(
  values: Record<keyof AddressParams, readonly string[]>,
): AddressRequest[] {
  const all = (Object.keys(addresses) as AddressName[]).flatMap(name =>
    languages.flatMap(language =>
      filled(addresses[name][language], values).map(params => {
        return { name, language, params, path: table.path(name, language, params) }
      }),
    ),
  )
  return [...new Map(all.map(each => [each.path, each])).values()]
}

function filled(path: string, values: Record<string, readonly string[]>): AddressParams[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return names.reduce<AddressParams[]>(
    (params, name) =>
      params.flatMap(each => (values[name] ?? []).map(value => ({ ...each, [name]: value }))),
    [{}],
  )
}
