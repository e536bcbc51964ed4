import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
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
    expect(lines).toEqual([
      { file: files[0], ...read },
      { file: files[1], outcome: 'error', value: null, hidden: false, evidence: '' },
      { file: files[2], ...read },
    ])
    expect([said, code]).toEqual(['', undefined])
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
