/**
 * The part of the list that a key pressed on another page has asked for: the list, when it has come, takes it once.
 */
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
