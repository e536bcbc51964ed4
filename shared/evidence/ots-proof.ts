import { bytesOfHex, hexOf, type Primitives } from './primitives.ts'

/**
 * OpenTimestamps proofs: a chain of hash operations from a digest to the attestation of a Bitcoin block or a calendar.
 * Own codec: the npm package `opentimestamps` is from 2018, LGPL, and depends on `request` and `bitcore-lib`.
 */
export type OtsTree = readonly OtsBranch[]
type OtsBranch = { tag: string; payload: Uint8Array } | { op: number; data?: Uint8Array; next: OtsTree }
/** A SHA-256 digest and the tree that starts at it. */
type OtsProof = { digest: Uint8Array; tree: OtsTree }

const magic = bytesOfHex('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294')
const [version, attestationByte, forkByte, sha256Op, appendOp, prependOp] = [1, 0x00, 0xff, 0x08, 0xf0, 0xf1]
const pendingTag = '83dfe30d2ef90c8e'
const bitcoinTag = '0588960d73d71901'
const [tagLength, digestLength] = [8, 32]
const [longestData, deepest] = [8_192, 256]

class Reader {
  #at = 0
  readonly #bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }
  take(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw unreadable()
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
  byte(): number {
    return this.take(1)[0] ?? 0
  }
  /** Little-endian groups of seven bits; only the shortest encoding, so that reading and writing round-trip. */
  varint(): number {
    let [value, factor] = [0, 1]
    for (let bytes = 1; bytes <= 7; bytes++, factor *= 128) {
      const byte = this.byte()
      value += (byte & 0x7f) * factor
      if (byte < 0x80) {
        if (byte === 0 && bytes > 1) throw unreadable()
        return value
      }
    }
    throw unreadable()
  }
  varbytes(): Uint8Array {
    const length = this.varint()
    if (length > longestData) throw unreadable()
    return this.take(length)
  }
  end(): void {
    if (this.#at !== this.#bytes.length) throw unreadable()
  }
}
const unreadable = (): Error => new Error('это не доказательство OpenTimestamps')

/** @throws Error with a Russian sentence */
export function readOtsProof(bytes: Uint8Array): OtsProof {
  const reader = new Reader(bytes)
  if (!isSameBytes(reader.take(magic.length), magic) || reader.varint() !== version || reader.byte() !== sha256Op)
    throw unreadable()
  const digest = reader.take(digestLength)
  const tree = readTree(reader, 0)
  reader.end()
  return { digest, tree }
}
/** A calendar's response: the tree that starts at the submitted digest. */
export function readOtsTree(bytes: Uint8Array): OtsTree {
  const reader = new Reader(bytes)
  const tree = readTree(reader, 0)
  reader.end()
  return tree
}

function readTree(reader: Reader, depth: number): OtsTree {
  if (depth > deepest) throw unreadable()
  const branches: OtsBranch[] = []
  for (;;) {
    const byte = reader.byte()
    const isFork = byte === forkByte
    const op = isFork ? reader.byte() : byte
    if (op === attestationByte) branches.push({ tag: hexOf(reader.take(tagLength)), payload: reader.varbytes() })
    else if (op === appendOp || op === prependOp)
      branches.push({ op, data: reader.varbytes(), next: readTree(reader, depth + 1) })
    else if (op === sha256Op) branches.push({ op, next: readTree(reader, depth + 1) })
    else throw new Error('доказательство OpenTimestamps с действием, которое здесь не проверяется')
    if (!isFork) return branches
  }
}

export const writeOtsProof = ({ digest, tree }: OtsProof): Uint8Array =>
  Uint8Array.from([...magic, version, sha256Op, ...digest, ...treeBytes(tree)])
const treeBytes = (tree: OtsTree): number[] =>
  tree.flatMap((branch, at) => [...(at < tree.length - 1 ? [forkByte] : []), ...branchBytes(branch)])
const branchBytes = (branch: OtsBranch): number[] =>
  'tag' in branch
    ? [attestationByte, ...bytesOfHex(branch.tag), ...varbytes(branch.payload)]
    : [branch.op, ...(branch.data === undefined ? [] : varbytes(branch.data)), ...treeBytes(branch.next)]
const varbytes = (bytes: Uint8Array): number[] => [...varint(bytes.length), ...bytes]
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]

/** `message`: what is attested. For Bitcoin it is the Merkle root of the block at that height. */
type OtsAttestation = { message: Uint8Array } & ({ height: number } | { calendar: string } | { unknown: string })
export function attestationsOf(
  { digest, tree }: OtsProof,
  { sha256, text }: Pick<Primitives, 'sha256' | 'text'>,
): OtsAttestation[] {
  const walk = (branches: OtsTree, message: Uint8Array): OtsAttestation[] =>
    branches.flatMap(branch =>
      'tag' in branch
        ? [{ message, ...meaningOf(branch.tag, branch.payload, text) }]
        : walk(branch.next, applied(branch, message, sha256)),
    )
  return walk(tree, digest)
}
function meaningOf(
  tag: string,
  payload: Uint8Array,
  text: Primitives['text'],
): { height: number } | { calendar: string } | { unknown: string } {
  const reader = new Reader(payload)
  if (tag === bitcoinTag) return { height: reader.varint() }
  if (tag === pendingTag) return { calendar: text(reader.varbytes()) }
  return { unknown: tag }
}
function applied(
  { op, data = new Uint8Array() }: { op: number; data?: Uint8Array },
  message: Uint8Array,
  sha256: Primitives['sha256'],
): Uint8Array {
  if (op === sha256Op) return bytesOfHex(sha256(message))
  return Uint8Array.from(op === appendOp ? [...message, ...data] : [...data, ...message])
}

/** The proof with the calendar's pending attestation replaced by its answer; null when there is none yet. */
export async function upgradedOts(
  { digest, tree }: OtsProof,
  primitives: Pick<Primitives, 'sha256' | 'text'>,
  ask: (calendar: string, message: Uint8Array) => Promise<OtsTree | null>,
): Promise<OtsProof> {
  const walk = async (branches: OtsTree, message: Uint8Array): Promise<OtsTree> => {
    const all: OtsBranch[] = []
    for (const branch of branches) {
      if (!('tag' in branch))
        all.push({ ...branch, next: await walk(branch.next, applied(branch, message, primitives.sha256)) })
      else {
        const meaning = meaningOf(branch.tag, branch.payload, primitives.text)
        const answer = 'calendar' in meaning ? await ask(meaning.calendar, message) : null
        all.push(...(answer ?? [branch]))
      }
    }
    return all
  }
  return { digest, tree: await walk(tree, digest) }
}

/** A Merkle root in the byte order of block explorers: reversed. */
export const blockRoot = (message: Uint8Array): string => hexOf(message.toReversed())
const isSameBytes = (one: Uint8Array, other: Uint8Array): boolean => hexOf(one) === hexOf(other)
