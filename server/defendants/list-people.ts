import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type DefendantOrderColumn,
  type DefendantOrdering,
  defendantOrderColumn,
} from '#shared/domain/defendant-orderings.ts'
import { isDescending } from '#shared/domain/orderings.ts'
import type { CaseEngine, Engines, Question } from '../cases/engine/engine.ts'
import { postgresql } from '../cases/engine/postgresql.ts'
import { askCases } from '../cases/engine/run.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import {
  appearances,
  appearancesOn,
  countedCases,
  type DefendantValues,
  isUnlimited,
  numbersFound,
  peopleFound,
} from './appearances.ts'

/**
 * Selects and orders people. Filters select people by one of their cases; the order is by the whole person, as far as
 * the asker sees their cases, unless it is by the number of found cases. Nulls come last in either direction; every
 * order ends in the person's id.
 */
type Slice = { ordering: DefendantOrdering; limit: number | undefined; offset: number }
/** A query on PostgreSQL. `least`: only people found in at least so many cases. */
type Asked = { db: Kysely<DB>; scope: Scope; values: DefendantValues; least: number }
const found = ({ db, scope, values }: Asked) => appearances(db, scope, values)
const seen = ({ db, scope }: Asked) => appearances(db, scope, {})
const chosen = ({ db, scope, values, least }: Asked) => peopleFound(postgresql(db), { scope, values }, least)
const counted = ({ db, scope, values, least }: Asked) => countedCases(postgresql(db), { scope, values }, least)

async function countPeople(asked: Asked): Promise<number> {
  const people = isEverybody(asked)
    ? sql`(select distinct defendant_id from case_defendant where defendant_id is not null)`
    : sql`(${chosen(asked)})`
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${people} as person`.execute(asked.db)
  return rows[0]?.count ?? 0
}

const isEverybody = ({ scope, values, least }: Asked): boolean => least === 1 && isUnlimited(scope, values)

/**
 * Few people are ranked one by one; many are met along an index in the requested order until the page is full. The
 * planner cannot know which applies, and a wrong guess takes seconds.
 */
const few = 2_000

export async function idsOfPeople(asked: Asked, count: number, slice: Slice): Promise<number[]> {
  const { rows } = await orderedPeople(asked, count, slice).execute(asked.db)
  return rows.map(({ id }) => id)
}

export function orderedPeople(asked: Asked, count: number, slice: Slice): RawBuilder<{ id: number }> {
  const { ordering, limit, offset } = slice
  const direction = sql.raw(isDescending(ordering) ? 'desc' : 'asc')
  const column = defendantOrderColumn(ordering)
  const people = count <= few ? ranked(asked) : walks[column](asked)
  // The name is never null; a NULLS clause would prevent a backward index scan.
  const nulls = column === 'name' ? sql`` : sql` nulls last`
  const order = orders[column].map(key => sql`${sql.ref(`person.${key}`)} ${direction}${nulls}`)
  return sql<{ id: number }>`
    select person.id from ${people} as person
    order by ${sql.join(order)}, person.id ${direction}
    ${limit === undefined ? sql`` : sql`limit ${limit}`} offset ${offset}`
}

const orders: Readonly<Record<DefendantOrderColumn, readonly string[]>> = {
  entry_date: ['last_entry_date'],
  // The normal form has ё as е.
  name: ['name_normal', 'name'],
  cases_count: ['cases_count'],
  found_count: ['found_count'],
}

const ranked = (asked: Asked): RawBuilder<unknown> => sql`(
  with found as materialized (${counted(asked)})
  select defendant.id, defendant.name_normal, defendant.name, whole.last_entry_date, whole.cases_count, found_count
  from found
  join defendant on defendant.id = found.defendant_id
  cross join lateral (${seen(asked)
    .where(sql<SqlBool>`case_defendant.defendant_id = found.defendant_id`)
    .select(({ fn }) => [
      fn.max('court_case.entry_date').as('last_entry_date'),
      sql`count(distinct court_case.id)`.as('cases_count'),
    ])}) as whole
)`

const isFound = (asked: Asked, id: string): RawBuilder<SqlBool> =>
  asked.least > 1
    ? sql<SqlBool>`${sql.ref(id)} in (${chosen(asked)})`
    : sql<SqlBool>`exists (${found(asked)
        .where(sql<SqlBool>`case_defendant.defendant_id = ${sql.ref(id)}`)
        .select(sql`1`.as('one'))})`
const isFoundIfAsked = (asked: Asked, id: string): RawBuilder<SqlBool> =>
  Object.keys(asked.values).length === 0 && asked.least === 1 ? sql<SqlBool>`true` : isFound(asked, id)

const walks: { readonly [K in DefendantOrderColumn]: (asked: Asked) => RawBuilder<unknown> } = {
  /** Along the index of cases by date: a person is met at their latest case. */
  entry_date: asked => sql`(
    select last.defendant_id as id, last.entry_date as last_entry_date
    from ${seen(asked)
      .select(['case_defendant.defendant_id', 'court_case.entry_date', 'case_defendant.case_id', 'ordinal'])
      .as('last')}
    where not exists (${seen(asked)
      .where(sql<SqlBool>`case_defendant.defendant_id = last.defendant_id`)
      .where(
        sql<SqlBool>`(coalesce(court_case.entry_date, '-infinity'), case_defendant.case_id, ordinal) >
          (coalesce(last.entry_date, '-infinity'), last.case_id, last.ordinal)`,
      )
      .select(sql`1`.as('one'))})
    and ${isFoundIfAsked(asked, 'last.defendant_id')}
  )`,
  name: asked => sql`(
    select defendant.id, defendant.name_normal, defendant.name from defendant
    where ${
      isEverybody(asked)
        ? sql`exists (select from case_defendant where case_defendant.defendant_id = defendant.id)`
        : isFound(asked, 'defendant.id')
    }
  )`,
  /** No index has the number of a person's visible cases: all are counted. */
  cases_count: asked => {
    const appeared = isUnlimited(asked.scope, {})
      ? sql`(select distinct defendant_id, case_id from case_defendant where defendant_id is not null)`
      : sql`(${seen(asked).select(['case_defendant.defendant_id', 'case_id']).distinct()})`
    return sql`(
      select seen.defendant_id as id, count(*) as cases_count from ${appeared} as seen
      where ${isFoundIfAsked(asked, 'seen.defendant_id')}
      group by seen.defendant_id
    )`
  },
  found_count: asked => sql`(select defendant_id as id, found_count from (${counted(asked)}) as counted)`,
}

/**
 * One page of people and their total. The copy counts and orders them where it can, since it has the appearances. It
 * has no names, so PostgreSQL orders by name.
 */
type PageOfPeople = { count: number; ids: number[] }

export const peoplePage = (
  engines: Engines,
  scope: Scope,
  values: DefendantValues,
  { least, ...slice }: Slice & { least: number },
): Promise<PageOfPeople> =>
  askCases(engines, { scope, values, joined: 'case_defendant' }, async (engine, question) => {
    if (!engine.isColumnar) {
      const asked = { db: engine.db, scope, values, least }
      const count = await countPeople(asked)
      return { count, ids: await idsOfPeople(asked, count, slice) }
    }
    const column = defendantOrderColumn(slice.ordering)
    if ((column === 'name' || column === 'entry_date') && isEverybody({ db: engines.db, scope, values, least }))
      return pageOfAll(engine.db, engines.db, scope, slice)
    return column === 'name'
      ? pageByName(engine, { db: engines.db, scope, values, least }, question, slice)
      : pageOfCopy(engine, question, column, { ...slice, least })
  })

/** Without filters: counted without reading cases, and the page is read along an index. */
async function pageOfAll(copy: Kysely<DB>, db: Kysely<DB>, scope: Scope, slice: Slice): Promise<PageOfPeople> {
  const { count } = await copy
    .selectFrom('case_defendant')
    .select(({ fn }) => fn.count<number>('defendant_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return { count, ids: await idsOfPeople({ db, scope, values: {}, least: 1 }, count, slice) }
}

/** People are selected by one of their cases, and ordered by all cases that the asker sees. */
async function pageOfCopy(
  engine: CaseEngine,
  question: Question<DefendantValues>,
  column: Exclude<DefendantOrderColumn, 'name'>,
  { ordering, limit, offset, least }: Slice & { least: number },
): Promise<PageOfPeople> {
  const { scope, values, among } = question
  const isChosen = among !== undefined || Object.keys(values).length > 0 || least > 1
  const chosen = isChosen ? sql`case_defendant.defendant_id in (${peopleFound(engine, question, least)})` : sql`true`
  const appeared = appearancesOn(engine, { scope, values: {} }).where(sql<boolean>`${chosen}`)
  // Two rows of one person in a case count once. Without a limit of regions the stored count can be used.
  const whole =
    column === 'found_count'
      ? sql`select defendant_id as id, found_count as key from (${countedCases(engine, question, least)}) as counted`
      : column === 'entry_date'
        ? sql`select id, max(entry_date) as key
            from (${appeared.select(['case_defendant.defendant_id as id', 'court_case.entry_date'])}) as seen group by id`
        : sql`select id, count(distinct case_id) as key from (${
            isUnlimited(scope, {})
              ? sql`select defendant_id as id, case_id from case_defendant where defendant_id is not null and ${chosen}`
              : appeared.select(['case_defendant.defendant_id as id', 'case_defendant.case_id'])
          }) as seen group by id`
  const direction = sql.raw(isDescending(ordering) ? 'desc' : 'asc')
  const order = sql`key ${direction} nulls last, id ${direction}`
  const { rows } = await sql<{ count: number; id: number | null }>`
    with whole as materialized (${whole}),
      page as (
        select id, key from whole order by ${order} ${limit === undefined ? sql`` : sql`limit ${limit}`} offset ${offset}
      )
    select total.count, page.id from (select count(*) as count from whole) as total left join page on true
    order by ${order}`.execute(engine.db)
  return { count: rows[0]?.count ?? 0, ids: rows.flatMap(({ id }) => id ?? []) }
}

/** Up to this many people are looked up by id; beyond that, enough of them are met along the index of names. */
const fewToCarry = 100_000

async function pageByName(
  engine: CaseEngine,
  asked: Asked,
  question: Question<DefendantValues>,
  slice: Slice,
): Promise<PageOfPeople> {
  const { count, ids } = await numbersFound(engine, question, { most: fewToCarry, least: asked.least })
  if (count === 0) return { count, ids: [] }
  if (ids === null) return { count, ids: await idsOfPeople(asked, count, slice) }
  const { ordering, limit, offset } = slice
  const direction = sql.raw(isDescending(ordering) ? 'desc' : 'asc')
  const named = await sql<{ id: number }>`
    select id from defendant where id = any(${`{${ids}}`}::integer[])
    order by name_normal ${direction}, name ${direction}, id ${direction}
    ${limit === undefined ? sql`` : sql`limit ${limit}`} offset ${offset}`.execute(asked.db)
  return { count, ids: named.rows.map(({ id }) => id) }
}
