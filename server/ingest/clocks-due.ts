import { sql, type Transaction } from 'kysely'
import { isCountedArticle } from '#shared/domain/repeat-rules.ts'
import type { DB } from '../db/schema.ts'
import type { CaseRecord } from './case-record.ts'

/**
 * Notes down whose clocks of repeat prosecution are to be set anew (server/defendants/risk/): people of cases that may count,
 * that were changed, or whose links are others; `people` stood on changed cases. Setting them is not the business of whoever writes cases.
 */
export async function setClocksDue(
  trx: Transaction<DB>,
  written: readonly { id: number; isNew: boolean; mayCount: boolean }[],
  { relinked, people }: { relinked: readonly number[]; people: readonly number[] },
): Promise<void> {
  const cases = written.filter(({ isNew, mayCount }) => !isNew || mayCount).map(({ id }) => id)
  if (cases.length + relinked.length + people.length === 0) return
  await sql`
    insert into risk_due (defendant_id)
    select defendant_id from case_defendant
    where defendant_id is not null and case_id = any(
      ${cases}::int[] || ${relinked}::int[] || array(select other_id from case_link where case_id = any(${cases}::int[]))
    )
    union select id from defendant where id = any(${people}::int[])
    -- In one order, so that two writers of one person do not wait for each other.
    order by 1
    on conflict do nothing`.execute(trx)
}

/** Whether a case may be a violation that counts. */
export const mayCount = ({ type, articles, defendants }: CaseRecord): boolean =>
  type === 1 && [...articles, ...defendants.flatMap(one => one.articles)].some(isCountedArticle)
