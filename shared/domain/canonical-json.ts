const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const sorted = (value: unknown): unknown => {
  if (!isObject(value)) return value
  if (Array.isArray(value)) return value.map(sorted)
  // Entries, because an assignment to `__proto__` would be lost.
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map(key => [key, sorted(value[key])]),
  )
}

/** The canonical JSON of a value, independent of the order of keys: RFC 8785 (JCS) for what JSON can represent. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value)) ?? 'null'
