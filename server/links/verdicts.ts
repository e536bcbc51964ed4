import { type Kysely, sql } from 'kysely'
import { selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import { type Actor, recordAudit } from '../db/audit.ts'
import type { DB } from '../db/schema.ts'
import { notFound, requestError } from '../http/errors.ts'
import { linkCases, lockLinks, noteLinksDue } from './link-cases.ts'

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
