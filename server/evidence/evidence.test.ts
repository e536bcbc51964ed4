import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WARCParser } from 'warcio'
import { z } from 'zod'
import { checksumMark, packageFiles, packageManifest, packedJournal } from '#shared/evidence/package-format.ts'
import { readStoredZip } from '#shared/evidence/stored-zip.ts'
import { checkJournal } from '#shared/evidence/verify-chain.ts'
import { verifyPackage } from '#shared/evidence/verify-package.ts'
import { waczFiles } from '#shared/evidence/verify-pages.ts'
import { testDatabase } from '../../test/database.ts'
import { buildReadCase, evidenceCardUrl } from '../../test/evidence-case.ts'
import { buildCase } from '../../test/factories.ts'
import { startProgram } from '../../test/programs.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { buildPackage, sealedZip } from './build-package.ts'
import { nodePrimitives, sha256 } from './node-primitives.ts'
import { sealJournal } from './seal-journal.ts'

const { db } = await testDatabase()
const { text } = nodePrimitives
const checksumLength = checksumMark.length + 64
const filesOf = (file: Uint8Array): ReadonlyMap<string, Uint8Array> => readStoredZip(file, checksumLength, text).entries
const fileOf = (file: Uint8Array, path: string): Uint8Array => filesOf(file).get(path) ?? new Uint8Array()
const build = (id: number, entry: number | null = null) =>
  buildPackage(db, { id, case_number: '5-1/2026', court: 'Вымышленный районный суд', url: evidenceCardUrl, entry }, {})
const verify = (file: Uint8Array) => verifyPackage(file, nodePrimitives)
const faults = async (file: Uint8Array): Promise<string[]> =>
  (await verify(file)).findings.flatMap(({ ok, text: sentence }) => (ok === false ? [sentence] : []))
/** Records of a WARC as the reader of others reads them. */
async function recordsOf(warc: Uint8Array) {
  const records = []
  for await (const record of new WARCParser([warc])) {
    const payload = await record.readFully(true)
    const { warcTargetURI: url, warcType: type } = record
    records.push({ type, url, payload, http: record.httpHeaders, header: (name: string) => record.warcHeader(name) })
  }
  return records
}

const read = await buildReadCase(db)
await sealJournal(db)
const whole = await build(read.id)

describe('a package of evidence', () => {
  it('is intact, and says so of its files, journal, seals and pages', async () => {
    const verification = await verify(whole.file)
    expect(verification.findings.filter(({ ok }) => ok === false)).toEqual([])
    expect(verification).toMatchObject({ isIntact: true, sha256: whole.fileHash })
    expect(whole.fileHash).toBe(sha256(whole.file))
    const sentences = verification.findings.map(one => one.text).join('\n')
    for (const piece of [
      'записей 2, каждая связана',
      'Записи журнала до 1 включительно — под печатью',
      'Отметок времени сторонней службы в пакете нет',
    ])
      expect(sentences).toContain(piece)
  })

  it('fails when one byte is flipped, wherever it stands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.file.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const flipped = Buffer.from(whole.file)
        flipped[at] = (flipped[at] ?? 0) ^ mask
        expect((await verify(flipped)).isIntact).toBe(false)
      }),
      {
        numRuns: 150,
        examples: [0, 10, 14, 20, 30].flatMap(at => [
          [at, 1],
          [whole.file.length - 1 - at, 1],
          [whole.file.length - 95 + at, 1],
        ]),
      },
    )
  })

  it('says which file a byte was flipped in, and near what byte, also when the checksum was made to fit', async () => {
    const files = filesOf(whole.file)
    const listed = packageManifest.parse(JSON.parse(text(fileOf(whole.file, packageFiles.manifest)))).files
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...listed), fc.nat(), async ({ path, size }, given) => {
        const at = given % size
        const changed = Buffer.from(fileOf(whole.file, path))
        changed[at] = (changed[at] ?? 0) ^ 1
        const said = (
          await faults(sealedZip([...files].map(([name, bytes]) => [name, name === path ? changed : bytes])))
        ).join('\n')
        expect(said).toContain(`Файл «${path}» изменён`)
        const [, from = '', to = ''] = /между байтами (\d+) и (\d+)/.exec(said) ?? []
        expect(Number(from)).toBeLessThanOrEqual(at)
        expect(Number(to)).toBeGreaterThanOrEqual(at)
      }),
      { numRuns: 60 },
    )
  })

  it('is verified on the command line, by whose exit code a program knows it', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'package.zip')
    const run = (...more: string[]) => startProgram(folder, ['verify', path, ...more]).ended
    writeFileSync(path, whole.file)
    expect(await run()).toMatchObject({ code: 0, said: expect.stringContaining(`SHA-256 файла: ${whole.fileHash}`) })
    expect(await run('--sha256', whole.fileHash)).toMatchObject({
      code: 0,
      said: expect.stringContaining('и это тот файл'),
    })
    expect(await run('--sha256', sha256('другой'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('Это не тот файл'),
    })
    writeFileSync(path, Buffer.from(whole.file).fill(0, 500, 501))
    expect(await run()).toMatchObject({ code: 1, said: expect.stringContaining('Пакет изменён или повреждён.') })
    rmSync(path)
    expect(await run()).toMatchObject({ code: 1, said: expect.stringContaining('не читается') })
  })

  it('is not taken for whole when something is added, left out, cut off or no package at all', async () => {
    const files = [...filesOf(whole.file)]
    expect(await faults(sealedZip([...files, ['more.txt', Buffer.from('x')]]))).toEqual([
      'Файла «more.txt» нет в описи пакета.',
    ])
    expect(await faults(sealedZip(files.filter(([path]) => path !== packageFiles.note)))).toEqual([
      `Файл «${packageFiles.note}» есть в описи, но не в пакете.`,
    ])
    for (const file of [
      whole.file.subarray(0, -1),
      Buffer.concat([whole.file, Buffer.from('x')]),
      Buffer.from('PK'),
      Buffer.alloc(0),
    ])
      expect((await verify(file)).isIntact).toBe(false)
  })

  it('may hide nothing between its parts, also where its offsets and its checksum were made to fit', async () => {
    const zip = whole.file.subarray(0, -checksumLength)
    const endAt = zip.length - 22
    const directoryAt = zip.readUInt32LE(endAt + 16)
    const hidden = Buffer.concat([zip.subarray(0, directoryAt), Buffer.from('hidden'), zip.subarray(directoryAt)])
    hidden.writeUInt32LE(directoryAt + 6, endAt + 6 + 16)
    const file = Buffer.concat([hidden, Buffer.from(checksumMark + sha256(hidden))])
    expect(await faults(file)).toEqual([expect.stringContaining('в архиве есть лишние байты')])
  })

  it('has the journal, whose entries may lose their content and stay a chain', () => {
    const journal = packedJournal.parse(JSON.parse(text(fileOf(whole.file, packageFiles.journal))))
    const problems = (entries: (typeof journal)['entries']): string[] => {
      const said: string[] = []
      checkJournal({ ...journal, entries }, sha256, (ok, sentence) => void (ok === false && said.push(sentence)))
      return said
    }
    const [first, second] = journal.entries
    if (first === undefined || second === undefined) throw new Error('two entries')
    expect(second).toMatchObject({ content: { record: { judge: 'Судьина А.А.' } }, page_hash: read.second.hash })
    expect(problems([{ ...first, content: null }, second])).toEqual([])
    expect(problems([{ ...first, seen_at: '2020-01-01T00:00:00.000000Z' }, second])).toHaveLength(1)
    expect(problems([{ ...first, content: { record: {}, beside: null, told: null } }, second])).toHaveLength(1)
    expect(problems([second])).not.toEqual([])
  })

  it('of one change has its page and the one before, and of a first entry only its own', async () => {
    const pagesIn = async (entry: number) => {
      const { entries } = readStoredZip(fileOf((await build(read.id, entry)).file, packageFiles.pages), 0, text)
      const records = await recordsOf(entries.get(waczFiles.warc) ?? new Uint8Array())
      return records.filter(({ type }) => type === 'response').map(({ header }) => header('WARC-Payload-Digest'))
    }
    expect(await pagesIn(0)).toEqual([`sha256:${read.first.hash}`])
    expect((await pagesIn(1)).toSorted()).toEqual(
      [read.first.hash, read.second.hash].map(one => `sha256:${one}`).toSorted(),
    )
  })

  it('of a case from a file of a registry names the file, and has no page', async () => {
    const id = await buildCase(db)
    const { file } = await build(id)
    expect((await verify(file)).isIntact).toBe(true)
    expect(text(fileOf(file, packageFiles.note))).toContain('Сохранённых страниц сайта в пакете нет')
  })
})

describe('its pages', () => {
  const wacz = readStoredZip(fileOf(whole.file, packageFiles.pages), 0, text).entries
  const warc = wacz.get(waczFiles.warc) ?? new Uint8Array()

  it('are WARC 1.1 that others read: answers with their bodies, a page seen again once', async () => {
    const records = await recordsOf(warc)
    const types = 'warcinfo response metadata revisit metadata response metadata'
    expect(records.map(({ type }) => type).join(' ')).toBe(types)
    const [, first, facts, again] = records
    expect(Buffer.from(first?.payload ?? [])).toEqual(read.first.body)
    expect(first?.http?.statusline).toBe('HTTP/1.1 200 OK')
    expect(again?.header('WARC-Refers-To')).toBe(first?.header('WARC-Record-ID'))
    expect(again?.payload).toHaveLength(0)
    const told = text(facts?.payload ?? new Uint8Array())
    expect(told).toContain(`tls-certificate-sha256: ${'ab'.repeat(32)}`)
    expect(told).toMatch(/asked-at: 2\S+Z\r\nanswered-at: 2\S+Z/)
  })

  it('claim no coding that their bodies do not have', async () => {
    const [, first] = await recordsOf(warc)
    const headers = new Map([...(first?.http?.headers ?? [])].map(([name, value]) => [name.toLowerCase(), value]))
    expect(headers.get('x-archive-orig-content-encoding')).toBe('gzip')
    expect(headers.has('content-encoding')).toBe(false)
    expect(headers.get('content-length')).toBe(String(read.first.body.length))
  })

  it('are found by the index of the WACZ, whose description has the hash of each file', async () => {
    const lines = text(wacz.get(waczFiles.index) ?? new Uint8Array())
      .trim()
      .split('\n')
    const place = z.object({
      url: z.string(),
      offset: z.coerce.number(),
      length: z.coerce.number(),
      digest: z.string(),
    })
    const digests = []
    for (const line of lines) {
      expect(line).toMatch(/^ru,sudrf,vymysel\)\/modules\.php\?name=sud_delo&case_id=1&n=\d+ \d{14} \{/)
      const { offset, length, digest, url } = place.parse(JSON.parse(line.slice(line.indexOf('{'))))
      const [record] = await recordsOf(warc.subarray(offset, offset + length))
      expect(record).toMatchObject({ type: 'response', url })
      expect(`sha256:${sha256(record?.payload ?? '')}`).toBe(digest)
      digests.push(digest)
    }
    expect(digests.toSorted()).toEqual([read.first.hash, read.second.hash].map(one => `sha256:${one}`).toSorted())
    const { resources } = z
      .object({
        wacz_version: z.literal('1.1.1'),
        resources: z.array(z.object({ path: z.string(), hash: z.string() })),
      })
      .parse(JSON.parse(text(wacz.get(waczFiles.description) ?? new Uint8Array())))
    for (const { path, hash } of resources) expect(`sha256:${sha256(wacz.get(path) ?? '')}`).toBe(hash)
  })

  it('that were kept before answers were are resources, not responses', async () => {
    const old = await buildReadCase(db, { withReadings: false })
    const { file } = await build(old.id)
    expect((await verify(file)).isIntact).toBe(true)
    const { entries } = readStoredZip(fileOf(file, packageFiles.pages), 0, text)
    const records = await recordsOf(entries.get(waczFiles.warc) ?? new Uint8Array())
    expect(records.map(({ type }) => type)).toEqual(['warcinfo', 'resource', 'resource'])
    expect(text(fileOf(file, packageFiles.note))).toContain('до того, как программа стала хранить заголовки')
  })
})
