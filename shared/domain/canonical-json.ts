const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const sorted = (value: unknown): unknown => {
  if (!isObject(value)) return value
  if (Array.isArray(value)) return value.map(sorted)
  // Entries, as an assignment to `__proto__` would be lost.
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map(key => [key, sorted(value[key])]),
  )
}

/** A value in one spelling, whatever the order of its keys: that of RFC 8785 (JCS) for what JSON can hold. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value)) ?? 'null'
