/** The bytes that hexadecimal digits spell, two a byte. */
export const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], byte => Number.parseInt(byte, 16))
export const hexOf = (bytes: Uint8Array): string => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
