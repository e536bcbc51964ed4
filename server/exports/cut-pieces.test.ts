import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { unzipped } from '../../test/unzipped.ts'
import { cutIntoPieces } from './cut-pieces.ts'

/** What a chat takes one after another (§8). */
const dataDir = temporaryFolder()

async function collected(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

describe('a large file', () => {
  it('is cut between rows into zips that are whole tables', async () => {
    const row = (index: number): string => `${index};"a ""quoted"" text\r\nof two lines ${Math.sin(index)}"\r\n`
    const rows = Array.from({ length: 60_000 }, (_, index) => row(index))
    const file = async function* () {
      yield Buffer.from(`\uFEFFid;text\r\n${rows.join('')}`)
    }
    const how = { folder: dataDir, name: 'Дела.csv', beside: { path: 'О выгрузке.csv', body: 'x' } }
    const limits = { limit: 600_000, signal: new AbortController().signal }
    const pieces = (await cutIntoPieces(file(), { ...how, format: 'csv' }, limits)) ?? []
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces[0]?.name).toBe(`Дела.csv.часть-1-из-${pieces.length}.zip`)
    expect(readdirSync(dataDir)).toEqual([])
    const tables: string[] = []
    for (const { read, close } of pieces) {
      const bytes = await collected(read())
      // Whoever is refused in the middle sends it again.
      expect(await collected(read())).toEqual(bytes)
      await close?.()
      expect(bytes.length).toBeLessThan(600_000)
      const entries = unzipped(bytes)
      expect([...entries.keys()]).toEqual(['О выгрузке.csv', 'Дела.csv'])
      tables.push(entries.get('Дела.csv') ?? '')
    }
    for (const table of tables) expect(table.startsWith('\uFEFFid;text\r\n')).toBe(true)
    expect(tables.map(table => table.slice('\uFEFFid;text\r\n'.length)).join('')).toBe(rows.join(''))
    expect(await cutIntoPieces(file(), { ...how, format: 'xlsx' }, limits)).toBeUndefined()
  })

  it('is cut at the same rows again, however fast it is read', async () => {
    const rows = Array.from({ length: 60_000 }, (_, index) => `${index};text ${Math.sin(index)}\r\n`)
    const table = Buffer.from(`id;text\r\n${rows.join('')}`)
    const step = 256 * 1024
    const attempt = async (turns: number): Promise<(string | undefined)[]> => {
      const source = async function* () {
        for (let at = 0; at < table.length; at += step) {
          for (let turn = 0; turn < turns; turn++) await new Promise(resolve => setImmediate(resolve))
          yield table.subarray(at, at + step)
        }
      }
      const how = { folder: dataDir, name: 'Дела.csv', beside: { path: 'О выгрузке.csv', body: 'x' } }
      const limits = { limit: 300_000, signal: new AbortController().signal }
      const pieces = (await cutIntoPieces(source(), { ...how, format: 'csv' }, limits)) ?? []
      const firstRows: (string | undefined)[] = []
      for (const { read, close } of pieces) {
        firstRows.push(
          unzipped(await collected(read()))
            .get('Дела.csv')
            ?.split('\r\n')[1],
        )
        await close?.()
      }
      return firstRows
    }
    const firstRows = await attempt(0)
    expect(firstRows.length).toBeGreaterThan(1)
    expect(await attempt(5_000)).toEqual(firstRows)
  })

  it('whose reading fails halfway is given up with all that was cut', async () => {
    const source = async function* () {
      yield Buffer.from('id;text\r\n1;whole row\r\n')
      throw new Error('the file was deleted')
    }
    const how = { folder: dataDir, name: 'Дела.csv', beside: { path: 'О выгрузке.csv', body: 'x' } }
    const limits = { limit: 600_000, signal: new AbortController().signal }
    await expect(cutIntoPieces(source(), { ...how, format: 'csv' }, limits)).rejects.toThrow('the file was deleted')
    expect(readdirSync(dataDir)).toEqual([])
  })
})
