/**
 * Cases that PostgreSQL has found and the copy is to answer about. Few are a list of their numbers, which goes with each query; many
 * are a bit for each number there is, which the copy stores once.
 */
export type CaseSet = { list: string } | { bits: Uint32Array }

/** A list of so many is read with each query faster than a table of bits is made. */
const mostListed = 20_000

/** @param list numbers of cases as DuckDB reads a list, `[1,2]`, `count` of them */
export function caseSet(list: string, count: number, most = mostListed): CaseSet {
  if (count <= most) return { list }
  let bits = new Uint32Array(count)
  let words = 0
  forEachId(list, id => {
    const word = id >>> 5
    if (word >= words) words = word + 1
    if (words > bits.length) {
      const wider = new Uint32Array(2 * words)
      wider.set(bits)
      bits = wider
    }
    bits[word] = (bits[word] ?? 0) | (1 << (id & 31))
  })
  return { bits: bits.slice(0, words) }
}

/** By characters: a million numbers take 50 ms; split into strings they would take as many megabytes. */
function forEachId(list: string, visit: (id: number) => void): void {
  let id = 0
  for (let at = 1; at < list.length; at++) {
    const digit = list.charCodeAt(at) - zero
    if (digit >= 0 && digit <= 9) id = id * 10 + digit
    else {
      visit(id)
      id = 0
    }
  }
}
const zero = 48

/** Bytes, about. */
export const bytesOfSet = (set: CaseSet | null): number =>
  set === null ? 0 : 'list' in set ? set.list.length : set.bits.byteLength
