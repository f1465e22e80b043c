type Schema = Record<string, unknown>

const isNull = ({ type }: Schema) => type === 'null'

/**
 * Writes `anyOf: [null, X]` as X with `null` among its types, and leaves out `default: null`, which clients in Python would send as text.
 * This is the form that generators of clients understand.
 */
export function withNullableTypes<T>(part: T): T {
  return JSON.parse(JSON.stringify(part), (key, value: { anyOf?: Schema[] } | null) => {
    if (key === 'default' && value === null) return
    const options = value?.anyOf
    if (!Array.isArray(options) || !options.some(isNull)) return value
    const [other, ...more] = options.filter((option) => !isNull(option))
    // the generators fail at null in an enum
    if (typeof other?.type !== 'string' || more.length > 0 || other.enum !== undefined) return value
    const { anyOf: _options, ...rest } = value as Schema
    return { ...rest, ...other, type: [other.type, 'null'] }
  }) as T
}
