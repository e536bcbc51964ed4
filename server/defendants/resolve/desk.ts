import { type Kysely, sql, type Transaction } from 'kysely'
import type { DeskPerson, PersonMerge, PersonPair } from '#shared/api/people.ts'
import { articleName, codexTitle } from '#shared/domain/codex.ts'
import type { PairVerdict } from '#shared/domain/person-evidence.ts'
import { recordAudit } from '../../db/audit.ts'
import { countRows, type PageAsked, type PageFound } from '../../db/page-of-query.ts'
import type { DB } from '../../db/schema.ts'
import { type JudgedPair, mergeReasons, readVerdict } from './judge-pairs.ts'
import { mergePairs, undoMerge } from './merge-people.ts'

/** The desk of superusers: pairs to decide, decisions, and merges in force. */

const casesShown = 6

/** Highest score first. Pairs merged in another way need no decision. */
export async function listPairs(
  db: Kysely<DB>,
  { verdict, page, size }: PageAsked & { verdict: PairVerdict },
): Promise<PageFound<PersonPair>> {
  const pairs = sql`
    person_pair pair join defendant l on l.id = pair.left_id join defendant r on r.id = pair.right_id
    where pair.verdict = ${verdict}
      and (${verdict} <> 'open' or coalesce(l.merged_into, l.id) <> coalesce(r.merged_into, r.id))`
  const total = await sql<{ count: number }>`select count(*) as count from ${pairs}`.execute(db)
  const { rows } = await sql<
    JudgedPair & { id: number; verdict: PairVerdict; decided_at: Date | null; username: string | null }
  >`
    select pair.id, pair.left_id, pair.right_id, pair.score, pair.name_relation, pair.evidence, pair.verdict, pair.decided_at,
      (select username from account where account.id = pair.account_id) as username
    from ${pairs} order by pair.decided_at desc nulls last, pair.score desc, pair.id
    limit ${size} offset ${(page - 1) * size}`.execute(db)
  const people = await peopleOf(
    db,
    rows.flatMap(({ left_id, right_id }) => [left_id, right_id]),
  )
  return {
    count: total.rows[0]?.count ?? 0,
    rows: rows.flatMap(({ left_id, right_id, ...pair }) => {
      const [left, right] = [people.get(left_id), people.get(right_id)]
      return left && right ? [{ ...pair, decided_at: pair.decided_at?.toISOString() ?? null, left, right }] : []
    }),
  }
}

type CaseRow = Omit<DeskPerson['cases'][number], 'articles'> & {
  own: number
  cases_count: number
  articles: { codex: 'koap' | 'uk'; article_number: string; part: string }[]
}

async function peopleOf(db: Kysely<DB>, ids: readonly number[]): Promise<Map<number, DeskPerson>> {
  if (ids.length === 0) return new Map()
  const people = await db
    .selectFrom('defendant')
    .select(({ fn }) => ['id', fn.coalesce('own_name', 'name').as('name'), 'gender'])
    .where(({ eb, fn }) => eb('id', '=', fn.any(eb.val([...ids]))))
    .execute()
  const { rows } = await sql<CaseRow>`
    select own.id as own, one.* from defendant own cross join lateral (
      select court_case.id, case_number, stage, court.title as court, court_case.region, entry_date, result_date,
        result_type.title as result, case_defendant.name, count(*) over () as cases_count,
        (select coalesce(json_agg(json_build_object('codex', codex, 'article_number', article_number, 'part', part)), '[]')
          from article where article.id = any(article_ids)) as articles,
        array(select other.name from case_defendant other where other.case_id = court_case.id
          and other.ordinal <> case_defendant.ordinal order by other.ordinal) as others
      from case_defendant join court_case on court_case.id = case_defendant.case_id
      join court on court.id = court_case.court_id left join result_type on result_type.id = result_type_id
      where case_defendant.defendant_id = coalesce(own.merged_into, own.id) and coalesce(own_id, defendant_id) = own.id
      order by entry_date desc nulls last, court_case.id desc limit ${casesShown}
    ) one
    where own.id = any(${ids})`.execute(db)
  const cases = Map.groupBy(rows, ({ own }) => own)
  return new Map(
    people.map(person => {
      const own = cases.get(person.id) ?? []
      const shown = own.map(({ own: _, cases_count: __, articles, ...one }) => ({
        ...one,
        articles: articles.map(article => `${articleName(article)}\u00a0${codexTitle(article.codex)}`),
      }))
      return [person.id, { ...person, cases_count: own[0]?.cases_count ?? 0, cases: shown }]
    }),
  )
}

/** `refused`: it would merge two people whom somebody has told apart. */
type DeskDecision = 'done' | 'unknown pair' | 'refused'

export async function decidePair(
  db: Kysely<DB>,
  id: number,
  verdict: PairVerdict,
  accountId: number,
): Promise<DeskDecision> {
  return db.transaction().execute(async trx => {
    const pair = await trx.selectFrom('person_pair').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (pair === undefined) return 'unknown pair'
    if (pair.verdict === verdict) return 'done'
    if (pair.verdict === 'same') await undoOf(trx, pair, accountId)
    // The pair's own former verdict must not stand in its way.
    await setVerdict(trx, id, 'open', null)
    if (verdict === 'same') {
      const { left_id, right_id, score } = pair
      const judged: JudgedPair = { left_id, right_id, score, ...mergeReasons(pair) }
      const { refused } = await mergePairs(trx, { pairs: [judged] }, { why: 'desk', accountId })
      if (refused.length > 0) {
        await setVerdict(trx, id, readVerdict(pair.verdict), pair.account_id)
        return 'refused'
      }
    }
    await setVerdict(trx, id, verdict, verdict === 'open' ? null : accountId)
    await recordAudit(trx, { accountId }, 'people_decided', { ...(await namesOf(trx, pair)), verdict })
    return 'done'
  })
}

const setVerdict = (trx: Transaction<DB>, id: number, verdict: PairVerdict, accountId: number | null) =>
  trx
    .updateTable('person_pair')
    .set({ verdict, account_id: accountId, decided_at: verdict === 'open' ? null : new Date() })
    .where('id', '=', id)
    .execute()

type Ends = { left_id: number; right_id: number }
async function undoOf(trx: Transaction<DB>, { left_id, right_id }: Ends, accountId: number): Promise<void> {
  const merge = await trx
    .selectFrom('person_merge')
    .select('id')
    .where('left_id', '=', left_id)
    .where('right_id', '=', right_id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (merge !== undefined) await undoMerge(trx, merge.id, accountId)
}

async function namesOf(trx: Transaction<DB>, { left_id, right_id }: Ends): Promise<{ left: string; right: string }> {
  const rows = await trx
    .selectFrom('defendant')
    .select(({ fn }) => ['id', fn.coalesce('own_name', 'name').as('name')])
    .where('id', 'in', [left_id, right_id])
    .execute()
  const nameOf = (id: number): string => rows.find(row => row.id === id)?.name ?? ''
  return { left: nameOf(left_id), right: nameOf(right_id) }
}

/** Undoes a merge for good: the two are not merged automatically again. */
export async function separateMerged(db: Kysely<DB>, mergeId: number, accountId: number): Promise<boolean> {
  return db.transaction().execute(async trx => {
    if (!(await undoMerge(trx, mergeId, accountId))) return false
    const merge = await trx.selectFrom('person_merge').selectAll().where('id', '=', mergeId).executeTakeFirstOrThrow()
    const { left_id, right_id, score, name_relation, evidence } = merge
    const decision = { verdict: 'apart', decided_at: new Date(), account_id: accountId } as const
    await trx
      .insertInto('person_pair')
      .values({ left_id, right_id, score, name_relation, evidence, ...decision })
      .onConflict(conflict => conflict.columns(['left_id', 'right_id']).doUpdateSet(decision))
      .execute()
    await recordAudit(trx, { accountId }, 'people_parted', await namesOf(trx, merge))
    return true
  })
}

export async function listMerges(db: Kysely<DB>, { page, size }: PageAsked): Promise<PageFound<PersonMerge>> {
  const live = db.selectFrom('person_merge').where('undone_at', 'is', null)
  const count = await countRows(live)
  const rows = await live
    .innerJoin('defendant as l', 'l.id', 'person_merge.left_id')
    .innerJoin('defendant as r', 'r.id', 'person_merge.right_id')
    .leftJoin('account', 'account.id', 'person_merge.account_id')
    .select([
      'person_merge.id',
      'left_id',
      'right_id',
      'score',
      'name_relation',
      'evidence',
      'why',
      'merged_at',
      'username',
    ])
    .select(({ fn }) => [
      fn.coalesce('l.own_name', 'l.name').as('left_name'),
      fn.coalesce('r.own_name', 'r.name').as('right_name'),
    ])
    .select(sql<number>`coalesce(l.merged_into, l.id)`.as('person'))
    .select(sql<number>`jsonb_array_length(moved)`.as('moved_count'))
    .orderBy('person_merge.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return {
    count,
    rows: rows.map(row => ({
      id: row.id,
      score: row.score,
      ...mergeReasons(row),
      is_automatic: row.why === 'automatic',
      username: row.username,
      merged_at: row.merged_at.toISOString(),
      left: { id: row.left_id, name: row.left_name },
      right: { id: row.right_id, name: row.right_name },
      person: row.person,
      moved_count: row.moved_count,
    })),
  }
}
