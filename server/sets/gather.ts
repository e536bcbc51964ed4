import type { z } from 'zod'
import type { gatheredRequest } from '#shared/api/sets.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { maxSetCases } from '#shared/domain/sets.ts'
import { caseForms, counted, ofCaseForms, showNumber } from '#shared/domain/wording.ts'
import { enginesAt } from '../cases/engine/at-day.ts'
import type { Engines } from '../cases/engine/engine.ts'
import { askCases } from '../cases/engine/run.ts'
import { pageOfCases } from '../cases/list-cases.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { fieldError } from '../http/errors.ts'
import { checkFilters } from '../saved/checked-filters.ts'
import { longestSearchSeconds } from '../texts/text-search.ts'

type Given = Pick<z.output<typeof gatheredRequest>, 'cases' | 'get_params'>
/** `areFound`: found by filters, not named one by one. */
export type Gathered = { ids: readonly number[]; areFound: boolean }

/** Named cases, or all cases found by filters: all or an error, never a part. @throws HttpError 400, 403 */
export async function gather(
  now: Engines,
  account: AccountRights,
  { cases = [], get_params }: Given,
): Promise<Gathered> {
  if (get_params === undefined) return { ids: [...new Set(cases)], areFound: false }
  if (cases.length > 0) throw fieldError('cases', 'Назовите дела или фильтры, а не то и другое.')
  const { values } = checkFilters(get_params, account)
  const { ids, count, isLeast } = await askCases(
    await enginesAt(now, values),
    { scope: scopeOf(account), values },
    (engine, question) => pageOfCases(engine, question, { ordering: defaultOrdering, page: 1, size: maxSetCases }),
    { seconds: longestSearchSeconds, ofWords: true },
  )
  if (count > maxSetCases)
    throw fieldError(
      'get_params',
      `Найдено ${isLeast ? 'не\u00a0менее ' : ''}${counted(count, isLeast ? ofCaseForms : caseForms)}, а в подборке не больше ${showNumber(maxSetCases)}: добавьте фильтров.`,
    )
  return { ids, areFound: true }
}
