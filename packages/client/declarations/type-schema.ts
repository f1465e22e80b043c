import ts from 'typescript-6'
import type { JsonSchema } from './json-schema.ts'

/** Returns the JSON Schema of a type whose values are JSON. Throws for a type that JSON cannot express. */
export function schemaOfType(checker: ts.TypeChecker, type: ts.Type, path: string, outer: readonly ts.Type[] = []): JsonSchema {
  if (outer.includes(type)) throw new Error(`${path} contains itself, which the declarations cannot express`)
  const within = (inner: ts.Type, name: string) => schemaOfType(checker, inner, `${path}.${name}`, [...outer, type])
  if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return {}
  if (type.isStringLiteral() || type.isNumberLiteral()) return { enum: [type.value] }
  if (type.flags & ts.TypeFlags.BooleanLiteral) return { enum: [checker.typeToString(type) === 'true'] }
  if (type.flags & ts.TypeFlags.StringLike) return { type: 'string' }
  if (type.flags & ts.TypeFlags.Number) return { type: 'number' }
  if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' }
  if (type.flags & ts.TypeFlags.Null) return { type: 'null' }
  if (type.isUnion()) return unionSchema(type.types.filter(isDefined).map((member, n) => within(member, String(n))))
  if (checker.isTupleType(type)) return tupleSchema(typeArgumentsOf(checker, type).map((member, n) => within(member, String(n))))
  if (checker.isArrayType(type)) {
    const [item] = typeArgumentsOf(checker, type)
    return { type: 'array', items: item ? within(item, '[]') : {} }
  }
  if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return objectSchema(checker, type, within)
  throw new Error(`${path} has a type without JSON: ${checker.typeToString(type)}`)
}

const isReference = (type: ts.Type): type is ts.TypeReference => 'target' in type

export const typeArgumentsOf = (checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] =>
  isReference(type) ? checker.getTypeArguments(type) : []

const isDefined = (type: ts.Type) => !(type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void))

function unionSchema(members: JsonSchema[]): JsonSchema {
  const values = members.flatMap(({ enum: literals = [] }) => literals)
  const isBoolean = values.includes(true) && values.includes(false)
  const literals = isBoolean ? values.filter((value) => typeof value !== 'boolean') : values
  const all: JsonSchema[] = [
    // sorted, because the compiler's order changes with the sources around it
    ...(literals.length > 0 ? [{ enum: literals.toSorted() }] : []),
    ...(isBoolean ? [{ type: 'boolean' as const }] : []),
    ...members.filter((member) => member.enum === undefined),
  ]
  return all.length === 1 && all[0] ? all[0] : { anyOf: all }
}

/** With `items`, because client generators for other languages do not know `prefixItems`. */
function tupleSchema(members: JsonSchema[]): JsonSchema {
  const kinds = [...new Map(members.map((member) => [JSON.stringify(member), member])).values()]
  const [kind = {}] = kinds
  const items = kinds.length > 1 ? { anyOf: kinds } : kind
  return { type: 'array', prefixItems: members, items, minItems: members.length, maxItems: members.length }
}

function objectSchema(checker: ts.TypeChecker, type: ts.Type, within: (inner: ts.Type, name: string) => JsonSchema): JsonSchema {
  const properties = checker.getPropertiesOfType(type).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const rest = checker.getIndexTypeOfType(type, ts.IndexKind.String)
  const required = properties.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional)).map(({ name }) => name)
  return {
    type: 'object',
    ...(properties.length > 0 && {
      properties: Object.fromEntries(
        properties.map((property) => [property.name, within(checker.getTypeOfSymbol(property), property.name)]),
      ),
    }),
    ...(required.length > 0 && { required }),
    ...(rest && { additionalProperties: within(rest, '*') }),
  }
}
