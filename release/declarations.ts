import ts from 'typescript'
import type { Sentence } from '../src/define/field-type.ts'
import type { Resource } from '../src/define/resource.ts'
import { type ResourceName, resources } from '../src/resources/table.ts'

/**
 * The declarations of a file of types, spelt out: types computed from the resources are written as plain members, each with its sentence, so that a
 * user of the package has its types without the service.
 */
export function declarationsOf(program: ts.Program, path: string): string {
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(path)
  const module = file && checker.getSymbolAtLocation(file)
  if (!file || !module) throw new RangeError(`There is no module ${path}.`)
  const aliases = checker.getExportsOfModule(module).map(symbol => aliasOf(checker, symbol))
  const names = new Map(
    aliases.filter(({ isGeneric }) => !isGeneric).map(({ name, type }) => [type, name]),
  )
  const sentences = sentencesOf(checker, aliases)
  return aliases
    .map(({ name, type, node, isGeneric }) => {
      const comment = node.getSourceFile() === file ? commentOf(node) : ''
      if (isGeneric) return `${comment}${node.getText()}\n`
      const written = writtenOut(checker, { names, sentences, declared: type })
      return `${comment}export type ${name} = ${written}\n`
    })
    .join('\n')
}

type Alias = ReturnType<typeof aliasOf>
type Names = ReadonlyMap<ts.Type, string>

function aliasOf(checker: ts.TypeChecker, symbol: ts.Symbol) {
  const own = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const node = own.declarations?.find(ts.isTypeAliasDeclaration)
  if (!node) throw new RangeError(`${symbol.name} is no alias of a type.`)
  const type = checker.getDeclaredTypeOfSymbol(own)
  return { name: symbol.name, type, node, isGeneric: node.typeParameters !== undefined }
}

function commentOf(node: ts.Node): string {
  const text = node.getSourceFile().getFullText()
  const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []
  const last = comments.at(-1)
  const comment = last && text.slice(last.pos, last.end)
  return comment?.startsWith('/**') ? `${comment}\n` : ''
}

/** Writes a type; those that have a name of their own are called by it, except for the one that is declared. */
function writtenOut(
  checker: ts.TypeChecker,
  { names, sentences, declared }: { names: Names; sentences: Sentences; declared: ts.Type },
): string {
  const write = (type: ts.Type, depth: number): string => {
    const name = type === declared && depth === 0 ? undefined : names.get(type)
    if (name !== undefined) return name
    if (type.isUnion()) return writeAny(type.types, depth)
    if (checker.isArrayType(type)) {
      const [member] = checker.getTypeArguments(type as ts.TypeReference)
      const isReadonly = type.symbol.name === 'ReadonlyArray'
      return `${isReadonly ? 'readonly ' : ''}${member ? inBrackets(write(member, depth + 1)) : 'unknown'}[]`
    }
    const objectFlags = type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)
    return objectFlags ? writeObject(type, depth) : checker.typeToString(type)
  }

  const writeAny = (types: ts.Type[], depth: number) => {
    const members = types.map(member => write(member, depth + 1))
    const isBoolean = members.includes('true') && members.includes('false')
    const rest = isBoolean ? members.filter(name => name !== 'true' && name !== 'false') : members
    // null and undefined last, as people write them
    const isNothing = (name: string) => name === 'null' || name === 'undefined'
    const sorted = [...(isBoolean ? ['boolean'] : []), ...rest]
    return [...sorted.filter(name => !isNothing(name)), ...sorted.filter(isNothing)].join(' | ')
  }

  const writeObject = (type: ts.Type, depth: number) => {
    const indent = '  '.repeat(depth + 1)
    const index = checker.getIndexInfosOfType(type).map(({ keyType, type: of }) => {
      return `${indent}[name: ${checker.typeToString(keyType)}]: ${write(of, depth + 1)}`
    })
    const members = checker.getPropertiesOfType(type).map(symbol => {
      const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0
      const of = checker.getTypeOfSymbol(symbol)
      const written = isOptional ? writeAny(whenThere(checker, of), depth) : write(of, depth + 1)
      const sentence = sentences.get(type)?.[symbol.name]
      const name = /^\w+$/.test(symbol.name) ? symbol.name : JSON.stringify(symbol.name)
      const comment = sentence ? `${indent}/** ${sentence} */\n` : ''
      return `${comment}${indent}${name}${isOptional ? '?' : ''}: ${written}`
    })
    const lines = [...index, ...members]
    return lines.length ? `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}` : '{}'
  }
  return write(declared, 0)
}

/** Without what stands for a missing member; `undefined` that may be written stays. */
function whenThere(checker: ts.TypeChecker, type: ts.Type): ts.Type[] {
  const isMissing = (of: ts.Type) =>
    (of.flags & ts.TypeFlags.Undefined) !== 0 && of !== checker.getUndefinedType()
  return (type.isUnion() ? type.types : [type]).filter(member => !isMissing(member))
}

const inBrackets = (written: string) => (written.includes(' | ') ? `(${written})` : written)

type Sentences = ReadonlyMap<ts.Type, Record<string, string | undefined>>

/** The sentences of the documentation about the members of records, of drafts and of queries. */
function sentencesOf(checker: ts.TypeChecker, aliases: Alias[]): Sentences {
  const sentences = new Map<ts.Type, Record<string, string | undefined>>()
  for (const [table, of] of Object.entries(tables)) {
    const type = aliases.find(({ name }) => name === table)?.type
    if (!type) throw new RangeError(`There is no ${table}.`)
    for (const symbol of checker.getPropertiesOfType(type)) {
      // the tables are made of the names of the resources
      const resource: Resource = resources[symbol.name as ResourceName]
      sentences.set(checker.getTypeOfSymbol(symbol), of(resource))
    }
  }
  return sentences
}

const mapped = <T>(
  of: Readonly<Record<string, T>>,
  sentence: (value: T, name: string) => unknown,
) =>
  Object.fromEntries(
    Object.entries(of).map(([name, value]) => {
      const noun = sentence(value, name)
      return [name, typeof noun === 'string' ? noun : undefined]
    }),
  )

const written = ({ fields }: Resource) => mapped(fields, ({ en }) => en)
const tables: Record<string, (of: Resource) => Record<string, string | undefined>> = {
  Records: ({ presented, fields }) =>
    mapped(presented, (item, name) => {
      const schema = item === true ? undefined : item.schema
      if (typeof schema === 'object') return (schema.description as Sentence | undefined)?.en
      return fields[name]?.read?.en ?? fields[name]?.en
    }),
  Drafts: written,
  Patches: written,
  Queries: ({ filters }) => mapped(filters, ({ en }) => en),
}
