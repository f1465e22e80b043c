type Schema = Record<string, unknown>
interface ObjectSchema extends Schema {
  type: 'object'
  properties: Record<string, Schema>
  required?: string[]
}

const isObject = (schema: Schema): schema is ObjectSchema => schema.type === 'object' && typeof schema.properties === 'object'
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/**
 * Adds the fields of all members to a union of objects. Client generators turn a union into one type, and would require the fields
 * of a success in a refusal too. Returns the schema by its name, with the schemas it refers to.
 */
export function withUnionFields(name: string, schema: Schema): Record<string, Schema> {
  const members: unknown = schema.anyOf
  if (!Array.isArray(members) || !members.every(isObject)) return { [name]: schema }
  const named: Record<string, Schema> = {}
  const names = [...new Set(members.flatMap(({ properties }) => Object.keys(properties)))]
  const properties = names.map((field) => {
    const common = commonSchema(members.map((member) => member.properties[field]).filter((found) => found !== undefined))
    if (common.properties === undefined) return [field, common]
    // client generators create no type for an unnamed schema
    const fieldName = `${name}${field.charAt(0).toUpperCase()}${field.slice(1)}`
    named[fieldName] = common
    return [field, reference(fieldName)]
  })
  const required = names.filter((field) => members.every((member) => member.required?.includes(field)))
  return { [name]: { type: 'object', properties: Object.fromEntries(properties), required, ...schema }, ...named }
}

function commonSchema(schemas: Schema[]): Schema {
  const others = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()].filter(
    ({ type }) => type !== 'null',
  )
  const [first, ...more] = others
  if (!first) return { type: 'null' }
  const isNullable = schemas.some(({ type }) => type === 'null')
  if (more.length === 0 && !isNullable) return first
  const types = [...new Set(others.map(typeOf))]
  const [type] = types
  if (types.length > 1 || typeof type !== 'string') return {}
  const { enum: _values, ...rest } = first
  if (more.length > 0 && (type === 'object' || type === 'array')) return {}
  return { ...(more.length === 0 && rest), type: isNullable ? [type, 'null'] : type }
}

function typeOf({ type, enum: values }: Schema): unknown {
  if (!Array.isArray(values)) return type
  const types = new Set(values.map((value: unknown) => typeof value))
  return types.size === 1 ? [...types][0] : undefined
}
