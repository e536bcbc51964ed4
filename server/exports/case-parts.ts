import { type Kysely, type SqlBool, sql } from 'kysely'
import { articleName, byArticleNumber, codexTitle } from '#shared/domain/codex.ts'
import { reviewMark } from '#shared/domain/outcomes.ts'
import { otherPerson, type WordedPenalty } from '#shared/domain/penalty-wording.ts'
import { isAnnulled, isChanged } from '../cases/annulled.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { bodiesOf } from '../texts/stored-texts.ts'

/** Data of cases from other tables, for a batch of cases: one query for each part that is needed. */
export type Penalty = WordedPenalty & { person: string | null }
type Defendant = { name: string; gender: string }
type ByCase<T> = ReadonlyMap<number, readonly T[]>
export type CaseParts = {
  articles: ByCase<string>
  penalties: ByCase<Penalty>
  /** What a review did to the decision, in a word. */
  reviewMarks: ReadonlyMap<number, string>
  defendants: ByCase<Defendant>
  tags: ByCase<{ value: string }>
  texts: ReadonlyMap<number, string>
  favourites: ReadonlySet<number>
}
export type CasePart = keyof CaseParts

export async function readCaseParts(
  db: Kysely<DB>,
  ids: readonly number[],
  wanted: ReadonlySet<CasePart>,
  scope: Scope,
): Promise<CaseParts> {
  const parts: CaseParts = { ...empty }
  if (wanted.has('articles')) parts.articles = await articles(db, ids)
  if (wanted.has('penalties'))
    parts.penalties = byCase(
      await db
        .selectFrom('case_penalty as penalty')
        .leftJoin('case_defendant as person', join =>
          join
            .onRef('person.case_id', '=', 'penalty.case_id')
            .onRef('person.ordinal', '=', 'penalty.defendant_ordinal'),
        )
        .where(of('penalty.case_id', ids))
        .select(['penalty.case_id', 'type', 'value', 'penalty.hidden', 'by_text', 'additional', 'suspended'])
        .select(['probation_months', 'percent', 'multiple', 'state', 'certainty'])
        .select(sql<string | null>`case when penalty.of_other then ${otherPerson} else person.name end`.as('person'))
        .orderBy('penalty.case_id')
        .orderBy('penalty.ordinal')
        .execute(),
    )
  if (wanted.has('reviewMarks'))
    parts.reviewMarks = new Map(
      (
        await db
          .selectFrom('court_case')
          .where(of('court_case.id', ids))
          .select(['court_case.id', 'court_case.stage', 'court_case.in_question'])
          .select([isAnnulled(scope).as('annulled'), isChanged(scope).as('changed')])
          .execute()
      ).flatMap(row => {
        const mark = reviewMark({ ...row, annulled: row.annulled === true, changed: row.changed === true })
        return mark === undefined ? [] : [[row.id, mark] as const]
      }),
    )
  if (wanted.has('defendants'))
    parts.defendants = byCase(
      await db
        .selectFrom('case_defendant')
        .where(of('case_defendant.case_id', ids))
        .select(['case_id', 'name', 'gender'])
        .orderBy('case_id')
        .orderBy('ordinal')
        .execute(),
    )
  if (wanted.has('tags'))
    parts.tags = byCase(
      await db
        .selectFrom('case_tag')
        .innerJoin('tag', 'tag.id', 'case_tag.tag_id')
        .where(of('case_tag.case_id', ids))
        .select(['case_id', 'value'])
        .orderBy('value')
        .execute(),
    )
  if (wanted.has('texts')) parts.texts = await bodiesOf(db, ids)
  if (wanted.has('favourites')) {
    const own = db.selectFrom('favourite').where('account_id', '=', scope.accountId).where(of('case_id', ids))
    parts.favourites = new Set((await own.select('case_id').execute()).map(({ case_id }) => case_id))
  }
  return parts
}

const empty: CaseParts = {
  articles: new Map(),
  penalties: new Map(),
  reviewMarks: new Map(),
  defendants: new Map(),
  tags: new Map(),
  texts: new Map(),
  favourites: new Set(),
}
const of = (column: string, ids: readonly number[]) => sql<SqlBool>`${sql.ref(column)} = any(${ids}::integer[])`

/** «20.2 ч. 5 КоАП», in the order of the codex. */
async function articles(db: Kysely<DB>, ids: readonly number[]): Promise<ByCase<string>> {
  const rows = await db
    .selectFrom('case_article')
    .where(of('case_article.case_id', ids))
    .innerJoin('article', 'article.id', 'case_article.article_id')
    .select(['case_id', 'codex', 'article_number', 'part'])
    .execute()
  return new Map(
    [...byCase(rows)].map(([id, found]) => [
      id,
      (found.length > 1 ? found.toSorted(byArticleNumber) : found).map(
        article => `${articleName(article).replace('\u00a0', ' ')} ${codexTitle(article.codex)}`,
      ),
    ]),
  )
}

const byCase = <Row extends { case_id: number }>(rows: readonly Row[]): ByCase<Row> =>
  Map.groupBy(rows, ({ case_id }) => case_id)
