/** The keys of a table with their literal types, in order. */
export const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>): K[] =>
  Object.keys(table).filter((key): key is K => Object.hasOwn(table, key))
