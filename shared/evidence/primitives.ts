/** What a browser and Node do in their own ways. */
export type Primitives = {
  /** Of bytes, or of a text in UTF-8, in hexadecimal digits. */
  sha256: (data: Uint8Array | string) => string
  /** Of one member of gzip. @throws what it is not */
  gunzip: (data: Uint8Array) => Uint8Array
  /** Of UTF-8. @throws what it is not */
  text: (data: Uint8Array) => string
  /** What a timestamp says; its signature was verified by the certificate in it. @throws when it does not hold for `data`. */
  readToken: (token: Uint8Array, data: Uint8Array | string) => Promise<TokenFacts>
}
export type TokenFacts = { madeAt: Date; authority: string }

/** The bytes that hexadecimal digits spell, two a byte. */
export const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], byte => Number.parseInt(byte, 16))
export const hexOf = (bytes: Uint8Array): string => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** What verification says, in Russian. `ok` null: neither good nor bad, but to be known. */
export type PackageFinding = { ok: boolean | null; text: string }
export type Say = (ok: boolean | null, sentence: string) => void

/** «2026-11-24 14:19:17 UTC» */
export const inUtc = (moment: string): string => `${moment.slice(0, 19).replace('T', '\u00a0')}\u00a0UTC`
