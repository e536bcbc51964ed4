import { type Insertable, type Kysely, sql } from 'kysely'
import { insertAccount, type NewAccount } from '../server/accounts/accounts.ts'
import { hashPassword } from '../server/accounts/passwords.ts'
import type { Account } from '../server/accounts/sessions.ts'
import type { DB } from '../server/db/schema.ts'
import { type CaseRecordInput, caseRecord } from '../server/ingest/case-record.ts'
import { ingest } from '../server/ingest/ingest.ts'

/** Builds people and cases: a test names only the values it is about. */
export const testPassword = 'пароль-для-проверок'
let built = 0
/** Counted rather than random, as two equal keys would make two cases one. */
const unique = (): string => `${process.pid}-${++built}`

/** Without the rules for names and passwords: rating one password takes as long as writing ten accounts. */
export async function buildAccount(db: Kysely<DB>, account: Partial<NewAccount> = {}): Promise<Account> {
  const { password = testPassword, ...told } = account
  const named = { username: `человек-${unique()}`, ...told }
  const built = await insertAccount(db, named, await hashPassword(password))
  if (built === undefined) throw new Error('The name or the address is taken')
  return built
}

/** Written by `ingest`, as every case is. Answers its id. */
export async function buildCase(db: Kysely<DB>, record: Partial<CaseRecordInput> = {}): Promise<number> {
  const [id] = await buildCases(db, [record])
  if (id === undefined) throw new Error('ingest answered nothing')
  return id
}

export async function buildCases(
  db: Kysely<DB>,
  records: readonly Partial<CaseRecordInput>[],
  origin = 'test',
): Promise<number[]> {
  const ids = (await ingest(db, records.map(wholeRecord), { origin })).map(({ case_id }) => case_id)
  if (ids.length >= many) await analyzeCases(db)
  return ids
}

/**
 * Autovacuum is off in tests (global-setup.ts), so the planner has no statistics: for tables that it believes empty
 * it joins by nested loops, which takes a hundred times as long with some hundred rows.
 */
export const analyzeCases = async (db: Kysely<DB>): Promise<void> => {
  await sql`analyze court_case, case_article, case_defendant, case_event, case_participant, case_told_penalty, case_text`.execute(
    db,
  )
}
const many = 100

export const wholeRecord = (record: Partial<CaseRecordInput>) =>
  caseRecord.parse({
    source_key: `test:${unique()}`,
    type: 1,
    stage: 1,
    court: { title: 'Вымышленный районный суд', region: 77, city: 'Москва' },
    case_number: `5-${60_000 + built}/2026`,
    entry_date: '2026-03-02',
    ...record,
  })

/** A requested file with all cases and default columns; `of` changes the rest. */
export const buildExport = (
  db: Kysely<DB>,
  of: Pick<Insertable<DB['export_request']>, 'account_id'> & Partial<Insertable<DB['export_request']>>,
) =>
  db
    .insertInto('export_request')
    .values({ selected_columns: ['id'], filters: '{}', ordering: '-entry_date', origin: '', telegram: null, ...of })
    .returningAll()
    .executeTakeFirstOrThrow()
