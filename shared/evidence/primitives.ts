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
