import { inflateRawSync } from 'node:zlib'

/** The contents of a zip by its central directory: text by path. A truncated zip throws. */
export function unzipped(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('no list of contents')
  const found = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const size = bytes.readUInt32LE(at + 20)
    const nameLength = bytes.readUInt16LE(at + 28)
    const path = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const local = bytes.readUInt32LE(at + 42)
    const body = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const packed = bytes.subarray(body, body + size)
    const isStored = bytes.readUInt16LE(at + 10) === 0
    found.set(path, (isStored ? packed : inflateRawSync(packed)).toString())
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return found
}
