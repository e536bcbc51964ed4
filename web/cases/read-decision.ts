/**
 * The text of a decision as paragraphs to read: the heading, the words that part it («установил»), ordinary paragraphs,
 * numbered from one, and inside them the words a court has hidden. Nothing is changed, only told apart.
 */
export type Piece = { text: string; hidden: boolean }
export type Paragraph = { kind: 'title' | 'word' | 'plain'; number: number | undefined; pieces: readonly Piece[] }

const parting = /^(установил|постановил|решил|определил|приговорил)а?:?$/i
const titles =
  /^(постановление|решение|определение|приговор|апелляционноепостановление|апелляционноеопределение|именемроссийскойфедерации)$/i
const hiddenWords = /(?:ФИО\s?-?\d*|<[^<>\n]{1,60}>|\*{3,}|\[(?:данные изъяты|персональные данные)\])/g
/** The heading stands at the very beginning. */
const headingLines = 4

/** Words set in spaced letters: «п о с т а н о в и л». */
const squeezed = (line: string): string => (/^(\S\s+){3,}\S:?$/.test(line) ? line.replace(/\s+/g, '') : line)

export const readDecision = (text: string): Paragraph[] => {
  let number = 0
  return text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(Boolean)
    .map((line, at) => {
      const word = squeezed(line)
      if (at < headingLines && titles.test(word.replace(/\s+/g, '')))
        return { kind: 'title', number: undefined, pieces: [{ text: word, hidden: false }] }
      if (parting.test(word.replace(/\s+/g, '')))
        return { kind: 'word', number: undefined, pieces: [{ text: word, hidden: false }] }
      number += 1
      return { kind: 'plain', number, pieces: piecesOf(line) }
    })
}

const piecesOf = (line: string): Piece[] => {
  const pieces: Piece[] = []
  let from = 0
  for (const found of line.matchAll(hiddenWords)) {
    if (found.index > from) pieces.push({ text: line.slice(from, found.index), hidden: false })
    pieces.push({ text: found[0], hidden: true })
    from = found.index + found[0].length
  }
  if (from < line.length) pieces.push({ text: line.slice(from), hidden: false })
  return pieces
}
