/** Letters of windows-1251 as bytes: Node decodes that encoding and does not write it. */
const byteOf = new Map(
  [...new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, at) => at))].map((letter, at) => [
    letter,
    at,
  ]),
)
const unknown = '?'.charCodeAt(0)
/** «?» for what the encoding has no letter for, as a browser would. */
export const byte1251 = (letter: string): number => byteOf.get(letter) ?? unknown
export const inWindows1251 = (text: string): Uint8Array => Uint8Array.from([...text].map(byte1251))
