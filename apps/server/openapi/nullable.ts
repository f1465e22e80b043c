interface Schema {
  type?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  description?: string
}

const isNull = ({ type }: Schema) => type === 'null'
const isText = (value: unknown) => typeof value === 'string'

/**
 * Rewrites what generated clients cannot read: they need `null` among the types, and a type beside fixed values. Those in Python send
 * `default: null` as text, and fail on fixed values or null: such a field becomes a text, and its description names the values.
 */
export function withNullableTypes<T>(part: T): T {
  return JSON.parse(JSON.stringify(part), (key, value: Schema | null) => {
    if (key === 'default' && value === null) return
    if (value?.type === undefined && value?.enum?.every(isText)) return { ...value, type: 'string' }
    if (!Array.isArray(value?.anyOf) || !value.anyOf.some(isNull)) return value
    const { anyOf, ...rest } = value
    const [other, ...more] = anyOf.filter((option) => !isNull(option))
    if (typeof other?.type !== 'string' || more.length > 0) return value
    const { enum: values, ...schema } = other
    const description = values && [rest.description, `One of ${values.join(', ')}, or null.`].filter(Boolean).join(' ')
    return { ...rest, ...schema, type: [other.type, 'null'], ...(description && { description }) }
  }) as T
}
