/**
 * How texts that say the same are told from a million others: each text has a few prints, and texts that share most of
 * their wording share a print with near certainty (min-hashing over runs of five words, in bands). Prints only propose;
 * `shareInCommon` counts.
 */
const runLength = 5
const bands = 8
const rows = 4
/** Texts of which four fifths are the same share a print in 98 cases of 100, of which half, in 40. */
const hashes = bands * rows
/** A shorter text has too little wording to be told by. */
const fewestRuns = 40

/** FNV-1a over the stems of a run; the words come in as numbers, so that each letter is read once. */
const prime = 0x01000193
const numberOf = (word: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), prime)
  return hash | 0
}
const mixed = (hash: number): number => {
  let h = hash
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** Names, dates and numbers differ in texts that otherwise agree: runs are made of words of letters. */
const isTelling = (stem: string): boolean => stem.length > 1 && !/^\d/.test(stem)

export const runsOf = (stems: readonly string[]): Set<number> => {
  const numbers = stems.filter(isTelling).map(numberOf)
  const runs = new Set<number>()
  for (let at = 0; at + runLength <= numbers.length; at++) {
    let hash = 0x811c9dc5
    for (let next = at; next < at + runLength; next++)
      hash = Math.imul(hash ^ (numbers[next] ?? 0), prime) ^ (hash >>> 15)
    runs.add(mixed(hash))
  }
  return runs
}

/** Multipliers of the hash functions: odd numbers of no meaning, always the same. */
const multipliers = Uint32Array.from({ length: hashes }, (_, n) => mixed(0x9e3779b9 * (n + 1)) | 1)

export const printsOf = (stems: readonly string[]): number[] => {
  const runs = runsOf(stems)
  if (runs.size < fewestRuns) return []
  const least = new Uint32Array(hashes).fill(0xffffffff)
  for (const run of runs)
    for (let n = 0; n < hashes; n++) {
      const hash = Math.imul(run, multipliers[n] ?? 1) >>> 0
      if (hash < (least[n] ?? 0)) least[n] = hash
    }
  return Array.from({ length: bands }, (_, band) => {
    let hash = band + 1
    for (let row = 0; row < rows; row++) hash = Math.imul(hash ^ (least[band * rows + row] ?? 0), prime)
    return mixed(hash) | 0
  })
}

/** What share of the runs of both texts they have in common, from 0 to 1. */
export const shareInCommon = (left: ReadonlySet<number>, right: ReadonlySet<number>): number => {
  let common = 0
  for (const run of left) if (right.has(run)) common += 1
  const all = left.size + right.size - common
  return all === 0 ? 0 : common / all
}
