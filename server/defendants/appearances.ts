import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { defendantFields } from '#shared/filters/case-fields.ts'
import type { Values } from '#shared/filters/field.ts'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'
import { postgresql } from '../cases/engine/postgresql.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'

/**
 * People stand on cases: an appearance is one of a named person on one case the asker may see. All that is said of people
 * starts here, from the base query. A hidden name is nobody's appearance.
 */
export type DefendantValues = Values<typeof defendantFields>

/** Appearances on which every filter holds at once: the same case, the same person. */
export const appearances = (db: Kysely<DB>, scope: Scope, values: DefendantValues) =>
  appearancesOn(postgresql(db), { scope, values })

export const appearancesOn = (engine: CaseEngine, question: Question<DefendantValues>) =>
  engine
    .cases(question, 'case_defendant', 'row')
    .innerJoin('case_defendant', 'case_defendant.case_id', 'court_case.id')
    .where('case_defendant.defendant_id', 'is not', null)
    .$if(question.values.codex_articles !== undefined, query =>
      // An article of the case counts where it is told of this person. The copy has them as text.
      query.where(
        sql<SqlBool>`string_to_array(rtrim(ltrim(case_defendant.article_ids::text, '{'), '}'), ',')
          && ${question.values.codex_articles ?? []}::text[]`,
      ),
    )
    .$if(unlikeGenders(question.values).length > 0, query =>
      // A gender is the person's: told by one case, it holds for those that do not tell it.
      query.where(({ not, exists }: ExpressionBuilder<DB, keyof DB>) =>
        not(
          exists(
            sql`(select 1 from ${engine
              .cases({ scope: question.scope, values: {} })
              .innerJoin('case_defendant as other', 'other.case_id', 'court_case.id')
              .where(sql<SqlBool>`other.gender = any(${unlikeGenders(question.values)})`)
              .select('other.defendant_id')
              .as('other')} where other.defendant_id = case_defendant.defendant_id)`,
          ),
        ),
      ),
    )

/** Genders that none of a person's cases may tell. */
const unlikeGenders = ({ defendant_gender: only, defendant_gender_not: not }: DefendantValues): string[] => [
  ...(only === 'na' ? ['m', 'f'] : []),
  ...(not === 'm' || not === 'f' ? [not] : []),
]

/** Numbers of the people of these appearances. */
export const peopleFound = (engine: CaseEngine, question: Question<DefendantValues>) =>
  appearancesOn(engine, question).select('case_defendant.defendant_id').distinct()

/** Everybody, everywhere: what is asked by nothing and limited by nothing needs no look at the cases. */
export const isUnlimited = (scope: Scope, values: DefendantValues): boolean =>
  scope.regions === 'all' && Object.keys(values).length === 0
