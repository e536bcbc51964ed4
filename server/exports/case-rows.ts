import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'

/** The row of each case with the names it refers to, in the order of the ids, which `selectCases` has let through. */
export type BaseRow = Awaited<ReturnType<typeof found>>[number]

export async function baseRows(db: Kysely<DB>, ids: readonly number[]): Promise<BaseRow[]> {
  const byId = new Map((await found(db, ids)).map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

const found = (db: Kysely<DB>, ids: readonly number[]) =>
  db
    .selectFrom('court_case')
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .leftJoin('judge', 'judge.id', 'court_case.judge_id')
    .leftJoin('result_type', 'result_type.id', 'court_case.result_type_id')
    .where(({ eb, fn }) => eb('court_case.id', '=', fn.any(eb.val([...ids]))))
    .select([
      'court_case.id',
      'type',
      'stage',
      'entry_date',
      'result_date',
      'appeal_date',
      'court_case.url',
      'has_text',
    ])
    .select(['result_text_url', 'defendants_hidden', 'court_case.region', 'court_case.city', 'case_number', 'case_uid'])
    .select(['court.title as court', 'judge.name as judge', 'result_type.title as result_type'])
    .execute()
