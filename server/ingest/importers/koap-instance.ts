import { instanceOfTitle } from '../courts.ts'

/**
 * The instance of a КоАП case, from its number, its court and its result (domain §1). Each says what it can; when they
 * contradict each other, or none says anything, there is no answer.
 */
type Instance = 1 | 2
export type KoapInstance = { stage: Instance } | { reason: string }

/** First digits of a number. Courts adorn them: `5п-`, `5|1|-`, `5[2]-`, `B5-`, `05-`, `02/5-`. */
const byNumber: ReadonlyMap<number, Instance> = new Map([
  [5, 1],
  [12, 2],
  [16, 2],
  [21, 2],
])
/** Numbers that are reviews in regional courts; district courts use some of them as they please. */
const regionalNumbers: ReadonlySet<number> = new Set([7, 30, 71, 77])

/** How results begin that only one instance gives. */
const byResult: readonly (readonly [RegExp, Instance])[] = [
  [
    /^вынесено (?:постановление о (?:назначении|прекращении)|определение о (?:возвращении протокола|передаче дела))/iu,
    1,
  ],
  [/^(?:оставлен[оы] без изменения|изменено|отменено|постановление (?:отменено|изменено))/iu, 2],
  [/^(?:производство по жалобе|жалоба|вынесено решение по существу)/iu, 2],
  [/^возвращено без рассмотрения в связи с пропуском срока обжалования/iu, 2],
]

export function koapInstance(number: string, court: string, result: string | undefined): KoapInstance {
  const digits = Number(/\d+/.exec(number.split(/[-/]/)[0] ?? '')?.[0] ?? Number.NaN)
  // A district court says nothing: it hears cases in both instances.
  const courtSays: Instance | undefined = instanceOfTitle(court) === 2 ? 2 : undefined
  const numberSays = byNumber.get(digits) ?? (courtSays && regionalNumbers.has(digits) ? 2 : undefined)
  const resultSays = result === undefined ? undefined : byResult.find(([opening]) => opening.test(result))?.[1]
  const said = new Set([numberSays, courtSays, resultSays].filter(stage => stage !== undefined))
  const [stage] = said
  if (stage === undefined) return { reason: `number: по номеру «${number}» не видно, какая это инстанция` }
  return said.size === 1
    ? { stage }
    : { reason: `number: номер «${number}», суд и результат говорят о разных инстанциях` }
}
