import { type Kysely, type SqlBool, sql } from 'kysely'
import type { unplaced } from '#shared/api/comparables.ts'
import { articleName, type Codex } from '#shared/domain/codex.ts'
import { type OutcomeKind, outcomeKind } from '#shared/domain/outcome-kinds.ts'
import { notPunishing } from '#shared/domain/outcomes.ts'
import { hasChanged, isAnnulled, isChanged } from '../cases/annulled.ts'
import { noCase, selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'

/**
 * Certain facts about each accused of a decided case: their article, outcome and penalty after review. People with
 * several articles, an outcome that is not certainly theirs, or a contradictory decision are left out: any comparison
 * would be false.
 */
type Penalty = { type: string; value: number | null; suspended: boolean }
export type OwnOutcome = {
  person: string
  article: { id: number; name: string; codex: Codex; article_number: string }
  kind: OutcomeKind
  /** After review; null when not certain. */
  penalty: Penalty | null
  whyUnplaced: (typeof unplaced)[number] | null
}
/** `people`: those of the `accused` who can be compared. */
export type OwnCase = { id: number; type: 1 | 2; region: number; year: number; accused: number; people: OwnOutcome[] }

/** Undefined when there is no first-instance decision to compare. @throws HttpError 404 */
export async function readOwnCase(db: Kysely<DB>, scope: Scope, id: number): Promise<OwnCase | undefined> {
  const found = await selectCases(db, scope, {})
    .where('court_case.id', '=', id)
    .leftJoin('result_type', 'result_type.id', 'court_case.result_type_id')
    .select(['court_case.type', 'court_case.stage', 'court_case.region', 'court_case.result_date', 'in_question'])
    .select(['result_type.title as result', isAnnulled(scope).as('annulled'), isChanged(scope).as('changed')])
    .executeTakeFirstOrThrow(noCase)
  if (found.stage !== 1 || found.result_date === null || found.result === null) return undefined
  const [accused, articles, penalties, isReleased, isUnknown, reviewed] = await Promise.all([
    db
      .selectFrom('case_defendant')
      .where('case_id', '=', id)
      .select(['ordinal', 'defendant_id', 'name', 'article_ids', 'own_result'])
      .orderBy('ordinal')
      .execute(),
    db
      .selectFrom('case_article')
      .innerJoin('article', 'article.id', 'case_article.article_id')
      .where('case_id', '=', id)
      .select(['article.id', 'article.codex', 'article.article_number', 'article.part'])
      .execute(),
    penaltiesOf(db, id),
    hasReleased(db, id),
    hasUnknownRoles(db, id),
    found.changed ? changedPenalties(db, scope, id) : [],
  ])
  // Convicted but released from the penalty: neither punished nor acquitted.
  if (isReleased) return undefined
  const isSole = accused.length === 1 && !isUnknown

  const people = accused.flatMap((one): OwnOutcome[] => {
    const own = articles.filter(
      article => one.article_ids.includes(article.id) || (one.article_ids.length === 0 && isSole),
    )
    const [article] = own
    const result = one.own_result ?? (isSole ? found.result : null)
    if (article === undefined || own.length > 1 || result === null) return []
    const theirs = penalties.filter(({ defendant_ordinal: of }) => of === one.ordinal)
    const isAnybodys = penalties.some(({ defendant_ordinal: of, of_other }) => of === null && !of_other)
    const kind = outcomeKind(result)
    const base = { person: one.name, article: { ...article, name: articleName(article) }, kind, whyUnplaced: null }
    if (kind === 'terminated' || kind === 'returned')
      return theirs.length > 0 || isAnybodys ? [] : [{ ...base, penalty: null }]
    if (kind !== 'penalty') return []
    const imposed = isAnybodys ? null : soleOf(theirs)
    const standing = reviewed.filter(({ defendant_id: of }) => isSole || (of !== null && of === one.defendant_id))
    if (found.annulled) return [{ ...base, penalty: imposed, whyUnplaced: 'annulled' }]
    if (found.in_question) return [{ ...base, penalty: imposed, whyUnplaced: 'in_question' }]
    if (!found.changed) return [{ ...base, penalty: imposed, whyUnplaced: imposed ? null : 'unsure' }]
    const penalty = soleOf(standing)
    return [{ ...base, penalty: penalty ?? imposed, whyUnplaced: penalty ? null : 'changed' }]
  })
  return {
    id,
    type: found.type === 2 ? 2 : 1,
    region: found.region,
    year: Number(found.result_date.slice(0, 4)),
    accused: accused.length,
    people,
  }
}

type Told = Penalty & { is_certain: boolean; additional: boolean }
const punishes = ({ type }: Told): boolean => !notPunishing.some(other => other === type)

/** The single main penalty when no other is uncertain; null when there are several, none, or an uncertain one. */
function soleOf(told: readonly Told[]): Penalty | null {
  const main = told.filter(({ additional }) => !additional)
  const [one] = main
  if (one === undefined || main.length > 1 || !one.is_certain || !punishes(one)) return null
  return { type: one.type, value: one.value, suspended: one.suspended }
}

const columns = ['type', 'value', 'suspended', 'is_certain', 'additional'] as const
const penaltiesOf = (db: Kysely<DB>, id: number) =>
  db
    .selectFrom('case_penalty')
    .where('case_id', '=', id)
    .select([...columns, 'defendant_ordinal', 'of_other'])
    .execute()

const hasReleased = async (db: Kysely<DB>, id: number): Promise<boolean> => {
  const told = db.selectFrom('case_told_penalty').where('case_id', '=', id).where('state', '=', 'released')
  return (await told.select('ordinal').limit(1).execute()).length > 0
}

const hasUnknownRoles = async (db: Kysely<DB>, id: number): Promise<boolean> => {
  const found = await db
    .selectFrom('case_participant')
    .where('case_id', '=', id)
    .where('role', '=', 'unknown')
    .where(sql<SqlBool>`articles is distinct from 'none'`)
    .select('ordinal')
    .limit(1)
    .execute()
  return found.length > 0
}

/** From the one linked review that changed the decision; with several reviews it is unknown which one holds. */
async function changedPenalties(db: Kysely<DB>, scope: Scope, id: number) {
  const reviews = await selectCases(db, scope, {})
    .innerJoin('case_link', 'case_link.other_id', 'court_case.id')
    .leftJoin('result_type as reviewed', 'reviewed.id', 'court_case.result_type_id')
    .where('case_link.case_id', '=', id)
    .where('court_case.stage', '=', 2)
    .where(hasChanged('court_case.id'))
    .select('court_case.id')
    .distinct()
    .execute()
  const [review, ...others] = reviews
  if (review === undefined || others.length > 0) return []
  return db
    .selectFrom('case_penalty')
    .leftJoin('case_defendant', join =>
      join
        .onRef('case_defendant.case_id', '=', 'case_penalty.case_id')
        .onRef('case_defendant.ordinal', '=', 'case_penalty.defendant_ordinal'),
    )
    .where('case_penalty.case_id', '=', review.id)
    .where('case_penalty.of_other', '=', false)
    .select('case_defendant.defendant_id')
    .select(columns.map(column => `case_penalty.${column}` as const))
    .execute()
}
