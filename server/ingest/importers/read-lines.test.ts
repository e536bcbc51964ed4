import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../db/refusal.ts'
import { type Line, lineLimit, linesOfChunk, openInput, readChunks } from './read-lines.ts'

async function* readFileLines(source: AsyncIterable<Buffer>, name: string): AsyncGenerator<Line> {
  for await (const chunk of readChunks(source, name)) yield* linesOfChunk(chunk)
}

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const linesOf = async (bytes: Buffer, size = 7): Promise<Line[]> => {
  const lines: Line[] = []
  for await (const line of readFileLines(inChunks(bytes, size), 'дела.ndjson')) lines.push(line)
  return lines
}
const texts = async (bytes: Buffer, size?: number) => (await linesOf(bytes, size)).map(line => line.text)

describe('lines of a file', () => {
  it.each([1, 2, 3, 7, 1000])('are the same whatever the chunks: %i bytes', async size => {
    const text = 'первая\nвторая\r\n\nчетвёртая'
    expect(await texts(Buffer.from(text), size)).toEqual(['первая', 'вторая', '', 'четвёртая'])
    expect(await texts(gzipSync(text), size)).toEqual(['первая', 'вторая', '', 'четвёртая'])
  })
  it('begin after the mark of UTF-8', async () => expect(await texts(Buffer.from('\ufeffодна\n'))).toEqual(['одна']))
  it('are none in an empty file', async () => {
    expect(await texts(Buffer.alloc(0))).toEqual([])
    expect(await texts(gzipSync(''))).toEqual([])
  })
  it('are refused one by one when they are not UTF-8, and shown as they were meant', async () => {
    const lines = await linesOf(
      Buffer.concat([Buffer.from('до\n'), Buffer.from([0xf1, 0xf3, 0xe4, 10]), Buffer.from('после')]),
    )
    expect(lines).toMatchObject([
      { number: 1, text: 'до' },
      { number: 2, reason: 'не UTF-8: сохраните файл в этой кодировке', text: 'суд' },
      { number: 3, text: 'после' },
    ])
  })
  it('are passed over, not held, when they are too long', async () => {
    const long = 50 * 1024 * 1024
    let most = 0
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc')
    async function* chunks(): AsyncGenerator<Buffer> {
      yield Buffer.from('до\n')
      for (let sent = 0; sent < long; sent += 1 << 20) {
        yield Buffer.alloc(1 << 20, 'а'.codePointAt(0))
        if (sent % (5 << 20) !== 0) continue
        collectGarbage()
        most = Math.max(most, process.memoryUsage().arrayBuffers)
      }
      yield Buffer.from('\nпосле\n')
    }
    const before = process.memoryUsage().arrayBuffers
    const lines: Line[] = []
    for await (const line of readFileLines(chunks(), 'дела.ndjson')) lines.push(line)
    expect(lines).toMatchObject([
      { number: 1, text: 'до' },
      { number: 2, size: long, reason: 'строка длиннее 8\u00a0МБ' },
      { number: 3, text: 'после' },
    ])
    expect(lines[1]?.text.length).toBeLessThan(1000)
    expect(most - before).toBeLessThan(long / 2)
  })
  it('may be as long as the limit', async () => {
    const [line] = await linesOf(Buffer.alloc(lineLimit, 65), 1 << 20)
    expect(line).toMatchObject({ number: 1, text: expect.any(String) })
    expect(line).not.toHaveProperty('reason')
  })
  it('come out of a cut archive as far as it goes', async () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `строка ${index} ${Math.sin(index)}`).join('\n')
    const whole = gzipSync(text)
    const lines: Line[] = []
    const read = async () => {
      for await (const line of readFileLines(inChunks(whole.subarray(0, whole.length / 2), 4096), 'дела.ndjson.gz'))
        lines.push(line)
    }
    await expect(read()).rejects.toThrow(/Архив обрывается после строки \d+: дела\.ndjson\.gz/)
    expect(lines.length).toBeGreaterThan(1000)
  })
  it.each([
    ['/нет/такого/файла', /^Файл не найден: /],
    ['/tmp', /^Это папка, а не файл: /],
  ])('of %s are refused with a sentence', async (file, sentence) => {
    const read = async () => {
      for await (const _ of readFileLines(openInput(file, process.stdin), file));
    }
    await expect(read()).rejects.toThrow(Refusal)
    await expect(read()).rejects.toThrow(sentence)
  })
})
