import { bytesOfHex, type Primitives } from './primitives.ts'

/**
 * The Merkle tree of RFC 6962, section 2.1: leaves and nodes are hashed with different prefixes, so that one cannot
 * pass for the other. Hexadecimal hashes.
 */
type Hash = Primitives['sha256']

const leafOf = (sha256: Hash, leaf: string): string => sha256(Uint8Array.of(0, ...bytesOfHex(leaf)))
const nodeOf = (sha256: Hash, left: string, right: string): string =>
  sha256(Uint8Array.of(1, ...bytesOfHex(left + right)))

/** The largest power of two below `count`, which is 2 or more. */
const splitOf = (count: number): number => 2 ** Math.ceil(Math.log2(count) - 1)

export function merkleRoot(sha256: Hash, leaves: readonly string[]): string {
  const [only] = leaves
  if (only === undefined) throw new Error('a tree has leaves')
  if (leaves.length === 1) return leafOf(sha256, only)
  const at = splitOf(leaves.length)
  return nodeOf(sha256, merkleRoot(sha256, leaves.slice(0, at)), merkleRoot(sha256, leaves.slice(at)))
}

/** The siblings of a leaf up to the root, the nearest first. */
export function merklePath(sha256: Hash, leaves: readonly string[], place: number): string[] {
  if (leaves.length === 1) return []
  const at = splitOf(leaves.length)
  const [left, right] = [leaves.slice(0, at), leaves.slice(at)]
  return place < at
    ? [...merklePath(sha256, left, place), merkleRoot(sha256, right)]
    : [...merklePath(sha256, right, place - at), merkleRoot(sha256, left)]
}

/** The root computed from a path; undefined when no tree with this number of leaves has such a path. */
export function rootByPath(
  sha256: Hash,
  { leaf, place, count, path }: { leaf: string; place: number; count: number; path: readonly string[] },
): string | undefined {
  if (place < 0 || place >= count) return undefined
  if (count === 1) return path.length === 0 ? leafOf(sha256, leaf) : undefined
  const last = path.at(-1)
  if (last === undefined) return undefined
  const at = splitOf(count)
  const rest = path.slice(0, -1)
  if (place < at) {
    const left = rootByPath(sha256, { leaf, place, count: at, path: rest })
    return left && nodeOf(sha256, left, last)
  }
  const right = rootByPath(sha256, { leaf, place: place - at, count: count - at, path: rest })
  return right && nodeOf(sha256, last, right)
}
