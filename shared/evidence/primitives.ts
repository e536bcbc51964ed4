/** Functions that browsers and Node.js implement differently. */
export type Primitives = {
  /** Of bytes or of UTF-8 text, in hexadecimal. */
  sha256: (data: Uint8Array | string) => string
  /** Unpacks one gzip member. @throws when it is invalid */
  gunzip: (data: Uint8Array) => Uint8Array
  /** Decodes UTF-8. @throws when it is invalid */
  text: (data: Uint8Array) => string
  /** Reads a timestamp and verifies its signature with the certificate in it. @throws when it does not match `data`. */
  readToken: (token: Uint8Array, data: Uint8Array | string) => Promise<TokenFacts>
}
export type TokenFacts = { madeAt: Date; authority: string }

/** Decodes hexadecimal. */
export const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], byte => Number.parseInt(byte, 16))
export const hexOf = (bytes: Uint8Array): string => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** A finding of the verification, in Russian. `ok` is null for a neutral remark. */
export type PackageFinding = { ok: boolean | null; text: string }
export type Say = (ok: boolean | null, sentence: string) => void

/** «2026-11-24 14:19:17 UTC» */
export const inUtc = (moment: string): string => `${moment.slice(0, 19).replace('T', '\u00a0')}\u00a0UTC`
