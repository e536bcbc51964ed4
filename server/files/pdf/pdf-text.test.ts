import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pdf, type Shown, typeset } from '../../../test/pdf-files.ts'
import { readDecisionFile } from '../decision-file.ts'
import { readFileInThread } from '../read-file-in-thread.ts'
import { whyUnreadable } from '../unreadable-file.ts'
import { joinedLines } from './paragraphs.ts'

const sentence =
  'Мировой судья судебного участка рассмотрел дело об административном правонарушении в отношении Кузьмина Петра Ильича и заслушал его защитника.'
const textOf = async (file: Buffer): Promise<string> => {
  const read = await readDecisionFile(file)
  return 'text' in read ? read.text : `${read.error}: ${read.detail}`
}
const shownText = (...shown: Shown[]): Promise<string> => textOf(pdf([{ shown }]))
const body = (rows: number): Shown[] =>
  Array.from({ length: rows }, (_, at) => ({ text: sentence.slice(0, 75), x: 70, y: 500 - at * 17 }))

describe('a decision in PDF (domain §6)', () => {
  it('is read a paragraph a line, over lines and pages, without numbers of pages', async () => {
    const paragraphs = [
      'ПОСТАНОВЛЕНИЕ',
      ...Array.from({ length: 30 }, (_, at) => `${sentence} Абзац ${at}.`),
      'УСТАНОВИЛ:',
      sentence,
    ]
    for (const size of [10, 12, 14])
      expect(await textOf(pdf(typeset(paragraphs, { size })))).toBe(paragraphs.join('\n'))
  })
  it('is read whatever words make its paragraphs', async () => {
    const word = fc.constantFrom(
      'суд',
      'наказание',
      'по',
      'размере',
      '10',
      '000',
      'рублей,',
      'статьи',
      '20.2',
      '«О», №',
    )
    const paragraph = fc.array(word, { minLength: 4, maxLength: 90 }).map(words => `Суд ${words.join(' ')} конец.`)
    await fc.assert(
      fc.asyncProperty(fc.array(paragraph, { minLength: 1, maxLength: 12 }), async paragraphs => {
        const read = await textOf(pdf(typeset(paragraphs)))
        expect(read.replace(/\s+/g, ' ')).toBe(paragraphs.join(' '))
      }),
      { numRuns: 30 },
    )
  })
  it('keeps a number at the end of a page that counts no pages', async () => {
    const pages = typeset([sentence, sentence], { numbered: false })
    const first = { shown: [...(pages[0]?.shown ?? []), { text: '500', x: 70, y: 600 }] }
    expect(await textOf(pdf([first, ...typeset([sentence], { numbered: false })]))).toContain('500')
  })
  it('drops what stands at the head of every page but the first', async () => {
    const head: Shown = { text: 'Дело № 5-12/2026', x: 240, y: 810 }
    const pages = typeset(Array.from({ length: 60 }, () => sentence)).map(({ shown = [] }) => ({
      shown: [head, ...shown],
    }))
    expect(pages.length).toBeGreaterThan(2)
    expect((await textOf(pdf(pages))).match(/5-12\/2026/g)).toHaveLength(1)
  })
  it.each<[string, Shown[], string]>([
    ['letters set apart by hand', [{ text: 'П О С Т А Н О В И Л :', x: 200, y: 700 }], 'ПОСТАНОВИЛ:'],
    ['letters set apart in two words', [{ text: 'П Р И Г О В О Р  И М Е Н Е М', x: 200, y: 700 }], 'ПРИГОВОР ИМЕНЕМ'],
    ['letters set apart by the program', [{ text: 'ПОСТАНОВИЛ', x: 200, y: 700, spacing: 6 }], 'ПОСТАНОВИЛ'],
    ['a letter a piece', [...'РЕШЕНИЕ'].map((text, at) => ({ text, x: 200 + at * 12, y: 700 })), 'РЕШЕНИЕ'],
    ['a ligature', [{ text: 'о\ufb01с', x: 70, y: 700 }], 'оfiс'],
    [
      'pieces drawn from the end',
      [
        { text: 'признать виновным', x: 70, y: 660 },
        { text: 'Петра', x: 130, y: 680 },
        { text: 'Кузьмина', x: 70, y: 680 },
      ],
      'Кузьмина Петра\nпризнать виновным',
    ],
    [
      'bold that is drawn twice',
      [
        { text: 'Назначить', x: 70, y: 700 },
        { text: 'Назначить', x: 70.4, y: 700 },
      ],
      'Назначить',
    ],
    [
      'the two ends of a signature',
      [
        { text: 'Судья участка', x: 70, y: 700 },
        { text: 'П.И. Кузьмин', x: 400, y: 700 },
      ],
      'Судья участка П.И. Кузьмин',
    ],
  ])('joins %s', async (_, shown, text) => {
    expect(await shownText(...shown, ...body(6))).toMatch(new RegExp(`^${text}\n`))
  })
  it('reads a column after another', async () => {
    const column = (name: string, x: number): Shown[] =>
      Array.from({ length: 6 }, (_, at) => ({ text: `${name} столбец строка ${at}`, x, y: 700 - at * 17 }))
    const text = (await shownText(...column('правый', 330), ...column('левый', 70))).replace(/\s+/g, ' ')
    expect(text.lastIndexOf('левый')).toBeLessThan(text.indexOf('правый'))
  })
  it.each<[string, string, string]>([
    ['постанов-', 'ление суда', 'постановление суда'],
    ['постанов\u00ad', 'ление суда', 'постановление суда'],
    ['уголовно-', 'процессуальный', 'уголовно-процессуальный'],
    ['кого-', 'либо из них', 'кого-либо из них'],
    ['Иванова-', 'Петрова', 'Иванова-Петрова'],
    ['дело № 5-', '123/2026', 'дело № 5-123/2026'],
    ['вагон-', 'ресторана', 'вагон-ресторана'],
    ['штраф', 'в размере', 'штраф в размере'],
    ['штраф -', 'арест', 'штраф - арест'],
  ])('«%s» and «%s» are «%s»', (line, next, joined) => {
    expect(joinedLines(line, next, new Set(['вагон-ресторана']))).toBe(joined)
  })

  it('is read where a font of windows-1251 calls itself western', async () => {
    expect(await textOf(pdf(typeset([sentence, sentence]), { font: 'western' }))).toBe(`${sentence}\n${sentence}`)
  })
  const encrypt =
    '/Encrypt << /Filter /Standard /V 1 /R 2 /O <0102030405060708091011121314151617181920212223242526272829303132> /U <0102030405060708091011121314151617181920212223242526272829303132> /P -4 >> /ID [<00> <00>]'
  it.each<[string, Buffer, string, RegExp]>([
    [
      'a scan',
      pdf([{ picture: true }, { picture: true }]),
      'no_words',
      /^В файле нет текста: это изображение \(скан\)/,
    ],
    [
      'a scan with numbers of pages',
      pdf([{ picture: true, shown: [{ text: '1', x: 290, y: 30 }] }]),
      'no_words',
      /изображение/,
    ],
    ['an empty page', pdf([{}]), 'no_words', /пустой документ/],
    ['a scan among pages', pdf([...typeset([sentence]), { picture: true }]), 'partly_scanned', /страницы: 2\./],
    [
      'fonts that say no letters',
      pdf(typeset([sentence, sentence]), { font: 'unknown' }),
      'unreadable_letters',
      /шрифты/,
    ],
    ['a password', pdf(typeset([sentence]), { trailer: encrypt }), 'encrypted', /^Файл защищён паролем\.$/],
    ['half a file', pdf(typeset([sentence])).subarray(0, 200), 'broken', /повреждён/],
    ['no file at all', Buffer.from('%PDF-1.7\n…'), 'broken', /повреждён/],
  ])('%s is told of in a sentence, not shown', async (_, file, error, told) => {
    const read = await readDecisionFile(file)
    expect(read).toMatchObject({ format: 'pdf', error })
    expect('error' in read && whyUnreadable(read)).toMatch(told)
  })
  it('with an empty page beside its words is read', async () => {
    expect(await textOf(pdf([...typeset([sentence]), {}]))).toBe(sentence)
  })
})

describe('a hostile PDF', () => {
  const whole = pdf(typeset([sentence]))
  const changed = (from: string, to: string): Buffer =>
    Buffer.from(whole.toString('latin1').replace(from, to), 'latin1')
  it.each<[string, Buffer]>([
    ['pages within themselves', changed('/Kids [8 0 R]', '/Kids [2 0 R]')],
    ['a page that is its own parent and content', changed('/Contents 9 0 R', '/Contents 8 0 R')],
    ['millions of pages that are not there', pdf(typeset([sentence]), { count: 9_000_000 })],
    ['a stream that unpacks to a gigabyte', packed()],
  ])('%s ends within its time, in an answer', async (_, file) => {
    const began = performance.now()
    const read = await readFileInThread(file, 8_000)
    expect(performance.now() - began).toBeLessThan(50_000)
    if ('error' in read) expect(whyUnreadable(read)).toMatch(/^[А-Я].*\.$/)
  })
  it('never throws, wherever its bytes are broken', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.uint8Array({ minLength: 1, maxLength: 40 }), async (at, bytes) => {
        const file = Buffer.from(whole)
        file.set(bytes.subarray(0, file.length - at), at)
        const read = await readDecisionFile(file)
        expect('text' in read || read.error).toBeTruthy()
      }),
      { numRuns: 60 },
    )
  })

  function packed(): Buffer {
    const bomb = deflateSync(Buffer.alloc(1_000_000_000, 'BT '), { level: 1 })
    const [before = '', after = ''] = whole.toString('latin1').split(/9 0 obj[\s\S]*?endobj/)
    return Buffer.concat([
      Buffer.from(before, 'latin1'),
      Buffer.from(`9 0 obj\n<< /Length ${bomb.length} /Filter /FlateDecode >>\nstream\n`),
      bomb,
      Buffer.from(`\nendstream\nendobj${after}`, 'latin1'),
    ])
  }
})
