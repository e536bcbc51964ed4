import type { Kysely } from 'kysely'
import { createAccount, type NewAccount } from '../server/accounts/accounts.ts'
import type { Account } from '../server/accounts/sessions.ts'
import type { DB } from '../server/db/schema.ts'
import { type CaseRecordInput, caseRecord } from '../server/ingest/case-record.ts'
import { ingest } from '../server/ingest/ingest.ts'

/** Ready-made people and cases: a test names only what it is about. */
export const testPassword = 'пароль-для-проверок'
let built = 0
/** Counted, since two keys drawn alike make two cases one. */
const unique = (): string => `${process.pid}-${++built}`

export const buildAccount = (db: Kysely<DB>, account: Partial<NewAccount> = {}): Promise<Account> =>
  createAccount(db, { username: `человек-${unique()}`, password: testPassword, ...account })

/** Taken in by `ingest`, as every case is. Answers its number. */
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
  const whole = records.map(record => {
    return caseRecord.parse({
      source_key: `test:${unique()}`,
      type: 1,
      stage: 1,
      court: { title: 'Вымышленный районный суд', region: 77, city: 'Москва' },
      case_number: `5-${60_000 + built}/2026`,
      entry_date: '2026-03-02',
      ...record,
    })
  })
  return (await ingest(db, whole, { origin })).map(({ case_id }) => case_id)
}
