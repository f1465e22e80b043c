/** Returns the keys of a record whose type names them all. TypeScript calls them strings, because an object may have more than its type says. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] => Object.keys(record) as Key[]
