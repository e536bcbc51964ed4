import { type Kysely, type RawBuilder, sql } from 'kysely'
import { courtLevel } from '#shared/domain/court-kinds.ts'
import type { CaseFacts } from '#shared/domain/deadlines/case-facts.ts'
import { inForceByCard } from '#shared/domain/in-force.ts'
import { certainEnough } from '#shared/domain/outcomes.ts'
import { selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import { arrayLiteral } from '../db/bulk-parameters.ts'
import { countPossiblyAccused } from '../db/possibly-accused.ts'
import type { DB } from '../db/schema.ts'
import { ownDaysOf } from './own-days.ts'
import { readCustody } from './read-custody.ts'

/** The facts that deadlines of visible cases are calculated from: one query a table, for any number of cases. */
export type KnownCase = {
  id: number
  case_number: string
  court: string
  time_zone: string
  entry_date: string | null
  accused: { ordinal: number; name: string; hidden: boolean }[]
  facts: CaseFacts
  lost: number
  /** Linked cases of first instance that the account may see. */
  first: number[]
}
export type Owner = Scope & { accountId: number }

export const isCase = (id: number): RawBuilder<boolean> => sql<boolean>`court_case.id = ${id}`
/** `chosen`: a condition of `court_case`. */
export async function readCaseFacts(db: Kysely<DB>, scope: Owner, chosen: RawBuilder<boolean>): Promise<KnownCase[]> {
  const cases = await readCases(db, scope, chosen)
  if (cases.length === 0) return []
  const ids = idsOf(cases)
  const [linked, people] = await Promise.all([readLinked(db, scope, ids), readPeople(db, ids)])
  const [articles, penalties, served, own, custody] = await Promise.all([
    readArticles(db, ids),
    readPenalties(db, ids),
    readServed(db, idsOf(cases.filter(one => asksWhenServed(one, people.get(one.id) ?? [])))),
    ownDaysOf(db, scope.accountId, ids),
    readCustody(db, { ids, criminal: idsOf(cases.filter(({ type }) => type === 2)), linked }),
  ])
  return cases.map(({ id, type, stage, case_number, court, time_zone, entry_date, ...told }) => {
    const accused = people.get(id) ?? []
    const days = own.get(id) ?? []
    const others = linked.get(id) ?? []
    const found = days.filter(({ person }) => person === null || accused.some(one => one.ordinal === person))
    return {
      id,
      case_number,
      court,
      time_zone,
      entry_date,
      accused: accused.map(({ ordinal, name, hidden }) => ({ ordinal, name, hidden })),
      lost: days.length - found.length,
      first: others.flatMap(other => (other.stage === 1 ? other.id : [])),
      facts: {
        ...told,
        type: type === 1 ? 1 : 2,
        stage: stage === 1 ? 1 : 2,
        caseNumber: case_number,
        courtLevel: courtLevel(court),
        articles: articles.get(id) ?? [],
        accused: accused.map(({ ordinal, decided, result }) => ({ ordinal, decided, result })),
        penalties: penalties.get(id) ?? [],
        reviews: others
          .filter(other => other.stage === 2)
          .map(({ court, ...other }) => ({ ...other, courtLevel: courtLevel(court) })),
        isFirstKnown: others.some(other => other.stage === 1),
        firsts: others
          .filter(other => other.stage === 1)
          .map(({ result, result_date }) => ({ result, decided: result_date })),
        custody: custody.get(id) ?? [],
        served: served.get(id)?.[0]?.first ?? null,
        lastServed: served.get(id)?.[0]?.last ?? null,
        own: found,
      },
    }
  })
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)
const byCase = <Row extends { case_id: number }>(rows: readonly Row[]): Map<number, Row[]> =>
  Map.groupBy(rows, ({ case_id }) => case_id)
const among = (column: string, ids: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${arrayLiteral(ids)}::integer[])`

const readCases = (db: Kysely<DB>, scope: Scope, chosen: RawBuilder<boolean>) =>
  selectCases(db, scope, {})
    .where(chosen)
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .leftJoin('result_type', 'result_type.id', 'court_case.result_type_id')
    .select([
      'court_case.id',
      'court_case.type',
      'court_case.stage',
      'court_case.case_number',
      'court.title as court',
      'court.time_zone',
      'court_case.entry_date',
      'court_case.result_date as decided',
      'result_type.title as result',
      'court_case.result_valid_date as inForce',
      'court_case.appeal_date as appealed',
      'court_case.appeal_result as appealResult',
      'court_case.in_question as isInQuestion',
    ])
    .select([
      sql<boolean>`court.kind = 'magistrate'`.as('isByMagistrate'),
      // In other cases nobody is called punished.
      sql<number>`case when court_case.type = 1 and court_case.stage = 1 then ${countPossiblyAccused('court_case.id')} else 0 end`.as(
        'rolesUnknown',
      ),
    ])
    .execute()

const readArticles = async (db: Kysely<DB>, ids: readonly number[]) =>
  byCase(
    await db
      .selectFrom('case_article')
      .innerJoin('article', 'article.id', 'case_article.article_id')
      // With a list of a thousand values PostgreSQL scans the whole index of articles: 190 ms instead of 6.
      .where(sql<boolean>`case_article.case_id in (select unnest(${arrayLiteral(ids)}::integer[]))`)
      .select(['case_article.case_id', 'article.article_number', 'article.part'])
      .orderBy('article.id')
      .execute(),
  )

const readPeople = async (db: Kysely<DB>, ids: readonly number[]) =>
  byCase(
    await db
      .selectFrom('case_defendant')
      .where(among('case_defendant.case_id', ids))
      .select(['case_id', 'ordinal', 'name', 'hidden', 'own_result as result', 'own_result_date as decided'])
      .orderBy('ordinal')
      .execute(),
  )

const readPenalties = async (db: Kysely<DB>, ids: readonly number[]) =>
  byCase(
    await db
      .selectFrom('case_imposed_penalty')
      .where(among('case_imposed_penalty.case_id', ids))
      .select(['case_id', 'type', 'defendant_ordinal as person', 'of_other as ofOther'])
      .select(sql<boolean>`certainty >= ${certainEnough}::real`.as('isCertain'))
      .execute(),
  )

/** Decisions of courts outside the account's regions are left out. */
const readLinked = async (db: Kysely<DB>, scope: Scope, ids: readonly number[]) =>
  byCase(
    await selectCases(db, scope, {})
      .innerJoin('case_link', 'case_link.other_id', 'court_case.id')
      .innerJoin('court', 'court.id', 'court_case.court_id')
      .leftJoin('result_type', 'result_type.id', 'court_case.result_type_id')
      .where(among('case_link.case_id', ids))
      .select([
        'case_link.case_id',
        'court_case.id',
        'court_case.stage',
        'court_case.case_number',
        'court.title as court',
        'result_type.title as result',
        'court_case.result_date',
      ])
      .execute(),
  )

/** Where the date of coming into force is told for each, nothing is calculated from the movement of the case. */
const asksWhenServed = (
  { type, stage, inForce, decided }: { type: number; stage: number; inForce: string | null; decided: string | null },
  people: readonly { decided: string | null }[],
): boolean =>
  type === 1 &&
  stage === 1 &&
  [decided, ...people.map(one => one.decided)].some(day => inForceByCard(inForce, day) === null)

const readServed = async (db: Kysely<DB>, ids: readonly number[]) =>
  byCase(
    await db
      .selectFrom('case_event')
      .innerJoin('event_type', 'event_type.id', 'case_event.event_type_id')
      .where(among('case_event.case_id', ids))
      .where('event_type.title', 'like', 'Вручение копии постановления%')
      .groupBy('case_event.case_id')
      .select([
        'case_event.case_id',
        sql<string>`min(case_event.event_date)::text`.as('first'),
        sql<string>`max(case_event.event_date)::text`.as('last'),
      ])
      .execute(),
  )
