/** For what is asked of the same few texts again and again. They come from outside: what is kept of them has an end. */
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
