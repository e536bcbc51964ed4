import { type Expression, type Kysely, sql } from 'kysely'
import { planned } from '../../db/planned.ts'
import type { DB } from '../../db/schema.ts'
import { HttpError } from '../../http/errors.ts'
import type { CaseEngine, Question } from './engine.ts'

/**
 * The highest planner cost of a count while the copy is away: allows counting 1.3 million cases whole, but not ten
 * million, which would starve the lists (decision 0128).
 */
const mostCost = 60_000

export const isCountableInTime = async (db: Kysely<DB>, query: Expression<unknown>): Promise<boolean> =>
  (await planned(db, query)).cost <= mostCost

const tooMany = 'Сейчас столько дел быстро не\u00a0сосчитать. Добавьте фильтров или повторите через несколько минут.'

export class Uncountable extends HttpError {
  constructor() {
    super(400, { non_field_errors: [tooMany] })
  }
}

/** Figures read whole rows and their child rows. @throws Uncountable */
export async function refuseUncountable(engine: CaseEngine, question: Question): Promise<void> {
  if (!(await isCountableInTime(engine.db, engine.cases(question).select(sql`court_case`.as('whole')))))
    throw new Uncountable()
}
