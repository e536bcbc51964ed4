import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { showDate } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { checksumMark, packageFiles, packedJournal, packedSeals } from '#shared/evidence/package-format.ts'
import { readStoredZip } from '#shared/evidence/stored-zip.ts'
import { verifyPackage } from '#shared/evidence/verify-package.ts'
import { waczFiles } from '#shared/evidence/verify-pages.ts'
import { testApp } from '../../test/app.ts'
import { forgottenName, forgottenTraces, forgottenWorld } from '../../test/forgotten-person.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { keepPage } from '../collectors/pages/keep-page.ts'
import { recordReading } from '../collectors/pages/page-readings.ts'
import { buildPackage } from '../evidence/build-package.ts'
import { readChains } from '../evidence/case-chain.ts'
import { nodePrimitives } from '../evidence/node-primitives.ts'
import { sealJournal } from '../evidence/seal-journal.ts'

const dataDir = temporaryFolder()
const { db, as } = await testApp({ dataDir })
const { superuser, first, elsewhere, person } = await forgottenWorld(db)
const ask = await as(superuser)
const { text } = nodePrimitives
const cardUrl = 'https://vymysel.sudrf.example/card?evidence=1'

/** A card of the case as a site answered with it, whose file has the name of the person in bytes that Node gives as Latin-1. */
async function readCard(body: string): Promise<Buffer> {
  const hash = await keepPage(db, { url: cardUrl, body: Buffer.from(body), content_type: 'text/html' })
  const name = Buffer.from('attachment; filename="Вертоградов_П.И.html"').toString('latin1')
  await recordReading(db, {
    ...{ url: cardUrl, method: 'GET', hash },
    facts: {
      ...{ askedAt: new Date(), answeredAt: new Date(), address: '192.0.2.7', statusLine: 'HTTP/1.1 200 OK' },
      headers: [
        ['Server', 'nginx'],
        ['Content-Disposition', name],
        ['Location', `/${encodeURIComponent('Вертоградов П.И.')}`],
      ],
      tls: undefined,
    },
  })
  return hash
}
const card = await readCard(`<p>5-777/2026 ${forgottenName}</p>`)
const plainCard = await readCard('<p>5-777/2026, без имени</p>')
await sql`update court_case set url = ${cardUrl} where id = ${first}`.execute(db)
await sql`update listed_case set card_hash = ${card}, text_hash = ${plainCard} where case_id = ${first}`.execute(db)
await sealJournal(db)

const build = (id: number) =>
  buildPackage(db, { id, case_number: '5-777/2026', court: 'Вымышленный районный суд', url: cardUrl, entry: null }, {})
/** Every file of a package, those of its archive of pages as well. */
function filesOf(file: Uint8Array): Map<string, string> {
  const { entries } = readStoredZip(file, checksumMark.length + 64, text)
  const pages = readStoredZip(entries.get(packageFiles.pages) ?? new Uint8Array(), 0, text).entries
  return new Map(
    [...entries, ...pages].map(([path, bytes]) => [
      path,
      Buffer.from(path === waczFiles.warc ? gunzipSync(bytes) : bytes).toString(),
    ]),
  )
}
const traces = (files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([path, body]) => (forgottenTraces.test(body.toLowerCase().replaceAll('ё', 'е')) ? [path] : []))
const sentencesOf = async (file: Uint8Array) => {
  const { isIntact, findings } = await verifyPackage(file, nodePrimitives)
  return { isIntact, said: findings.map(one => one.text).join('\n') }
}
const journalIn = (files: ReadonlyMap<string, string>) =>
  packedJournal.parse(JSON.parse(files.get(packageFiles.journal) ?? ''))
const sealsIn = (files: ReadonlyMap<string, string>) =>
  packedSeals.parse(JSON.parse(files.get(packageFiles.seals) ?? ''))

describe('evidence of a case of a forgotten person (decisions 0087, 0088)', () => {
  const day = showDate(today())
  it('had the name, the page and a seal before', async () => {
    const { file } = await build(first)
    const files = filesOf(file)
    expect(traces(files)).toEqual(expect.arrayContaining([packageFiles.journal, waczFiles.warc]))
    expect(sealsIn(files).leaves).toHaveLength(1)
    expect((await ask(`cases/${first}/pages/${card.toString('hex')}/`)).text).toContain('Вертоградов')
  })

  const formerHashes = async (): Promise<string[]> => {
    const chain = (await readChains(db, [{ case_id: first, after: -1, previous: null }])).get(first) ?? []
    const { rows } = await sql<{ hash: string }>`
      select encode(hash, 'hex') as hash from journal_leaf where case_id = ${first}
      union select encode(hash, 'hex') from former_text where case_id = ${first}`.execute(db)
    return [...chain.flatMap(({ hash, content_hash }) => [hash, content_hash]), ...rows.map(({ hash }) => hash)]
  }

  it('has no name, no former hash that names could be tried on, and is neither forged nor vouched for by former seals', async () => {
    const former = await formerHashes()
    const before = journalIn(filesOf((await build(first)).file))
    const { status } = await ask(`defendants/${person}/forgetting/`, {
      method: 'POST',
      body: { cases: [first, elsewhere], grounds: 'subject', reason: '' },
    })
    expect(status).toBe(201)
    for (const id of [first, elsewhere]) {
      const { file } = await build(id)
      const files = filesOf(file)
      expect(traces(files)).toEqual([])
      const { isIntact, said } = await sentencesOf(file)
      expect({ isIntact, said }).toMatchObject({ isIntact: true })
      expect(said).toContain(`Изменено по решению о забвении от ${day}, записи журнала: 0`)
      expect(said).not.toContain('под печатью №')
      expect(files.get(packageFiles.note)).toContain(`изменено по решению о забвении от ${day}`)
      expect(sealsIn(files)).toEqual({ seals: [], leaves: [] })
      const all = [...files.values()].join('\n')
      const journal = journalIn(files)
      // A text that never named them, and what was said after the name was left, keep theirs.
      const kept = new Set(
        journal.entries.flatMap(({ forgotten_on, content_hash }) => (forgotten_on === null ? [content_hash] : [])),
      )
      for (const hash of former) if (!kept.has(hash)) expect(all).not.toContain(hash)
    }
    const journal = journalIn(filesOf((await build(first)).file))
    expect(journal.entries.filter(({ forgotten_on }) => forgotten_on !== null).length).toBeGreaterThan(0)
    expect(journal.entries.length).toBe(before.entries.length + 1)
    expect(journal.entries.at(-1)?.forgotten_on).toBeNull()
  })

  it('leaves out the pages that are masked or withheld, says so with the day, and shows them to nobody', async () => {
    const { file } = await build(first)
    const files = filesOf(file)
    const { withheld_pages } = journalIn(files)
    expect(withheld_pages).toContainEqual({ hash: card.toString('hex'), on: today() })
    expect(files.get(waczFiles.warc)).toContain('без имени')
    expect(files.get(waczFiles.warc)).toContain('Server: nginx')
    expect(files.get(waczFiles.warc)).not.toContain('Content-Disposition')
    expect(files.get(waczFiles.warc)).not.toContain('Location')
    expect(files.get(waczFiles.warc)).not.toContain('удалено по решению')
    const { said } = await sentencesOf(file)
    expect(said).toContain(`По решению о забвении от ${day} в пакет не вложены страницы: ${withheld_pages.length}.`)
    expect(files.get(packageFiles.note)).toContain(
      `По решению о забвении от ${day} не приложено страниц: ${withheld_pages.length}.`,
    )
    expect(await ask(`cases/${first}/pages/${card.toString('hex')}/`)).toMatchObject({
      status: 404,
      body: { detail: `Страница закрыта по решению о забвении от ${day}.` },
    })
    await readCard(`<p>5-777/2026 ${forgottenName}, снова</p>`)
    const { rows } = await sql<{ headers: string }>`select headers::text as headers from page_reading`.execute(db)
    for (const { headers } of rows) expect(headers).not.toMatch(/Disposition|Location/)
  })

  it('is sealed anew over what it says now', async () => {
    await sealJournal(db)
    const { file } = await build(first)
    expect(await sentencesOf(file)).toMatchObject({ isIntact: true, said: expect.stringContaining('под печатью №') })
    expect(sealsIn(filesOf(file)).leaves).toHaveLength(1)
  })

  it('is rewritten by nobody else unnoticed', async () => {
    const rewritten = db.transaction().execute(async trx => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`update case_journal set record = record || '{"judge": "Подложный А.А."}' where case_id = ${first} and number = 0`.execute(
        trx,
      )
      const { file } = await buildPackage(
        trx,
        { id: first, case_number: '5-777/2026', court: 'Вымышленный районный суд', url: cardUrl, entry: null },
        {},
      )
      expect(await sentencesOf(file)).toMatchObject({
        isIntact: false,
        said: expect.stringContaining('журнал переписан после неё'),
      })
      throw new Error('as it was')
    })
    await expect(rewritten).rejects.toThrow('as it was')
  })

  it('is what it was when the decision is undone: the former seals hold again', async () => {
    const { id } = z
      .object({ id: z.number() })
      .parse(await db.selectFrom('forgetting').select('id').executeTakeFirstOrThrow())
    expect((await ask(`forgetting/${id}/undo/`, { method: 'POST' })).status).toBe(200)
    const { file } = await build(first)
    const files = filesOf(file)
    expect(traces(files)).toEqual(expect.arrayContaining([packageFiles.journal, waczFiles.warc]))
    expect(journalIn(files)).toMatchObject({ withheld_pages: [] })
    const { isIntact, said } = await sentencesOf(file)
    expect({ isIntact, said }).toMatchObject({ isIntact: true, said: expect.stringContaining('под печатью № 1') })
    expect(said).not.toContain('забвении')
    expect(sealsIn(files).leaves.map(({ seal }) => seal)).toEqual([1])
    await sealJournal(db)
    const again = await build(first)
    expect((await sentencesOf(again.file)).isIntact).toBe(true)
    expect(sealsIn(filesOf(again.file)).leaves.map(({ seal }) => seal)).toEqual([1, 3])
  })
})
