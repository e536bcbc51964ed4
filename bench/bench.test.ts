import { sql } from 'kysely'
import { afterAll, expect, inject, it } from 'vitest'
import { chartKeys } from '#shared/api/statistics.ts'
import { connect } from '../server/db/connect.ts'
import { cloneDatabase } from '../test/database.ts'
import { bench } from './bench.ts'
import { benchDatabase, benchDatabaseName } from './corpus.ts'

const generated = 101
const cases = 2 * generated
const corpus = { cases, texts: generated, generated }
const admin = connect(inject('adminUrl'), { max: 1 })
// A migrated database spares the first bench its migrations; that of the second, larger one is made by the bench itself. A killed run may have left it.
await sql`drop database if exists ${sql.id(benchDatabaseName(corpus))} with (force)`.execute(admin)
await cloneDatabase(admin, benchDatabaseName(corpus), inject('templateName'))
afterAll(async () => {
  for (const each of [corpus, { cases: generated }])
    await sql`drop database if exists ${sql.id(benchDatabaseName(each))} with (force)`.execute(admin)
  await admin.destroy()
})

it('measures typical queries on a corpus of the stated size and tells them as a table (§11)', {
  timeout: 600_000,
}, async () => {
  const lines: string[] = []
  const report = await bench(inject('adminUrl'), { ...corpus, millisecondsEach: 0, onLine: line => lines.push(line) })
  expect(report.replaceAll('\u00a0', ' ')).toContain('## Судмонитор: 202 дела')
  expect(report).toMatch(/PostgreSQL \d+/)
  expect(report).toMatch(/\| без фильтров \| 202 (?:\| [\d\s]+,\d ){4}\|/)
  expect(report).toMatch(/\| с копией (?:\| [\d\s]+,\d ){3}\|/)
  expect(report).toMatch(/\| страница, пять регионов (?:\| [\d\s]+,\d ){4}\| 150 \|/)
  expect(report).toMatch(/\| число непрочитанных (?:\| [\d\s]+,\d ){4}\| 5 \|/)
  expect(report.match(/\| (?:диаграмма «.+»|похожие дела.*) (?:\| [\d\s]+,\d ){4}\|/g)).toHaveLength(
    chartKeys.length + 2,
  )
  expect(
    report.match(
      /\| (?:номер и суд|УИД|номер и имя|имя, суд и дата|вперемешку)(?:, пять регионов)? (?:\| [\d\s]+,\d ){4}\| 3000 \|/g,
    ),
  ).toHaveLength(10)
  expect(report).toContain('разбор, строк: 202 |')
  expect(report).toContain('| подборка, дел: 202 |')
  expect(report.match(/\| все подборки, их 200(?:, пять регионов)? (?:\| [\d\s]+,\d ){4}\| 100 \|/g)).toHaveLength(2)
  expect(report).toMatch(/\| одно дело целиком \|/)
  expect(report.match(/\| (?:CSV|Excel|NDJSON) \| [\d\s]+ \|/g)).toHaveLength(3)
  expect(report.match(/\| (?:одной транзакцией|импортом из файла) \| 202 (?:\| [\d\s]+ ){3}\|/g)).toHaveLength(2)
  expect(report).toMatch(/\| импорт .* \| дел\/с \|/)
  expect(report.match(/\| (?:записи реестра|карточки) .* \| [\d\s]+ \|/g)).toHaveLength(2)
  expect(report).toMatch(/чтение подписок при запуске: [\d\s]+ мс \| 20\d \| 202 \| [\d\s]+ \|/)
  expect(report).toMatch(/\| все списки сразу \| 202 \| 202 \| [1-9][\d\s]* (?:\| [\d\s]+,\d ){4}\| 2000 \|/)
  expect(report).toMatch(/\| от запуска до первой страницы со списком, с \| [\d\s]+,\d \|/)
  expect(report.match(/\| памяти.*, МБ \| [\d\s]+,\d \|/g)).toHaveLength(3)
  // Every query finds something but the last page of a small corpus's: a bench of nothing measures nothing.
  const found = [...report.matchAll(/^\| (.+?) \| ([\d\s]+) (?:\| [\d\s]+,\d ){4}\|$/gm)]
  expect(found.length).toBeGreaterThan(25)
  expect(lines.join('\n')).toContain(report)
  // The second time the corpus is there.
  const again = await benchDatabase(inject('adminUrl'), corpus, line => lines.push(line))
  await again.close()
  expect(again.loading).toBeUndefined()
})

it('measures a copy of more cases than PostgreSQL holds (§11)', { timeout: 600_000 }, async () => {
  const report = await bench(inject('adminUrl'), { ...corpus, times: 3, millisecondsEach: 0, onLine: () => undefined })
  expect(report.replaceAll('\u00a0', ' ')).toMatch(/\| без фильтров \| 606 (?:\| [\d\s]+,\d ){2}\|/)
  expect(report).toMatch(/\| статистика: диаграммы \| \d+ (?:\| [\d\s]+,\d ){2}\|/)
  expect(report).not.toContain('PostgreSQL: p50')
})
