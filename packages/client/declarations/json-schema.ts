/** The subset of JSON Schema that our responses use. */
export interface JsonSchema {
  type?: 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array'
  enum?: (string | number | boolean)[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  minItems?: number
  maxItems?: number
}

export function typeText(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' | ')
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeText).join(', ')}]`
  if (schema.type === 'array') return `Array<${schema.items ? typeText(schema.items) : 'unknown'}>`
  if (schema.type === 'object') return objectText(schema)
  return schema.type ?? 'unknown'
}

function objectText({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const fields = Object.entries(properties).map(
    ([name, field]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeText(field)}`,
  )
  if (fields.length === 0)
    return additionalProperties ? `Record<string, ${typeText(additionalProperties)}>` : 'Record<string, never>'
  return `{ ${fields.join('; ')} }`
}
