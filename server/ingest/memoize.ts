/** Cache for pure functions with few distinct keys; cleared when it exceeds `most`. */
export function memoized<T, Key = string>(most: number, read: (key: Key) => T): (key: Key) => T {
  const known = new Map<Key, { found: T }>()
  return key => {
    const before = known.get(key)
    if (before !== undefined) return before.found
    const found = read(key)
    if (known.size >= most) known.clear()
    known.set(key, { found })
    return found
  }
}
