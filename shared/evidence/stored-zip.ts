/**
 * A ZIP file with uncompressed entries and no gaps before, between or after them, so that it cannot contain hidden
 * data. Returns the bytes of the final comment.
 */
type StoredZip = { entries: ReadonlyMap<string, Uint8Array>; comment: Uint8Array }

const [localMark, centralMark, endMark] = [0x04034b50, 0x02014b50, 0x06054b50]
const [localSize, centralSize, endSize] = [30, 46, 22]

/** @throws Error with a Russian sentence about where the archive differs from this form */
export function readStoredZip(file: Uint8Array, commentLength: number, text: (bytes: Uint8Array) => string): StoredZip {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const u16 = (at: number): number => view.getUint16(at, true)
  const u32 = (at: number): number => view.getUint32(at, true)
  const endAt = file.length - endSize - commentLength
  if (endAt < 0 || u32(endAt) !== endMark || u16(endAt + 20) !== commentLength)
    throw broken('файл обрезан, дополнен или не архив этого вида', Math.max(endAt, 0))
  const count = u16(endAt + 10)
  const directoryAt = u32(endAt + 16)
  const entries = new Map<string, Uint8Array>()
  let [at, next] = [directoryAt, 0]
  for (let one = 0; one < count; one++) {
    if (at + centralSize > endAt || u32(at) !== centralMark) throw broken('повреждено оглавление архива', at)
    const [size, nameLength, start] = [u32(at + 24), u16(at + 28), u32(at + 42)]
    const isPlain = u16(at + 10) === 0 && u32(at + 20) === size && u16(at + 30) === 0 && u16(at + 32) === 0
    const name = text(file.subarray(at + centralSize, at + centralSize + nameLength))
    if (!isPlain || start !== next || entries.has(name)) throw broken(`повреждено оглавление архива («${name}»)`, at)
    const from = start + localSize + nameLength
    if (from + size > directoryAt || u32(start) !== localMark)
      throw broken(`повреждён заголовок файла «${name}»`, start)
    const isSame =
      u16(start + 8) === 0 &&
      u32(start + 18) === size &&
      u32(start + 22) === size &&
      u16(start + 28) === 0 &&
      u16(start + 26) === nameLength &&
      u32(start + 14) === u32(at + 16) &&
      text(file.subarray(start + localSize, from)) === name
    if (!isSame) throw broken(`заголовок файла «${name}» не такой, как в оглавлении`, start)
    entries.set(name, file.subarray(from, from + size))
    next = from + size
    at += centralSize + nameLength
  }
  if (next !== directoryAt || at !== endAt) throw broken('в архиве есть лишние байты', next === directoryAt ? at : next)
  return { entries, comment: file.subarray(file.length - commentLength) }
}

const broken = (what: string, at: number): Error => new Error(`${what} (байт ${at})`)
