import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatOf, readDecisionFile } from './decision-file.ts'
import { readAnswer } from './read-answer.ts'
import { readFileAside } from './read-file-aside.ts'

const windows1251 = (text: string): Buffer =>
  Buffer.from([...text].map(letter => (/[А-я]/.test(letter) ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0))))
const rtf = (body: string, fonts = '{\\f0\\froman\\fcharset204{\\*\\fname Times;}Times Cyr;}', page = 1252): Buffer =>
  windows1251(`{\\rtf1\\ansi\\ansicpg${page}\\deff0{\\fonttbl${fonts}}{\\stylesheet{\\s0 Обычный;}}\\f0 ${body}}`)

/** An archive whose entries are stored as they are. */
function zip(files: Readonly<Record<string, string>>, sizeTold?: number): Buffer {
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
const docx = (xml: string, sizeTold?: number): Buffer =>
  zip(
    {
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      '_rels/.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${xml}</w:body></w:document>`,
    },
    sizeTold,
  )
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

/** The least a compound file of Word 97 consists of: a table of sectors, a directory, the text, the table of its pieces. */
function doc(text: string, { chained = false } = {}): Buffer {
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
  // Sectors: 0 this table, 1 the directory, 2–5 the text, 6 its pieces. `chained`: the text begins again where it ends.
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

describe('the file of a decision (domain §6: doc, docx, rtf, sometimes without an extension)', () => {
  it.each<[string, Buffer, string, string]>([
    [
      'docx',
      docx(`${paragraph('ПОСТАНОВЛЕНИЕ')}${paragraph('')}${paragraph('ПОСТАНОВИЛ:')}`),
      'docx',
      'ПОСТАНОВЛЕНИЕ\n\nПОСТАНОВИЛ:',
    ],
    ['doc of Word 97', doc('ПОСТАНОВЛЕНИЕ\rПОСТАНОВИЛ:\r'), 'doc', 'ПОСТАНОВЛЕНИЕ\nПОСТАНОВИЛ:'],
    [
      'rtf whose font is Cyrillic',
      rtf("ПОСТАНОВИЛ\\par \\'cf\\'f0\\'e8\\'e7\\'ed\\'e0\\'f2\\'fc"),
      'rtf',
      'ПОСТАНОВИЛ\nПризнать',
    ],
    ['rtf whose page is Cyrillic', rtf('ПРИГОВОР', '{\\f0\\fnil Arial;}', 1251), 'rtf', 'ПРИГОВОР'],
    ['rtf that says it is western', rtf('ПРИГОВОР', '{\\f0\\fnil\\fcharset0 Arial;}'), 'rtf', 'ПРИГОВОР'],
    ['rtf in Unicode', rtf("\\uc1\\u1057?\\u1091?\\u1076\\'3f \\u8212?"), 'rtf', 'Суд —'],
    [
      'plain text of Windows',
      windows1251('Суд постановил: признать виновным'),
      'plain',
      'Суд постановил: признать виновным',
    ],
    ['plain text in UTF-8', Buffer.from('Суд постановил'), 'plain', 'Суд постановил'],
  ])('%s is read', async (_, body, format, text) => {
    expect(await readDecisionFile(body)).toEqual({ format, text })
  })

  it('in RTF gives what is seen: no headers, pictures, hidden and deleted words, codes of fields', async () => {
    const seen = rtf(
      '{\\header Верх}{\\pict\\wmetafile8 0102}{\\*\\generator Word}{\\v тайна}{\\deleted лишнее}' +
        '{\\field{\\*\\fldinst HYPERLINK}{\\fldrslt ссылка}}{\\listtext 1.\\tab}пункт\\line строка\\par ' +
        '\\trowd лево\\cell право\\cell\\row \\{скобки\\}\\~и\\_тире',
    )
    expect(await readDecisionFile(seen)).toEqual({
      format: 'rtf',
      text: 'ссылка1.\tпункт\nстрока\nлево\tправо\n{скобки}\u00a0и-тире',
    })
  })

  it.each<[string, Buffer, string, string]>([
    ['a PDF', Buffer.from('%PDF-1.4 …'), 'pdf', 'unsupported'],
    ['a page of HTML', Buffer.from('<!DOCTYPE html><p>Сервис временно недоступен'), 'html', 'unsupported'],
    ['an archive', zip({ 'scan.jpg': 'x' }), 'archive', 'unsupported'],
    ['nothing', Buffer.alloc(0), 'unknown', 'unsupported'],
    ['a docx cut short', docx(paragraph('Суд')).subarray(0, 600), 'docx', 'broken'],
    ['an rtf without words', rtf('\\par'), 'rtf', 'no_words'],
    ['an rtf with a lie about its size', rtf('\\bin99999999 x'), 'rtf', 'broken'],
    ['a docx that unpacks to gigabytes', docx(paragraph('Суд'), 3_000_000_000), 'docx', 'too_large'],
  ])('%s is an answer with its reason', async (_, body, format, error) => {
    expect(await readDecisionFile(body)).toMatchObject({ format, error })
  })

  it('never throws, whatever the bytes after the mark of an RTF or a docx', async () => {
    const starts = fc.constantFrom('{\\rtf1\\ansi ', '{\\rtf1{\\fonttbl', 'PK\x03\x04word/', '')
    const pieces = fc.constantFrom(
      '{',
      '}',
      '\\',
      "\\'",
      '\\u-1',
      '\\f0',
      '\\fcharset204',
      '\\*',
      '\\bin1 ',
      'слово',
      '\\uc9',
    )
    const body = fc
      .tuple(starts, fc.array(pieces, { maxLength: 30 }))
      .map(([start, rest]) => windows1251(start + rest.join('')))
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, fc.uint8Array({ maxLength: 200 })), async bytes => {
        const read = await readDecisionFile(bytes)
        expect('text' in read || read.error).toBeTruthy()
      }),
      { numRuns: 80 },
    )
  })

  it('is read in a thread of its own, which a file without an end does not outlive', async () => {
    const [good, endless] = await Promise.all([
      readFileAside(doc('Суд постановил')),
      readFileAside(doc('Суд', { chained: true }), 1_000),
    ])
    expect(good).toEqual({ format: 'doc', text: 'Суд постановил' })
    expect(endless).toMatchObject({ format: 'doc', error: 'broken' })
  })

  it('is a text among the answers of a site; what cannot be read is told of', async () => {
    const url = 'https://mos-gorsud.ru/rs/tverskoj/cases/docs/content/1'
    expect(await readAnswer({ url, body: rtf('ПРИГОВОР'), layout: 'mos_gorsud' })).toEqual({
      kind: 'text',
      layout: 'mos_gorsud',
      notes: [],
      text: 'ПРИГОВОР',
    })
    expect(await readAnswer({ url, body: Buffer.from('%PDF-1.4') })).toMatchObject({
      kind: 'unknown',
      notes: [{ code: 'unreadable_file', where: 'pdf' }],
    })
    expect((await readAnswer({ url, body: '<h1>Страница не найдена</h1>' })).kind).toBe('moved')
    expect(formatOf(Buffer.from('PK\x03\x04 ppt/', 'latin1'))).toBe('archive')
  })
})
