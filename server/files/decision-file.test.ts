import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doc, docx, paragraph, rtf, zip } from '../../test/decision-files.ts'
import { readAnswer } from '../collectors/parse.ts'
import { inWindows1251 } from '../collectors/site-address.ts'
import { formatOf, readDecisionFile } from './decision-file.ts'
import { readFileInThread } from './read-file-in-thread.ts'

const notes = `<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote w:id="2">${paragraph('Примечание суда')}</w:footnote></w:footnotes>`
const notesAreIn =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes" Target="footnotes.xml"/></Relationships>'

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
      Buffer.from(inWindows1251('Суд постановил: признать виновным')),
      'plain',
      'Суд постановил: признать виновным',
    ],
    [
      'docx with a table, a list and a note',
      docx(
        `<w:tbl><w:tr><w:tc>${paragraph('Иванов')}</w:tc><w:tc>${paragraph('виновен')}${paragraph('полностью')}</w:tc></w:tr></w:tbl>` +
          '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>пункт</w:t></w:r></w:p>' +
          '<w:p><w:r><w:t>штраф</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:t xml:space="preserve"> назначен</w:t></w:r></w:p>',
        undefined,
        { 'word/footnotes.xml': notes, 'word/_rels/document.xml.rels': notesAreIn },
      ),
      'docx',
      'Иванов\tвиновен полностью\nпункт\nштраф назначен\nПримечание суда',
    ],
    ['doc that is RTF', rtf('ПРИГОВОР'), 'rtf', 'ПРИГОВОР'],
    [
      'doc that is a page of HTML',
      Buffer.from(
        inWindows1251(
          '<html><head><meta charset=windows-1251><title>x</title><style>p{}</style></head><body><p>ПОСТАНОВИЛ:<br>признать\n  виновным<table><tr><td><p>штраф</p><td>500</table>',
        ),
      ),
      'html',
      'ПОСТАНОВИЛ:\nпризнать виновным\nштраф\t500',
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
    ['a PDF without anything in it', Buffer.from('%PDF-1.4 …'), 'pdf', 'broken'],
    ['a page of HTML without words', Buffer.from('<!DOCTYPE html><p>'), 'html', 'no_words'],
    ['a picture', Buffer.from('ffd8ffe000104a464946', 'hex'), 'unknown', 'unsupported'],
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
      .map(([start, rest]) => Buffer.from(inWindows1251(start + rest.join(''))))
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
      readFileInThread(doc('Суд постановил')),
      readFileInThread(doc('Суд', { chained: true }), 1_000),
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
      notice: 'Файл повреждён или обрывается.',
      notes: [{ code: 'unreadable_file', where: 'pdf' }],
    })
    expect((await readAnswer({ url, body: '<h1>Страница не найдена</h1>' })).kind).toBe('moved')
    expect(formatOf(Buffer.from('PK\x03\x04 ppt/', 'latin1'))).toBe('archive')
  })
})
