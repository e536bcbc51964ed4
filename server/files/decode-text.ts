import { isUtf8 } from 'node:buffer'
import { bigramScore } from './letter-bigrams.ts'

/**
 * Decodes text of unknown encoding: by a BOM, as valid UTF-8, else in the single-byte encoding that reads most like
 * Russian. `declared`: the encoding that the file declares, used unless the letters contradict it.
 */
export const decodeText = (bytes: Uint8Array, declared?: string): string =>
  decodedAs(encodingOf(bytes, declared), bytes)

const boms: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** The most common first: it wins ties. */
const singleByte = ['windows-1251', 'koi8-r', 'ibm866']
const utf16 = ['utf-16le', 'utf-16be']
const declaredBonus = 40
const sampleSize = 4_096

export function encodingOf(bytes: Uint8Array, declared?: string): string {
  const found = boms.find(([, bom]) => bom.every((sign, at) => bytes[at] === sign))
  if (found !== undefined) return found[0]
  const label = encodingOfLabel(declared)
  if (bytes.length % 2 === 0 && bytes.subarray(0, 400).includes(0)) {
    const guessed16 = likeliest(utf16, bytes.subarray(0, sampleSize))
    if (guessed16.letters > 1 && guessed16.score > 0) return guessed16.label
  }
  const isValidUtf8 = isUtf8(bytes)
  const sample = nonAscii(bytes)
  if (isValidUtf8 && (sample.length === 0 || bigramScore(decodedAs('utf-8', sample)).letters > 0)) return 'utf-8'
  const candidates =
    label === undefined || ignoredDeclarations.has(label) ? singleByte : [...new Set([...singleByte, label])]
  const guess = likeliest(candidates, sample, label)
  const isUtf8Text = isValidUtf8 ? guess.score <= guess.letters : isMostlyUtf8(sample)
  return isUtf8Text ? 'utf-8' : guess.label
}

/** UTF-16 would have a BOM, and windows-1252 is often declared for Russian text. */
const ignoredDeclarations = new Set(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])

function encodingOfLabel(label: string | undefined): string | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

type Guess = { label: string; letters: number; score: number }
function likeliest(labels: readonly string[], bytes: Uint8Array, declared?: string): Guess {
  const guesses: Guess[] = []
  for (const label of labels.toSorted((a, b) => Number(b === declared) - Number(a === declared))) {
    const text = decodedAs(label, bytes)
    const { sum, letters } = bigramScore(text)
    const score = sum + wordWeight * (text.match(commonWords)?.length ?? 0) + (label === declared ? declaredBonus : 0)
    const guess = { label, letters, score }
    if (letters > enoughLetters && sum > letters) return guess
    guesses.push(guess)
  }
  return guesses.reduce((one, other) => (other.score > one.score ? other : one))
}
const enoughLetters = 200
/** With few letters, words common in decisions are better evidence than pairs of letters. */
const commonWords =
  /(?<![а-яё])(?:что|для|при|суд(?:а|ом|ья|ьи)?|дел[оау]|штрафа?|рублей|стать[яие]|года?|лет|виновным|признать|назначить|наказани[еяю]|приговор|решени[ея]|решил|постановлени[ея]|постановил|определил|установил)(?![а-яё])/giu
const wordWeight = 10

const decoders = new Map<string, InstanceType<typeof TextDecoder>>()
export function decodedAs(label: string, bytes: Uint8Array): string {
  const decoder = decoders.get(label) ?? new TextDecoder(label)
  decoders.set(label, decoder)
  return decoder.decode(bytes)
}

/** Bytes beyond ASCII; a space stands for the others between them. */
function nonAscii(bytes: Uint8Array): Uint8Array {
  const kept: number[] = []
  for (const byte of bytes) {
    if (byte > 0x7f) kept.push(byte)
    else if (kept.length > 0 && kept.at(-1) !== 0x20) kept.push(0x20)
    if (kept.length >= sampleSize) break
  }
  return Uint8Array.from(kept)
}

/** Tolerates UTF-8 cut in the middle of a letter. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = decodedAs('utf-8', bytes)
  const broken = text.split('\ufffd').length - 1
  return broken * 10 <= (text.match(/[^\0-\x7f]/g)?.length ?? 0)
}
