import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { type Kysely, sql } from 'kysely'
import { addDays } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import { readLenient, toRecord } from '#shared/filters/wire.ts'
import type { Engines } from '../server/cases/engine/engine.ts'
import { listCases } from '../server/cases/list-cases.ts'
import { editionOfDays } from '../server/db/as-of/edition.ts'
import { versionedTables } from '../server/db/as-of/versioned-tables.ts'
import { deleteInstallation } from '../server/db/installation.ts'
import type { DB } from '../server/db/schema.ts'
import { copiesOfDays } from '../server/replica/copies-of-days.ts'
import { everyone, measured, reader, shown, type Telling, tableHead, tenths } from './measured.ts'
import { benchQueries } from './queries.ts'

/**
 * Lists as of a past day (design §14), where every case has had `states` states since and every row below it has changed once: nothing of what
 * the base is now was so then.
 */
const states = 5
const daysEach = 100

export async function sayPast(db: Kysely<DB>, url: string, { millisecondsEach, say }: Telling): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sudmonitor-bench-days-'))
  const copies = copiesOfDays({ url, folder, memoryShare: 64, edition: () => editionOfDays(db) })
  try {
    await writePast(db)
    const day = addDays(today(), -daysEach * 2 - 50)
    const queries = (await benchQueries(db)).filter(({ query }) => !query.includes('result_text_search'))
    const began = performance.now()
    copies.on(day, await editionOfDays(db))
    await copies.settled()
    say('')
    say(`Копия дня: загружена за ${tenths.format((performance.now() - began) / 1_000)}\u00a0с.`)
    const figures = ['найдено', 'PostgreSQL, пока копии дня нет, мс', 'с копией дня: p50, мс', 'p95, мс']
    say(tableHead(`список на дату, ${states} состояний у дела`, ...figures))
    for (const { title, query, scope = everyone, page = 1, ordering = '-entry_date' } of queries) {
      const values = { ...readLenient(caseFields, toRecord(query)), as_of: day }
      const ask = (engines: Engines) => listCases(engines, scope, values, { ordering, page, size: 20 }, reader)
      const asked = performance.now()
      const { count } = await ask({ db })
      const first = tenths.format(performance.now() - asked)
      const withCopy = await measured(() => ask({ db, copyOn: copies.on }), millisecondsEach)
      say(`| ${title} | ${showNumber(count)} | ${first} ${shown(withCopy)}`)
    }
  } finally {
    await copies.stop()
    for (const table of Object.keys(versionedTables)) await sql`truncate ${sql.table(`past_${table}`)}`.execute(db)
    await rm(folder, { recursive: true })
  }
}

async function writePast(db: Kysely<DB>): Promise<void> {
  await deleteInstallation(db, 'days_known_since')
  for (const table of Object.keys(versionedTables)) {
    const { rows } = await sql<{ columns: string }>`
      select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname not in ('known_from', 'known_until')`.execute(db)
    const columns = sql.raw(rows[0]?.columns ?? '')
    const times = table === 'court_case' ? states : 1
    const each = (states * daysEach) / times
    await sql`
      insert into ${sql.table(`past_${table}`)} (${columns}, known_from, known_until)
      select ${columns}, known_from - ${sql.lit(each)} * n, known_from - ${sql.lit(each)} * (n - 1)
      from ${sql.table(table)}, generate_series(1, ${sql.lit(times)}) as n`.execute(db)
    await sql`vacuum analyze ${sql.table(`past_${table}`)}`.execute(db)
  }
}
