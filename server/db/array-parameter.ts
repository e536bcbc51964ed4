/**
 * An array of texts as PostgreSQL's own bytes: neither side spells it out or reads it letter by letter. Long texts full of quotes,
 * as JSON is, cost a tenth of what they cost in `'{…}'`.
 */
const elementTypes = { text: 25, json: 114 } as const

/** To be used as `${textArray('json', texts)}::json[]`. */
export function textArray(type: keyof typeof elementTypes, texts: readonly string[]): Buffer {
  const head = 20
  let size = head
  for (const text of texts) size += 4 + Buffer.byteLength(text)
  const bytes = Buffer.allocUnsafe(size)
  // Dimensions, whether there are nulls, type, length, the index of the first.
  bytes.writeInt32BE(texts.length === 0 ? 0 : 1, 0)
  bytes.writeInt32BE(0, 4)
  bytes.writeInt32BE(elementTypes[type], 8)
  if (texts.length === 0) return bytes.subarray(0, 12)
  bytes.writeInt32BE(texts.length, 12)
  bytes.writeInt32BE(1, 16)
  let at = head
  for (const text of texts) {
    const length = bytes.write(text, at + 4)
    bytes.writeInt32BE(length, at)
    at += 4 + length
  }
  return bytes
}
