/**
 * How a case ended, in the few kinds that statistics tell apart, read from the title a court's site gives the result. The
 * first rule that fits; the first instance and the review of its decisions end differently.
 */
type Rule<K extends string> = readonly [fits: RegExp, kind: K]

export const outcomeKinds = ['penalty', 'terminated', 'returned', 'other', 'none'] as const
/** `none`: there is no result yet, or the site does not say it. */
export type OutcomeKind = (typeof outcomeKinds)[number]

/** Patterns here are understood by PostgreSQL as well. */
export const penaltyPattern = 'назначении административного наказания|приговор'
const firstInstance: readonly Rule<OutcomeKind>[] = [
  [new RegExp(penaltyPattern, 'i'), 'penalty'],
  [/прекра[тщ]/i, 'terminated'],
  [/возвра|без рассмотрения|подведомств|подсудн|передан|передач|направлен/i, 'returned'],
]
export const outcomeKind = (title: string): OutcomeKind => kindIn(firstInstance, title, 'other')

const reviewKinds = [
  'upheld',
  'changed',
  'retrial',
  'annulled_ended',
  'annulled',
  'returned',
  'ended',
  'other',
] as const
export type ReviewKind = (typeof reviewKinds)[number]

const review: readonly Rule<ReviewKind>[] = [
  [/отмен.*(возвра|верну|нов\S+ рассмотр)/i, 'retrial'],
  [/отмен.*прекра[тщ]/i, 'annulled_ended'],
  [/отмен/i, 'annulled'],
  [/без изменени|без удовлетворени|отказано в удовлетворении/i, 'upheld'],
  [/измен/i, 'changed'],
  [/без рассмотрения|возвра|пропуск|подведомств|подсудн/i, 'returned'],
  [/прекра[тщ]|отозван|снято/i, 'ended'],
]
export const reviewKind = (title: string): ReviewKind => kindIn(review, title, 'other')

/** A review that leaves nothing of the decision: quashed, ended together with its case, or complained of with full success. */
export const annullingPatterns = {
  says: 'отмен|производство по делу прекращ|^удовлетворено$',
  unless: 'без отмены постановления',
} as const
const [annulling, leaving] = [new RegExp(annullingPatterns.says, 'iu'), new RegExp(annullingPatterns.unless, 'iu')]
export const isAnnulling = (title: string): boolean => annulling.test(title) && !leaving.test(title)

const kindIn = <K extends string>(rules: readonly Rule<K>[], title: string, otherwise: K): K =>
  rules.find(([fits]) => fits.test(title))?.[1] ?? otherwise
