import type { FullCase } from '#shared/api/cases.ts'
import { showDate } from '#shared/domain/dates.ts'
import { isAnnulling } from '#shared/domain/outcome-kinds.ts'
import { lowerFirst } from '#shared/domain/wording.ts'
import { caseOutcome } from '../filters/titles.ts'
import type { StatusSign } from '../ui/status.tsx'

/** Where a case stands, through all its instances. Nothing follows from the calendar but that a day has come. */
type Standing = { sign: StatusSign; label: string; detail: string }
type Instance = Pick<
  FullCase,
  | 'stage'
  | 'state'
  | 'possible_hearing'
  | 'result_date'
  | 'result_type'
  | 'result_valid_date'
  | 'appeal_date'
  | 'appeal_result'
  | 'last_scheduled_hearing_date'
>

const where = (stage: 1 | 2): string => (stage === 1 ? 'в первой инстанции' : 'во второй инстанции')

export const caseStatus = (instances: readonly Instance[], today: string): Standing => {
  const planned = instances.findLast(isSurelyPlanned)
  if (planned) return { sign: 'next', label: 'Назначено', detail: where(planned.stage) }
  const latest = instances.at(-1)
  if (!latest) return { sign: 'none', label: '—', detail: '' }
  if (!isDecided(latest)) return { sign: 'open', label: 'Рассматривается', detail: waiting(latest) }
  const { result_valid_date: valid, appeal_date: appeal } = latest
  const inForce = valid && valid <= today ? showDate(valid) : ''
  if (latest.stage === 2)
    return { sign: 'past', label: 'Рассмотрено', detail: where(2) + (inForce && `, вступило в силу ${inForce}`) }
  if (inForce) return { sign: 'past', label: 'Вступило в силу', detail: inForce }
  if (appeal || latest.appeal_result)
    return { sign: 'open', label: 'Обжаловано', detail: appeal ? showDate(appeal) : '' }
  if (valid) return { sign: 'past', label: 'Решено', detail: `вступит в силу ${showDate(valid)}` }
  return { sign: 'past', label: 'Решено', detail: 'о вступлении в силу сведений нет' }
}

const isDecided = ({ result_date, result_type }: Instance): boolean => result_date !== null || result_type !== null

/** A possible hearing does not tell where the case stands. */
const isSurelyPlanned = ({ state, possible_hearing }: Instance): boolean =>
  state === 'is_planned' && possible_hearing === null

const waiting = ({ stage, state, possible_hearing, last_scheduled_hearing_date: day }: Instance): string =>
  possible_hearing
    ? `${where(stage)}, вероятно, заседание ${showDate(possible_hearing.date)}`
    : state === 'in_past' && day
      ? `${where(stage)}, заседание было ${showDate(day)}`
      : `${where(stage)}, заседание не назначено`

export const reviewOf = (instances: readonly Instance[]): { sign: StatusSign; words: string } | undefined => {
  const review = instances.length > 1 ? instances.findLast(one => one.stage === 2) : undefined
  if (!review?.result_type) return undefined
  const { sign: told, short } = caseOutcome(review.result_type.title)
  // «Отменено решение на постановление без отмены постановления» leaves the decision as it is.
  const sign = told === 'annulled' && !isAnnulling(review.result_type.title) ? 'same' : told
  return { sign, words: `${where(2)}: ${lowerFirst(short)}` }
}
