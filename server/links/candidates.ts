import { type Kysely, sql } from 'kysely'
import type { LinkCandidates } from '#shared/api/full-case.ts'
import { noCase, selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import { oneOrTwo } from '../cases/shown-case.ts'
import { type Actor, recordAudit } from '../db/audit.ts'
import type { DB } from '../db/schema.ts'
import { notFound, requestError } from '../http/errors.ts'
import { linkCases, lockLinks, noteLinksDue } from './link-cases.ts'

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

/** Stores a person's decision on a pair of visible cases; null removes it. */
export async function decideLink(
  db: Kysely<DB>,
  scope: Scope,
  actor: Actor,
  [id, other]: readonly [number, number],
  isSame: boolean | null,
): Promise<void> {
  const cases = await selectCases(db, scope, {})
    .where(({ eb, fn }) => eb('court_case.id', '=', fn.any(eb.val([id, other]))))
    .select(['court_case.id', 'court_case.stage', 'court_case.type', 'court_case.case_number', 'court_case.case_uid'])
    .orderBy('court_case.stage')
    .execute()
  const [first, second] = cases
  if (first === undefined || second === undefined) throw notFound('Дело не найдено.')
  if (first.stage !== 1 || second.stage !== 2 || first.type !== second.type)
    throw requestError('Связать можно дело первой инстанции с делом второй, по одному кодексу.')
  await db.transaction().execute(async trx => {
    const pair = { first_id: first.id, second_id: second.id }
    if (isSame === null)
      await trx
        .deleteFrom('case_link_verdict')
        .where('first_id', '=', first.id)
        .where('second_id', '=', second.id)
        .execute()
    else {
      const said = { is_same: isSame, account_id: actor === 'command line' ? null : actor.accountId }
      await trx
        .insertInto('case_link_verdict')
        .values({ ...pair, ...said })
        .onConflict(conflict =>
          conflict.columns(['first_id', 'second_id']).doUpdateSet({ ...said, decided_at: sql<Date>`now()` }),
        )
        .execute()
    }
    await recordAudit(trx, actor, 'link_decided', {
      first: first.case_number,
      second: second.case_number,
      ...pair,
      is_same: isSame,
    })
    const { rows } = await sql<{ clue: number }>`
      select clue from case_clue where case_id in (${first.id}, ${second.id})`.execute(trx)
    const ties = {
      clues: new Set(rows.map(({ clue }) => clue)),
      uids: new Set([first.case_uid, second.case_uid].filter(uid => uid !== null)),
    }
    await lockLinks(trx, ties)
    const asWritten = [first, second].map(one => ({ id: one.id, isNew: false }))
    await noteLinksDue(trx, await linkCases(trx, asWritten, ties))
  })
}
