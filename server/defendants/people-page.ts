import { type Kysely, sql } from 'kysely'
import { defendantOrderColumn, isDescending } from '#shared/domain/orderings.ts'
import type { CaseEngine, Engines, Question } from '../cases/engine/engine.ts'
import { askCases } from '../cases/engine/run.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { appearancesOn, type DefendantValues, isUnlimited, numbersFound, peopleFound } from './appearances.ts'
import { countPeople, idsOfPeople, type Slice } from './list-people.ts'

/**
 * One page of people and how many there are. The copy counts and orders them where it can, for it holds who stands on which
 * case. It has no names: by name people are ordered where these are.
 */
type PageOfPeople = { count: number; ids: number[] }

export const peoplePage = (
  engines: Engines,
  scope: Scope,
  values: DefendantValues,
  slice: Slice,
): Promise<PageOfPeople> =>
  askCases(engines, { scope, values, joined: 'case_defendant' }, async (engine, question) => {
    if (!engine.isColumnar) {
      const count = await countPeople(engine.db, scope, values)
      return { count, ids: await idsOfPeople(engine.db, scope, values, count, slice) }
    }
    const column = defendantOrderColumn(slice.ordering)
    if (column !== 'cases_count' && isUnlimited(scope, values)) return pageOfAll(engine.db, engines.db, scope, slice)
    return column === 'name'
      ? pageByName(engine, engines.db, question, values, slice)
      : pageOfCopy(engine, question, column, slice)
  })

/** Everybody: counted without a look at the cases, and met at once along an index. */
async function pageOfAll(copy: Kysely<DB>, db: Kysely<DB>, scope: Scope, slice: Slice): Promise<PageOfPeople> {
  const { count } = await copy
    .selectFrom('case_defendant')
    .select(({ fn }) => fn.count<number>('defendant_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return { count, ids: await idsOfPeople(db, scope, {}, count, slice) }
}

/** People are chosen by one case of theirs, and ordered by all that the asker sees. */
async function pageOfCopy(
  engine: CaseEngine,
  question: Question<DefendantValues>,
  column: 'entry_date' | 'cases_count',
  { ordering, limit, offset }: Slice,
): Promise<PageOfPeople> {
  const { scope, values, among } = question
  const isChosen = among !== undefined || Object.keys(values).length > 0
  const chosen = isChosen ? sql`case_defendant.defendant_id in (${peopleFound(engine, question)})` : sql`true`
  const appeared = appearancesOn(engine, { scope, values: {} }).where(sql<boolean>`${chosen}`)
  // Two of one name on one case are one person there. Who sees all cases need not look at them to count them.
  const [key, seen] =
    column === 'entry_date'
      ? [sql`max(entry_date)`, sql`${appeared.select(['case_defendant.defendant_id as id', 'court_case.entry_date'])}`]
      : [
          sql`count(distinct case_id)`,
          isUnlimited(scope, {})
            ? sql`select defendant_id as id, case_id from case_defendant where defendant_id is not null and ${chosen}`
            : sql`${appeared.select(['case_defendant.defendant_id as id', 'case_defendant.case_id'])}`,
        ]
  const direction = sql.raw(isDescending(ordering) ? 'desc' : 'asc')
  const order = sql`key ${direction} nulls last, id ${direction}`
  const { rows } = await sql<{ count: number; id: number | null }>`
    with whole as materialized (select id, ${key} as key from (${seen}) as seen group by id),
      page as (
        select id, key from whole order by ${order} ${limit === undefined ? sql`` : sql`limit ${limit}`} offset ${offset}
      )
    select total.count, page.id from (select count(*) as count from whole) as total left join page on true
    order by ${order}`.execute(engine.db)
  return { count: rows[0]?.count ?? 0, ids: rows.flatMap(({ id }) => id ?? []) }
}

/** So many people are looked up by their numbers; of more, enough are met along the index of names. */
const fewToCarry = 100_000

async function pageByName(
  engine: CaseEngine,
  db: Kysely<DB>,
  question: Question<DefendantValues>,
  values: DefendantValues,
  slice: Slice,
): Promise<PageOfPeople> {
  const { count, ids } = await numbersFound(engine, question, fewToCarry)
  if (count === 0) return { count, ids: [] }
  if (ids === null) return { count, ids: await idsOfPeople(db, question.scope, values, count, slice) }
  const { ordering, limit, offset } = slice
  const direction = sql.raw(isDescending(ordering) ? 'desc' : 'asc')
  const named = await sql<{ id: number }>`
    select id from defendant where id = any(${`{${ids}}`}::integer[])
    order by name_normal ${direction}, name ${direction}, id ${direction}
    ${limit === undefined ? sql`` : sql`limit ${limit}`} offset ${offset}`.execute(db)
  return { count, ids: named.rows.map(({ id }) => id) }
}
