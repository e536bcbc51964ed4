import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { docx, paragraph, rtf } from '../../../test/decision-files.ts'
import { pdf, typeset } from '../../../test/pdf-files.ts'
import { clearFolder, temporaryFolder } from '../../../test/temporary-folder.ts'
import { readOutcomeCommand } from './read-outcome-command.ts'

const folder = temporaryFolder()
afterAll(() => clearFolder(folder))

const put = (name: string, bytes: Uint8Array | string): string => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
/** Russian capitals and small letters follow one another in windows-1251. */
const cp1251 = (words: string): Uint8Array =>
  Uint8Array.from(
    [...words].map(letter => (/[А-я]/.test(letter) ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0))),
  )

const koi8Letters = [...new TextDecoder('koi8-r').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))]
const koi8 = (words: string): Uint8Array => Uint8Array.from([...words].map(letter => koi8Letters.indexOf(letter)))

const run = async (files: string[]) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const before = process.exitCode
  await readOutcomeCommand(files, { stdout, stderr })
  const code = process.exitCode
  process.exitCode = before
  stdout.end()
  stderr.end()
  const lines = (await text(stdout)).split('\n').filter(Boolean)
  return { lines: lines.map(line => JSON.parse(line)), said: await text(stderr), code }
}
const decision = 'ПОСТАНОВИЛ:\nназначить наказание в виде обязательных работ на срок двадцать часов.'
const evidence = 'назначить наказание в виде обязательных работ на срок двадцать часов.'

describe('sudmonitor read-outcome (design §8)', () => {
  it('answers one line of JSON a file, in their order, whatever the letters', async () => {
    const files = [put('utf8.txt', decision), put('empty.txt', ''), put('cp1251.txt', cp1251(decision))]
    const { lines, said, code } = await run(files)
    const read = { outcome: 'works', value: 20, hidden: false, evidence }
    expect(lines.map(line => Object.keys(line).slice(0, 5))).toEqual(
      files.map(() => ['file', 'outcome', 'value', 'hidden', 'evidence']),
    )
    expect(lines).toMatchObject([
      { file: files[0], ...read, unit: 'hours', penalties: [{ type: 'works', value: 20, text: evidence }] },
      { file: files[1], outcome: 'error', value: null, hidden: false, evidence: '' },
      { file: files[2], ...read },
    ])
    expect([said, code]).toEqual(['', undefined])
  })
  it('reads a decision in any format, whatever it is called', async () => {
    const files = [
      put('koi8.txt', koi8(decision)),
      put('a.docx', docx(decision.split('\n').map(paragraph).join(''))),
      put('b.doc', rtf(decision.replace('\n', '\\par '))),
      put('c.doc', `<html><body><p>${decision.replace('\n', '<p>')}</body></html>`),
      put('d', pdf(typeset(decision.split('\n')))),
    ]
    const { lines, said, code } = await run(files)
    expect(lines).toMatchObject(files.map(file => ({ file, outcome: 'works', value: 20, hidden: false })))
    expect([said, code]).toEqual(['', undefined])
  })
  it('says in a sentence why a file has no words, reads the others, and ends in 1', async () => {
    const scan = put('scan.pdf', pdf([{ picture: true }]))
    const broken = put('broken.docx', 'PK\u0003\u0004 word/')
    const picture = put('picture.jpg', Buffer.from('ffd8ffe000104a464946', 'hex'))
    const { lines, said, code } = await run([scan, broken, picture, put('last.txt', decision)])
    expect(lines).toMatchObject([{ outcome: 'works' }])
    expect(said.split('\n')).toEqual([
      `Не удалось прочитать «${scan}». В файле нет текста: это изображение (скан) или пустой документ.`,
      `Не удалось прочитать «${broken}». Файл повреждён или обрывается.`,
      `Не удалось прочитать «${picture}». Формат файла не читается: нужен DOC, DOCX, RTF, PDF, HTML или текст.`,
      '',
    ])
    expect(code).toBe(1)
  })
  it('names a file that is not there, reads the others, and ends in 1', async () => {
    const { lines, said, code } = await run([join(folder, 'нет.txt'), folder, put('last.txt', decision)])
    expect(lines).toHaveLength(1)
    expect(said).toMatch(
      /^Не удалось прочитать «.*нет\.txt»: такого файла нет\.\nНе удалось прочитать «.*»: это папка, а не файл\.\n$/,
    )
    expect(code).toBe(1)
  })
})
