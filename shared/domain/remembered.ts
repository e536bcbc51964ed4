/** A bounded cache for a function of a text, because the texts come from users. */
export const remembered = <R>(make: (text: string) => R): ((text: string) => R) => {
  const known = new Map<string, R>()
  return text => {
    const own = known.get(text)
    if (own !== undefined) return own
    const made = make(text)
    if (known.size >= mostKept) known.clear()
    known.set(text, made)
    return made
  }
}
const mostKept = 20_000
