import { type RawBuilder, sql } from 'kysely'

/** Text arrays in PostgreSQL's binary format: for long JSON texts a tenth of the cost of `'{…}'`. */
const elementTypes = { text: 25, json: 114 } as const

export function textArray(type: keyof typeof elementTypes, texts: readonly string[]): Buffer {
  const head = 20
  let size = head
  for (const text of texts) size += 4 + Buffer.byteLength(text)
  const bytes = Buffer.allocUnsafe(size)
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

/** Rows as one JSON parameter with the alias `r`: the SQL does not depend on their number. */
export const recordset = (rows: readonly object[], columns: string): RawBuilder<unknown> =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(${sql.raw(columns)})`

/** With ten thousand numbers, serialisation by the driver takes longer than the query. */
export const arrayLiteral = (numbers: readonly number[]): string => `{${numbers.join(',')}}`
