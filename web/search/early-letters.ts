/**
 * Letters typed between the key that opens the box and its first render: they belong to the field, not to shortcuts of
 * the page.
 */
let letters = ''
let taking = new AbortController()
/** If the box has not loaded by then, keys work normally again. */
const openTimeoutMs = 5_000

export const catchLetters = (): void => {
  takeLetters()
  const signal = AbortSignal.any([taking.signal, AbortSignal.timeout(openTimeoutMs)])
  const onKey = (event: KeyboardEvent): void => {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return
    letters += event.key
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', onKey, { capture: true, signal })
}
export const takeLetters = (): string => {
  taking.abort()
  taking = new AbortController()
  const taken = letters
  letters = ''
  return taken
}
