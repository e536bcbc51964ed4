import { questionMark } from '#shared/domain/outcomes.ts'
import { counted, plural } from '#shared/domain/wording.ts'

/** How it is said that a penalty has perhaps been annulled: the same words wherever the penalty is shown. */
const space = '\u00a0'
export const questionTitle = `Похоже, это решение отменено: связь с${space}делом вышестоящего суда не${space}подтверждена`

type Review = { case_number: string; court: string }
/** «Под вопросом: похоже, это решение отменено — дело № 7-12/2026, Вымышленский краевой суд. Связь не подтверждена.» */
export const questionSentence = (reviews: readonly Review[]): string => {
  const which = reviews.map(({ case_number, court }) => `№${space}${case_number}, ${court}`).join('; ')
  const where = which === '' ? '' : ` — ${reviews.length > 1 ? 'дела' : 'дело'} ${which}`
  return `Под${space}вопросом: похоже, это решение отменено${where}. Связь не${space}подтверждена, по${space}данным сайтов судов.`
}

/** «12 дел под вопросом: решение, возможно, отменено» */
export const questionCount = (count: number): string =>
  `${counted(count, ['дело', 'дела', 'дел'])} ${questionMark}: ${plural(count, ['решение', 'решения', 'решения'])}, возможно, ${plural(count, ['отменено', 'отменены', 'отменены'])}`
