const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')
/** Words, numbers and numbers of cases, and what stands between them. */
const words = /([\p{L}\d][\p{L}\d.-]*)/gu
const leastMarked = 3
/** Letters that a word begins with as one that was typed does: a search allows for endings and for one wrong letter. */
const sharedLetters = (word: string, typed: string): number =>
  Math.max(
    0,
    ...(plain(typed).match(words) ?? []).map(sought => {
      let length = 0
      while (length < Math.min(word.length, sought.length) && plain(word)[length] === sought[length]) length += 1
      return length >= Math.min(sought.length, Math.max(leastMarked, sought.length - leastMarked)) ? length : 0
    }),
  )
/** Whether some word of the text begins so. */
export const isLike = (text: string, typed: string): boolean =>
  (text.match(words) ?? []).some(word => sharedLetters(word, typed) > 0)

export type MarkedPiece = { text: string; hit: boolean }
/** A text with what was typed marked in it. */
export const markedPieces = (text: string, typed: string): MarkedPiece[] =>
  text.split(words).flatMap(word => {
    const length = sharedLetters(word, typed)
    return [
      { text: word.slice(0, length), hit: true },
      { text: word.slice(length), hit: false },
    ]
  })
