import { remembered } from './remembered.ts'

/**
 * The outcome of a case by the title of its result; the first matching rule applies. First instance and review have
 * different outcomes.
 */
type Rule<K extends string> = readonly [fits: { test(title: string): boolean }, kind: K]

export const outcomeKinds = ['penalty', 'terminated', 'returned', 'other', 'none'] as const
export type OutcomeKind = (typeof outcomeKinds)[number]

export type Patterns = { readonly says: string; readonly unless: string }
const testerOf = ({ says, unless }: Patterns): ((title: string) => boolean) => {
  const [saying, denying] = [new RegExp(says, 'iu'), new RegExp(unless, 'iu')]
  return remembered(title => saying.test(title) && !denying.test(title))
}

/** A verdict that does not say otherwise is a conviction, as nearly all are. */
export const penaltyPatterns = {
  says: 'приговор|^осужд[её]н|^наказание$|назначен(о|ие|ии|ию) (административно(е|го) )?наказани[ея]',
  unless: 'оправда|отмен|измен[её]н|оставлен|прекра[тщ]|отказ|без назначения наказания|совещательн',
} as const satisfies Patterns
export const imposesPenalty = testerOf(penaltyPatterns)

const firstInstance: readonly Rule<OutcomeKind>[] = [
  [/в архив|материалов дела судье/i, 'other'],
  [{ test: imposesPenalty }, 'penalty'],
  [
    /прекра[тщ]|^примирени|^деятельн\S+ раскаяни|судебн\S+ штраф|сроков давности|отсутстви\S+ (состава|события)/i,
    'terminated',
  ],
  [/возвра|без рассмотрения|подведомств|подсудн|передан|передач|направлен/i, 'returned'],
]
export const outcomeKind = remembered((title): OutcomeKind => kindIn(firstInstance, title, 'other'))
export const endsOnMerits = (title: string | null): boolean =>
  title !== null && (['penalty', 'terminated'].includes(outcomeKind(title)) || /оправда/iu.test(title))

const refusing = 'отказ\\S*( .*)? (в|об) отмен|(^| )(в|об) отмен\\S*( .*)? (отказ|без удовлетворени)'
/** A measure of restraint, not the decision. */
const ofMeasure = [
  '^((?!отмен|измен).)*(отмен|измен)[^ ,]* мер\\S* (пресечени|обеспечени)',
  '^мер\\S* (пресечени|обеспечени)\\S* (отмен|измен)\\S*$',
].join('|')
/** Part of the decision stands (decision 0065). */
const partly = [
  'отмен[^,;.]* (частично|в части)',
  '(^| )(частичн\\S*|в части [^,;.]*) отмен',
  '^((?!отмен|без измен|мер[аы] ).)*измен(ен|ён|ить).*отмен',
  '^([^,;.]*(жалоб|представлени|протест)[^,;.]* )?(удовлетвор\\S+ (частично|в части)|частично удовлетвор)',
].join('|')

const review = [
  [/без отмены постановления/i, 'other'],
  [new RegExp(refusing, 'iu'), 'upheld'],
  [new RegExp(ofMeasure, 'iu'), 'other'],
  [new RegExp(partly, 'iu'), 'changed'],
  [/отмен.*(возвра|верну|нов\S+ (\S+ )?(рассмотр|разбират))/i, 'retrial'],
  [/отмен.*прекра[тщ]/i, 'annulled_ended'],
  [/отмен|^удовлетворено$/i, 'annulled'],
  [/производство по делу прекращ|прекращении производства по делу/i, 'annulled_ended'],
  [/без изменени|без удовлетворени|отказано в удовлетворении/i, 'upheld'],
  [/измен/i, 'changed'],
  [/без рассмотрения|возвра|пропуск|подведомств|подсудн/i, 'returned'],
  [/прекра[тщ]|отозван|снято/i, 'ended'],
] as const satisfies readonly Rule<string>[]
export type ReviewKind = (typeof review)[number][1]
export const reviewKind = remembered((title): ReviewKind => kindIn(review, title, 'other'))

/** Nothing of the decision stands: quashed, ended with its case, or a complaint granted in full. */
export const annullingPatterns = {
  says: 'отмен|производство по делу прекращ|прекращении производства по делу|^удовлетворено$',
  unless: `без отмены постановления|${refusing}|${ofMeasure}|${partly}`,
} as const satisfies Patterns
export const isAnnulling = testerOf(annullingPatterns)

/** The decision stands, but changed. */
export const changingPatterns = {
  says: `измен|${partly}`,
  unless: `без измен|не измен|без удовлетворени|отказано в удовлетворении|${refusing}|${ofMeasure}|^(?!.*(${partly})).*отмен`,
} as const satisfies Patterns
export const isChanging = testerOf(changingPatterns)
export const isAnnullingInPart = (title: string): boolean => isChanging(title) && /отмен/iu.test(title)

const kindIn = <K extends string>(rules: readonly Rule<K>[], title: string, otherwise: K): K =>
  rules.find(([fits]) => fits.test(title))?.[1] ?? otherwise
