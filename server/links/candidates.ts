import { type Kysely, sql } from 'kysely'
import type { LinkCandidates } from '#shared/api/cases.ts'
import { noCase, selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import { oneOrTwo } from '../cases/shown-case.ts'
import type { DB } from '../db/schema.ts'

/** Candidates and decisions for a case. */
export async function candidatesOf(db: Kysely<DB>, scope: Scope, id: number): Promise<LinkCandidates> {
  await selectCases(db, scope, {})
    .where('court_case.id', '=', id)
    .select('court_case.id')
    .executeTakeFirstOrThrow(noCase)
  const candidates = await others(db, scope)
    .innerJoin(
      sql<{ other_id: number; why: string; certainty: number }>`(
        select second_id as other_id, why, certainty from case_link_candidate where first_id = ${id}
        union all select first_id, why, certainty from case_link_candidate where second_id = ${id}
      )`.as('candidate'),
      'candidate.other_id',
      'court_case.id',
    )
    // Not for reviews whose case is found.
    .where(sql<boolean>`not exists (
      select from case_link where case_id = (case when court_case.stage = 2 then court_case.id else ${id}::integer end)
    )`)
    .select(['candidate.why', 'candidate.certainty'])
    .orderBy('candidate.certainty', 'desc')
    .orderBy('court_case.id')
    .execute()
  const decided = await others(db, scope)
    .innerJoin(
      sql<{ other_id: number; is_same: boolean; decided_at: Date }>`(
        select second_id as other_id, is_same, decided_at from case_link_verdict where first_id = ${id}
        union all select first_id, is_same, decided_at from case_link_verdict where second_id = ${id}
      )`.as('verdict'),
      'verdict.other_id',
      'court_case.id',
    )
    .select(['verdict.is_same', 'verdict.decided_at'])
    .orderBy('verdict.decided_at', 'desc')
    .execute()
  return {
    candidates: candidates.map(row => ({ ...row, stage: oneOrTwo(row.stage) })),
    decided: decided.map(row => ({ ...row, stage: oneOrTwo(row.stage), decided_at: row.decided_at.toISOString() })),
  }
}

const others = (db: Kysely<DB>, scope: Scope) =>
  selectCases(db, scope, {})
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .leftJoin('result_type', 'result_type.id', 'court_case.result_type_id')
    .select([
      'court_case.id',
      'court_case.case_number',
      'court_case.stage',
      'court.title as court',
      'court_case.entry_date',
      'court_case.result_date',
      'result_type.title as result_type',
    ])
