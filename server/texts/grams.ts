/**
 * Grams let the word index answer phrases of any length without reading texts (decision 0045): pairs alone leave a doubt, as «в виде» and
 * «виде штрафа» may stand in different places. A run of words is *ambiguous* where different words stand both before and after it. For
 * ambiguous runs of one to three words the index holds a mark and, for each occurrence, a gram with both neighbours; for runs of four
 * words a mark: such a text is read.
 */
const maxRunLength = 3
const maxMarkedLength = maxRunLength + 1

export const tooManyGrams = '~'
const mostSigns = 20_000

/** 48-bit hashes: two runs of one text collide once in 10^11 texts. */
const digits = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
const pairsOfDigits = digits.flatMap(first => digits.map(second => first + second))
const fourDigits = (bits: number): string =>
  `${pairsOfDigits[(bits >>> 8) & 4095] ?? ''}${pairsOfDigits[(bits >>> 20) & 4095] ?? ''}`
const hashOf = (word: string, from: number, by: number): number => {
  let hash = from
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), by)
  return hash ^ (hash >>> 15)
}
const wordSign = (word: string): [number, number] => [
  hashOf(word, 0x811c9dc5, 0x9e3779b1),
  hashOf(word, 0x9e3779b9, 0x5f356495),
]
const runSign = (ones: ArrayLike<number>, others: ArrayLike<number>, from: number, to: number): string => {
  let one = to - from
  let other = one
  for (let at = from; at < to; at++) {
    one = Math.imul(one ^ (ones[at] ?? 0), 0x85ebca6b)
    one ^= one >>> 13
    other = Math.imul(other ^ (others[at] ?? 0), 0xc2b2ae35)
    other ^= other >>> 16
  }
  return fourDigits(Math.imul(one, 0x9e3779b1)) + fourDigits(Math.imul(other, 0x5f356495))
}

/** Neighbours of a run: none yet, always the same, or different ones; `edge` is the end of the text. */
const none = -3
const different = -2
const edge = -1
const once = -1

/** Signs of eight digits in a row, all marks and then all grams, as `text_grams` of migration 0114 reads them: `~…… =……`. */
export const gramsOf = (stems: readonly string[]): string => {
  const size = stems.length
  const ones = new Int32Array(size)
  const others = new Int32Array(size)
  const words = new Int32Array(size)
  const places = new Map<string, number>()
  for (let at = 0; at < size; at++) {
    const stem = stems[at] ?? ''
    const first = places.get(stem) ?? at
    if (first === at) {
      places.set(stem, at)
      ;[ones[at], others[at]] = wordSign(stem)
    } else {
      ones[at] = ones[first] ?? 0
      others[at] = others[first] ?? 0
    }
    words[at] = first
  }
  const [marks, grams] = [new Set<string>(), new Set<string>()]
  const runs = words.slice()
  const before = new Int32Array(size)
  const after = new Int32Array(size)
  const count = new Int32Array(size)
  for (let length = 1; length <= maxMarkedLength; length++) {
    before.fill(none)
    after.fill(none)
    count.fill(0)
    for (let at = 0; at + length <= size; at++) {
      const run = runs[at] ?? once
      if (run === once) continue
      const [left, right] = [at > 0 ? (words[at - 1] ?? edge) : edge, words[at + length] ?? edge]
      if (before[run] === none) before[run] = left
      else if (before[run] !== left) before[run] = different
      if (after[run] === none) after[run] = right
      else if (after[run] !== right) after[run] = different
      count[run] = (count[run] ?? 0) + 1
    }
    for (let at = 0; at + length <= size; at++) {
      const run = runs[at] ?? once
      if (run === once || before[run] !== different) continue
      if (length === maxMarkedLength) marks.add(runSign(ones, others, at, at + length))
      else if (after[run] === different) {
        marks.add(runSign(ones, others, at, at + length))
        if (at > 0 && at + length < size) grams.add(runSign(ones, others, at - 1, at + length + 1))
      }
    }
    lengthen(runs, words, length, count)
  }
  if (marks.size + grams.size > mostSigns) return tooManyGrams
  return [
    { sign: '~', of: marks },
    { sign: '=', of: grams },
  ]
    .filter(({ of }) => of.size > 0)
    .map(({ sign, of }) => sign + [...of].join(''))
    .join(' ')
}

const lengthen = (runs: Int32Array, words: Int32Array, length: number, count: Int32Array): void => {
  const size = words.length
  const places = new Map<number, number>()
  for (let at = 0; at < size; at++) {
    const run = runs[at] ?? once
    if (run === once || (count[run] ?? 0) < 2 || at + length >= size) {
      runs[at] = once
      continue
    }
    const key = run * size + (words[at + length] ?? 0)
    const first = places.get(key) ?? at
    if (first === at) places.set(key, at)
    runs[at] = first
  }
}

/** In `tsquery` syntax: what a text with all pairs of the phrase must also have, and which marks leave a doubt. */
export const phraseGrams = (stems: readonly string[]): { needed: string[]; doubts: string[] } => {
  const signs = stems.map(wordSign)
  const [ones, others] = [signs.map(([one]) => one), signs.map(([, other]) => other)]
  const quoted = (kind: string, from: number, to: number): string => `'${kind}${runSign(ones, others, from, to)}'`
  const needed = new Set<string>()
  const doubts = new Set([`'${tooManyGrams}'`])
  for (let length = 1; length <= maxMarkedLength; length++)
    for (let at = 1; at + length < stems.length; at++) {
      const mark = quoted('~', at, at + length)
      if (length === maxMarkedLength) doubts.add(mark)
      else needed.add(`(!${mark}|${quoted('=', at - 1, at + length + 1)})`)
    }
  return { needed: [...needed], doubts: [...doubts] }
}
