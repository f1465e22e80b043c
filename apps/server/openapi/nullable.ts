type Schema = Record<string, unknown>

const isNull = ({ type }: Schema) => type === 'null'

/** Client generators need `null` among the types, and Python clients would send `default: null` as text. */
export function withNullableTypes<T>(part: T): T {
  return JSON.parse(JSON.stringify(part), (key, value: { anyOf?: Schema[] } | null) => {
    if (key === 'default' && value === null) return
    const options = value?.anyOf
    if (!Array.isArray(options) || !options.some(isNull)) return value
    const [other, ...more] = options.filter((option) => !isNull(option))
    // client generators fail on null in an enum
    if (typeof other?.type !== 'string' || more.length > 0 || other.enum !== undefined) return value
    const { anyOf: _options, ...rest } = value as Schema
    return { ...rest, ...other, type: [other.type, 'null'] }
  }) as T
}
