import { isUtf8 } from 'node:buffer'
import { bigramScore } from './letter-bigrams.ts'

/**
 * Decodes text of unknown encoding: by a BOM, as valid UTF-8, else in the single-byte encoding that reads most like Russian. `declared`:
 * what the file says of itself, believed unless the letters contradict it.
 */
export const decodeText = (bytes: Uint8Array, declared?: string): string =>
  decodedAs(encodingOf(bytes, declared), bytes)

const marked: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** Most usual first: it wins ties. */
const oneByte = ['windows-1251', 'koi8-r', 'ibm866']
const twoBytes = ['utf-16le', 'utf-16be']
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
  if (isStrict && (sample.length === 0 || bigramScore(decodedAs('utf-8', sample)).letters > 0)) return 'utf-8'
  const candidates = label === undefined || unbelieved.has(label) ? oneByte : [...new Set([...oneByte, label])]
  const one = best(candidates, sample, label)
  const isUtf = isStrict ? one.score <= one.letters : isMostlyUtf8(sample)
  return isUtf ? 'utf-8' : one.label
}

/** UTF-16 would have a BOM, and «western» is a common wrong declaration. */
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
    const { sum, letters } = bigramScore(text)
    const score = sum + wordWeight * (text.match(words)?.length ?? 0) + (label === declared ? trust : 0)
    const read = { label, letters, score }
    if (letters > certainly && sum > letters) return read
    reads.push(read)
  }
  return reads.reduce((one, other) => (other.score > one.score ? other : one))
}
const certainly = 200
/** With few letters, a common word of decisions is the better evidence. */
const words =
  /(?<![а-яё])(?:что|для|при|суд(?:а|ом|ья|ьи)?|дел[оау]|штрафа?|рублей|стать[яие]|года?|лет|виновным|признать|назначить|наказани[еяю]|приговор|решени[ея]|решил|постановлени[ея]|постановил|определил|установил)(?![а-яё])/giu
const wordWeight = 10

const decoders = new Map<string, InstanceType<typeof TextDecoder>>()
export function decodedAs(label: string, bytes: Uint8Array): string {
  const decoder = decoders.get(label) ?? new TextDecoder(label)
  decoders.set(label, decoder)
  return decoder.decode(bytes)
}

/** Bytes beyond ASCII, with a space between runs of them. */
function spoken(bytes: Uint8Array): Uint8Array {
  const kept: number[] = []
  for (const byte of bytes) {
    if (byte > 0x7f) kept.push(byte)
    else if (kept.length > 0 && kept.at(-1) !== 0x20) kept.push(0x20)
    if (kept.length >= enough) break
  }
  return Uint8Array.from(kept)
}

/** Tolerates UTF-8 cut in the middle of a letter. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = decodedAs('utf-8', bytes)
  const broken = text.split('\ufffd').length - 1
  return broken * 10 <= (text.match(/[^\0-\x7f]/g)?.length ?? 0)
}
