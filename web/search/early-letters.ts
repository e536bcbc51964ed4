/** Letters typed between the key that opens the box and its field: they are the field's, not keys of the page below. */
let early: { letters: string; stop: () => void } | undefined
/** Milliseconds: whoever gets no box by then is not kept from typing. */
const patience = 5_000

export const catchLetters = (): void => {
  takeLetters()
  const onKey = (event: KeyboardEvent): void => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
    caught.letters += event.key
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const stop = (): void => window.removeEventListener('keydown', onKey, true)
  const caught = { letters: '', stop }
  window.addEventListener('keydown', onKey, true)
  setTimeout(stop, patience)
  early = caught
}
export const takeLetters = (): string => {
  early?.stop()
  const letters = early?.letters ?? ''
  early = undefined
  return letters
}
