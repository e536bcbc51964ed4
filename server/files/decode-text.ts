import { isUtf8 } from 'node:buffer'
import { russianness } from './letter-pairs.ts'

/**
 * Bytes of strangers as text: a mark at the beginning tells UTF-8 and UTF-16, UTF-8 tells itself, and of the encodings with a byte
 * a letter the one is taken in which the text reads most like Russian. `declared`: what the file says of itself, believed where
 * the letters do not speak against it. Whoever turns bytes into text does it here.
 */
export const decodeText = (bytes: Uint8Array, declared?: string): string =>
  decodedAs(encodingOf(bytes, declared), bytes)

const marked: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** In the order of how usual they are: the first wins where letters do not tell. */
const oneByte = ['windows-1251', 'koi8-r', 'ibm866']
/** Windows writes them with a mark; some programs leave it out. */
const twoBytes = ['utf-16le', 'utf-16be']
/** What a declaration weighs, in pairs of letters: some three words speak louder. */
const trust = 40
const enough = 4_096

export function encodingOf(bytes: Uint8Array, declared?: string): string {
  const mark = marked.find(([, signs]) => signs.every((sign, at) => bytes[at] === sign))
  if (mark !== undefined) return mark[0]
  const label = known(declared)
  if (bytes.length % 2 === 0 && bytes.subarray(0, 400).includes(0)) {
    const wide = best(twoBytes, bytes.subarray(0, enough))
    if (wide.letters > 1 && wide.score > 0) return wide.label
  }
  const isStrict = isUtf8(bytes)
  const sample = spoken(bytes)
  if (isStrict && (sample.length === 0 || russianness(decodedAs('utf-8', sample)).letters > 0)) return 'utf-8'
  const candidates = label === undefined || unbelieved.has(label) ? oneByte : [...new Set([...oneByte, label])]
  const one = best(candidates, sample, label)
  // A word or two of another encoding may happen to be UTF-8; then they are no letters of it.
  const isUtf = isStrict ? one.score <= one.letters : isMostlyUtf8(sample)
  return isUtf ? 'utf-8' : one.label
}

/** Of bytes that are no UTF-8. UTF-16 would be marked, and western pages are what programs call everything. */
const unbelieved = new Set(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])

function known(label: string | undefined): string | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

type Read = { label: string; letters: number; score: number }
function best(labels: readonly string[], bytes: Uint8Array, declared?: string): Read {
  const reads: Read[] = []
  for (const label of labels.toSorted((a, b) => Number(b === declared) - Number(a === declared))) {
    const text = decodedAs(label, bytes)
    const { sum, letters } = russianness(text)
    const score = sum + wordWeight * (text.match(words)?.length ?? 0) + (label === declared ? trust : 0)
    const read = { label, letters, score }
    // In no other encoding do so many letters make Russian words.
    if (letters > certainly && sum > letters) return read
    reads.push(read)
  }
  return reads.reduce((one, other) => (other.score > one.score ? other : one))
}
const certainly = 200
/** Where letters are few, a word that every decision has tells more than they do. */
const words =
  /(?<![а-яё])(?:что|для|при|суд(?:а|ом|ья|ьи)?|дел[оау]|штрафа?|рублей|стать[яие]|года?|лет|виновным|признать|назначить|наказани[еяю]|приговор|решени[ея]|решил|постановлени[ея]|постановил|определил|установил)(?![а-яё])/giu
const wordWeight = 10

const decoders = new Map<string, InstanceType<typeof TextDecoder>>()
function decodedAs(label: string, bytes: Uint8Array): string {
  const decoder = decoders.get(label) ?? new TextDecoder(label)
  decoders.set(label, decoder)
  return decoder.decode(bytes)
}

/** The part that tells: bytes beyond ASCII, and a space where the others stood. Pages are mostly markup. */
function spoken(bytes: Uint8Array): Uint8Array {
  const kept: number[] = []
  for (const byte of bytes) {
    if (byte > 0x7f) kept.push(byte)
    else if (kept.length > 0 && kept.at(-1) !== 0x20) kept.push(0x20)
    if (kept.length >= enough) break
  }
  return Uint8Array.from(kept)
}

/** UTF-8 cut in the middle of a letter is still that; a text with a broken letter in every word is not. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = decodedAs('utf-8', bytes)
  const broken = text.split('\ufffd').length - 1
  return broken * 10 <= (text.match(/[^\0-\x7f]/g)?.length ?? 0)
}
