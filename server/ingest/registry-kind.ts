import type { CaseType, Codex, Stage } from '#shared/domain/codex.ts'
import { type CourtLevel, courtLevel, isReviewing } from '#shared/domain/court-kinds.ts'
import { type NumberMeaning, numberMeaning, type Procedure } from '#shared/domain/number-index.ts'
import { memoized } from './memoize.ts'
import type { Charge } from './read-articles.ts'

/** Codex and instance of a registry row, by its number, court, articles and result (domain §1). Contradictory or missing data give no answer. */
export type RegistryKind = { type: CaseType; stage: Stage } | { reason: string; procedure?: Procedure }
type RegistryRow = {
  number: string
  court: string
  result: string | undefined
  articles: readonly Pick<Charge, 'codex' | 'article_number'>[]
}

const stageByResults: readonly (readonly [RegExp, Stage])[] = [
  [
    /^вынесено (?:постановление о (?:назначении|прекращении)|определение о (?:возвращении протокола|передаче дела))/iu,
    1,
  ],
  [/^(?:вынесен приговор|применены принудительные меры|уголовное дело прекращено)/iu, 1],
  [/^(?:оставлен[оы]? без изменения|изменен[оы]?|отменен[оы]?|(?:приговор|постановление) (?:отменен|изменен)о?)/iu, 2],
  [/^(?:(?:обвинительный|оправдательный) приговор|производство по жалобе|жалоба|вынесено решение по существу)/iu, 2],
  [/^(?:возвращено без рассмотрения в связи с пропуском срока обжалования|представление \(жалоба\))/iu, 2],
  [/^(?:апелляционное производство|снято с апелляционного)/iu, 2],
]
/** Beginnings of results that occur in one codex only. A КоАП case may end because уголовное дело was opened. */
const codexByResult: readonly (readonly [RegExp, Codex])[] = [
  [
    /^(?:вынесен приговор|(?:обвинительный |оправдательный )?приговор|(?:постановление о прекращении )?уголовно(?:е дело|го дела)|применены принудительные меры медицинского)/iu,
    'uk',
  ],
  [/^вынесено постановление о назначении административного наказания/iu, 'koap'],
]

/** КоАП: chapters 5 to 21; charges under УК begin with 105. */
export function codexOfNumber(article_number: string): Codex | undefined {
  const first = Number.parseInt(article_number, 10)
  if (first >= 105 || !article_number.includes('.')) return 'uk'
  return first >= 5 && first <= 21 ? 'koap' : undefined
}

const levelOf = memoized(10_000, title => ({ level: courtLevel(title) }))

export function registryKind({ number, court, result, articles }: RegistryRow): RegistryKind {
  const { level } = levelOf(court)
  const meaning = numberMeaning(number, level)
  const codices = new Set<Procedure>()
  if (meaning !== undefined && !meaning.isLoose) codices.add(meaning.procedure)
  for (const { codex, article_number } of articles) {
    const byNumber = codex === 'upk' ? 'uk' : codexOfNumber(article_number)
    if (byNumber !== undefined) codices.add(byNumber)
    if (codex !== undefined && codex !== 'upk') codices.add(codex)
  }
  const byResult = saidIn(codexByResult, result)
  if (byResult !== undefined) codices.add(byResult)
  const [procedure] = codices
  if (procedure === undefined) return { reason: `number: по номеру «${number}» не видно, по какому кодексу дело` }
  if (codices.size > 1) return { reason: `number: номер «${number}», статьи и результат говорят о разных кодексах` }
  if (procedure === 'civil')
    return {
      reason: `number: «${number}» — номер гражданского дела или дела по КАС, здесь только КоАП и УК`,
      procedure,
    }
  // Appeal courts register a decision on an arrest as a case (22К).
  if (meaning !== undefined && meaning.kind !== 'case' && meaning.instance === 'first')
    return { reason: `number: «${number}» — номер материала, здесь только дела`, procedure }

  const stages = new Set<Stage>()
  if (meaning !== undefined) stages.add(meaning.instance === 'first' ? 1 : 2)
  if (isReviewOnly(level, procedure, meaning)) stages.add(2)
  const stageByResult = saidIn(stageByResults, result)
  // Appeal courts pass verdicts too: for crimes the result is the last resort.
  if (stageByResult !== undefined && (procedure === 'koap' || stages.size === 0)) stages.add(stageByResult)
  const [stage] = stages
  if (stage === undefined) return { reason: `number: по номеру «${number}» не видно, какая это инстанция`, procedure }
  return stages.size === 1
    ? { type: procedure === 'koap' ? 1 : 2, stage }
    : { reason: `number: номер «${number}», суд и результат говорят о разных инстанциях`, procedure }
}

/** Regional courts only review КоАП cases, but are first instance for some crimes. District courts are both. */
const isReviewOnly = (level: CourtLevel | undefined, procedure: Codex, meaning: NumberMeaning | undefined): boolean =>
  meaning?.courts === undefined && isReviewing(level) && (procedure === 'koap' || meaning !== undefined)

const saidIn = <T>(rules: readonly (readonly [RegExp, T])[], result: string | undefined): T | undefined =>
  result === undefined ? undefined : rules.find(([words]) => words.test(result))?.[1]
