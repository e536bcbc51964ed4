import { crc32 } from 'node:zlib'
import { inWindows1251 } from '../server/collectors/site-address.ts'

/** Decision files as the courts of Moscow publish them: the minimum of each format, with invented words. */
export const rtf = (
  body: string,
  fonts = '{\\f0\\froman\\fcharset204{\\*\\fname Times;}Times Cyr;}',
  page = 1252,
): Buffer =>
  Buffer.from(
    inWindows1251(`{\\rtf1\\ansi\\ansicpg${page}\\deff0{\\fonttbl${fonts}}{\\stylesheet{\\s0 Обычный;}}\\f0 ${body}}`),
  )

/** An archive with uncompressed entries. */
export function zip(files: Readonly<Record<string, string>>, sizeTold?: number): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(sizeTold ?? data.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, rest, Buffer.from(name)]))
    parts.push(local)
    at += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}
export const docx = (xml: string, sizeTold?: number, more: Readonly<Record<string, string>> = {}): Buffer =>
  zip(
    {
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      '_rels/.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${xml}</w:body></w:document>`,
      ...more,
    },
    sizeTold,
  )
export const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

/** A minimal compound file of Word 97: a table of sectors, a directory, the text, the table of its pieces. */
export function doc(text: string, { chained = false } = {}): Buffer {
  const sector = 512
  const words = Buffer.alloc(4 * sector)
  words.writeUInt16LE(0xa5ec, 0)
  words.writeUInt16LE(0x0200, 0x0a)
  words.writeUInt32LE(text.length, 0x4c)
  words.write(text, 2 * sector, 'utf16le')
  const pieces = Buffer.alloc(sector)
  pieces.writeUInt8(2, 0)
  pieces.writeUInt32LE(16, 1)
  pieces.writeUInt32LE(text.length, 9)
  pieces.writeUInt32LE(2 * sector, 15)
  const header = Buffer.alloc(sector)
  header.write('d0cf11e0a1b11ae1', 'hex')
  header.writeInt16LE(9, 30)
  header.writeInt16LE(6, 32)
  header.writeInt32LE(1, 44)
  header.writeInt32LE(1, 48)
  header.writeInt32LE(-2, 60)
  header.writeInt32LE(-2, 68)
  header.fill(0xff, 76)
  header.writeInt32LE(0, 76)
  const chains = Buffer.alloc(sector, 0xff)
  // Sectors: 0 this table, 1 the directory, 2–5 the text, 6 its pieces. `chained`: the chain of sectors of the text is circular.
  for (const [at, next] of [-3, -2, 3, 4, 5, chained ? 2 : -2, -2].entries()) chains.writeInt32LE(next, at * 4)
  const entry = (name: string, type: number, first: number, size: number, [left, right, child]: number[]) => {
    const one = Buffer.alloc(128)
    one.write(name, 'utf16le')
    one.writeInt16LE(name.length * 2 + 1, 64)
    one.writeInt8(type, 66)
    one.writeInt32LE(left ?? -1, 68)
    one.writeInt32LE(right ?? -1, 72)
    one.writeInt32LE(child ?? -1, 76)
    one.writeInt32LE(first, 116)
    one.writeInt32LE(size, 120)
    return one
  }
  const directory = Buffer.concat([
    entry('Root Entry', 5, -2, 0, [-1, -1, 1]),
    entry('WordDocument', 2, 2, words.length, [-1, 2, -1]),
    entry('1Table', 2, 6, pieces.length, [-1, -1, -1]),
    Buffer.alloc(128),
  ])
  return Buffer.concat([header, chains, directory, words, pieces])
}
