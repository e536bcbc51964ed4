/**
 * A text in small letters, ё as е, every blank but the line break as a space. Keeps its length, so that a place found here
 * is the same place in the text.
 */
export function plainLetters(text: string): string {
  const lower = text.toLowerCase()
  const kept = lower.length === text.length ? lower : text.replace(/\p{Lu}/gu, keepingLength)
  return kept.replaceAll('ё', 'е').replace(/[^\S\n ]/g, ' ')
}
const keepingLength = (letter: string): string => {
  const lower = letter.toLowerCase()
  return lower.length === letter.length ? lower : letter
}
