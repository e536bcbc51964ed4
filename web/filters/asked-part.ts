/** What a key pressed on another page asked of the list; the list takes it once. */
export type ListPart = 'words' | 'filters'

let asked: ListPart | undefined
export const askForPart = (part: ListPart): void => {
  asked = part
}
export const takeAskedPart = (): ListPart | undefined => {
  const part = asked
  asked = undefined
  return part
}
