const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')
/** Words and numbers, and the text between them. */
const words = /([\p{L}\d][\p{L}\d.-]*)/gu
const leastMarked = 3
/** Length of the common prefix with a typed word, allowing for endings and one misspelled letter. */
const sharedLetters = (word: string, typed: string): number =>
  Math.max(
    0,
    ...(plain(typed).match(words) ?? []).map(sought => {
      let length = 0
      while (length < Math.min(word.length, sought.length) && plain(word)[length] === sought[length]) length += 1
      return length >= Math.min(sought.length, Math.max(leastMarked, sought.length - leastMarked)) ? length : 0
    }),
  )
/** Whether any word of the text matches by prefix. */
export const isLike = (text: string, typed: string): boolean =>
  (text.match(words) ?? []).some(word => sharedLetters(word, typed) > 0)

export type MarkedPiece = { text: string; hit: boolean }
/** A text with the typed words highlighted. */
export const markedPieces = (text: string, typed: string): MarkedPiece[] =>
  text.split(words).flatMap(word => {
    const length = sharedLetters(word, typed)
    return [
      { text: word.slice(0, length), hit: true },
      { text: word.slice(length), hit: false },
    ]
  })
