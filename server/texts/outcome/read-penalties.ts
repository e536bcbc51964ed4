import { type PenaltyType, unitOf } from '#shared/domain/outcomes.ts'
import { type Amount, amountsIn } from './amounts.ts'
import { amendingClauses, type Clause, imposingClauses, reportsEarlierDecision, startsExclusion } from './clauses.ts'
import { type ImposedPenalty, isReducing, isUnpaid, measurePenalty, newPenalty, reducing } from './measured-penalty.ts'
import { multipleOf } from './numerals.ts'
import { type PenaltyMention, penaltyMentions } from './penalty-kinds.ts'
import { blankIdleClauses } from './procedural-sentences.ts'
import { type Release, releaseBeside, releasedKinds, releaseIn } from './releases.ts'
import { addsTo, isTotal, totalAt } from './totals.ts'

/**
 * Penalties that one sentence imposes. Not what it explains («в случае неуплаты…»), offers («либо административный арест»), excludes
 * («без штрафа») or reports («которым назначен штраф»).
 */
export type Sentencing = {
  imposed: ImposedPenalty[]
  replaces: PenaltyType | 'any' | undefined
  excluded: ImposedPenalty[]
  isFinal: boolean
  reduces: boolean
  suspends: boolean
  probation: number | null
  releases: Release | undefined
  /** Of these kinds alone; empty: of all. */
  releasedKinds: ReadonlySet<PenaltyType>
}

const replacing = /(?<!\p{L}|(?<!\p{L})не )(?:замен(?:ить|ив|яя|ено)|с заменой)(?!\p{L})/u
const sanction = /предусматрива|в пределах санкции|влечет/u
const leftOut =
  /(?<!\p{L})(?:без|вместо|взамен|освободи\p{L}*|от|кроме|до|для|после)(?: \p{L}+){0,4} ?$|(?<!\p{L})(?:освободить )?от(?: \p{L}+){0,2} (?:наказани|отбывани)\p{L}(?: \p{L}+){0,4} $|(?<!\p{L})(?:вместо|взамен) \d{1,3} (?:\([^()]{1,40}\) )?(?!мес)\p{L}+ (?:\d{1,2} (?:\([^()]{1,40}\) )?мес\p{L}+ )?$/u
/** «снизив наказание до административного ареста на 5 суток», «смягчить наказание до двух лет трёх месяцев лишения свободы» */
const reducedTo = new RegExp(String.raw`(?:${reducing})[^,;]{0,80} до (?:\p{L}+ ){0,4}$`, 'u')
const alternative = /(?<!\p{L})(?:либо|или)(?!\p{L})/u
const suspends =
  /(?<!(?<!\p{L})не )(?:считать|постановить считать|признать)[^;]{0,200}условн(?:ыми?|ой|о)(?!\p{L}|-)|(?<!котор(?:ым|ой|ому) [^;,]{0,80})(?<!\p{L})условно(?!\p{L}|[- ]досрочн)|применением (?:ст\p{L}*\.? ?)73|(?<!\p{L}|(?<!\p{L})не )(?:установи|назначи|определи)(?:ть|в) (?:[^;,]{0,60} )?испытательный срок/u
const served = /самостоятельно/
/** «…считать условным с испытательным сроком 2 года, штраф исполнять самостоятельно»: the fine is, not what is suspended. */
const additionalServed =
  /[,;] ?(?:а |и )?(?:дополнительн\p{L}{2,3} )?(?:наказани\p{L} )?(?:в виде )?(?:штраф|лишени\p{L} права)[^,;]{0,120}самостоятельно/gu
const suspendsNot =
  /(?:исключ|без |отмен|(?<!\p{L})не )[^;]{0,60}(?:ст(?:ать\p{L}{1,2}|\.) ?73|условн)|условно необоснован/u

/** «Отменить условное осуждение и исполнить наказание», «освободить условно-досрочно»: another verdict has imposed it, unless this sentence imposes one anew. */
const revokes =
  /(?<!\p{L}|(?<!\p{L})не )освободить(?!\p{L})[^;]{0,120}условно-досрочно|условно-досрочно[^;]{0,120}(?<!\p{L}|(?<!\p{L})не )освободить(?!\p{L})|(?<!\p{L}|(?<!\p{L})не )отмен(?:ить|ив)(?!\p{L})[^;]{0,160}(?:условн\p{L}+ осуждени|условно-досрочн|отсрочк)|(?:условн\p{L}+ осуждени|условно-досрочн|отсрочк)[^;]{0,200}(?<!\p{L}|(?<!\p{L})не )отмен(?:ить|ив)(?!\p{L})/u
const imposesAnew =
  /(?<!\p{L})(?:(?:назнач|определ|осуд|смягч|сниз|замен)(?:ить|ив)|назначая|осудить|присоединить|приговорить|считать)(?!\p{L})|окончательн/u

/** «исключить указание о зачёте в срок ограничения свободы», «…на судимость по приговору к штрафу»: no penalty is taken off. */
const isOnlyMentioned =
  /судимост|вводн|отягчающ|смягча|снижени|(?<!\p{L})ранее(?!\p{L})|погашен|санкци|возможност|рецидив|(?<!(?<!\p{L})из )осуждени|зачет|отбы|исполн|уплат|взыскани|(?<!\p{L})срок|самостоятельн|неназначени|(?<!\p{L})не (?:назнач|примен)|освобожд|замен|отсроч|условн|режим|(?<!\p{L})учет|числ|рамках|запрет|обязанност|(?<!\p{L})направ|^(?!.*резолютивн).*мотивировочн|(?<!(?:из|част\p{L}{1,2}) )приговор(?!.*(?:назначени|дополнительн))/su
/** A main penalty alone (УК 45) is not taken off: another stays, of one count or of all. */
const isMainAlone: ReadonlySet<PenaltyType> = new Set(['imprisonment', 'life_imprisonment', 'forced_labour'])

export const noSentencing: Sentencing = {
  imposed: [],
  replaces: undefined,
  excluded: [],
  isFinal: false,
  reduces: false,
  suspends: false,
  probation: null,
  releases: undefined,
  releasedKinds: new Set(),
}

/** `isReview`: the sentence speaks of another decision, and only its own changes count. `isGoingOn`: it continues a list. */
export function penaltiesIn(said: string, how: { isReview: boolean; isGoingOn: boolean }): Sentencing {
  const whole = blankIdleClauses(said)
  if (revokes.test(whole) && !imposesAnew.test(whole)) return noSentencing
  const namings = penaltyMentions(whole)
  const isFinal = isTotal(whole) || totalAt(whole) > 0
  const isSuspending =
    suspends.test(whole) && !suspendsNot.test(whole) && !served.test(whole.replace(additionalServed, ''))
  const release = releaseIn(whole)
  if (namings.length === 0 && release === undefined && !isSuspending && !isFinal && !/наказани|испытательн/.test(whole))
    return noSentencing
  const { rest: sentence, months } = probationTerm(whole)
  const reduces = isReducing.test(sentence)
  const spans = how.isReview ? amendingClauses(sentence) : imposingClauses(sentence, how.isGoingOn, namings)
  const excluded = spans
    .filter(({ isExcluding }) => isExcluding)
    .flatMap(span =>
      within(span, sentence, namings, false).filter(
        ({ type, at }) => !isMainAlone.has(type) && !isOnlyMentioned.test(sentence.slice(span.start, at)),
      ),
    )
  const bare = {
    ...noSentencing,
    isFinal,
    reduces,
    suspends: isSuspending,
    probation: months,
    releases: release,
    releasedKinds: release === undefined ? noSentencing.releasedKinds : releasedKinds(whole),
    excluded: excluded.map(takenOff),
  }
  const own = spans.filter(({ isExcluding }) => !isExcluding)
  const [first] = own
  if (first === undefined) return bare
  if (!isFinal && sanction.test(sentence.slice(0, first.start))) return noSentencing
  const stated = own.flatMap(span => within(span, sentence, namings, how.isReview))
  const imposed = isFinal && addsTo.test(whole) ? stated.map(asAddedFine) : stated
  const stop = own.at(-1)?.end ?? sentence.length
  const swap = replacing.exec(sentence.slice(0, stop))
  if (swap !== null) return replaced({ ...bare, imposed }, sentence, swap.index)
  if (imposed.length > 0) return { ...bare, imposed, releases: release && releaseBeside(release, whole, imposed) }
  const before = how.isReview ? [] : verbLast(sentence, first, namings)
  if (before.length > 0) return { ...bare, imposed: before }
  return {
    ...bare,
    imposed: nameless(sentence.slice(first.start, stop), first.start, { isReview: how.isReview, isFinal }),
  }
}
const asAddedFine = (one: ImposedPenalty): ImposedPenalty => (one.type === 'fine' ? { ...one, additional: true } : one)
const takenOff = (one: ImposedPenalty): ImposedPenalty => ({ ...one, hidden: false, additional: true, certainty: 0.9 })

/** The verb comes last: «обязательные работы на срок 30 часов назначить». */
function verbLast(sentence: string, { start, end }: Clause, namings: readonly PenaltyMention[]): ImposedPenalty[] {
  if (reportsEarlierDecision.test(sentence.slice(0, start)) || startsExclusion.test(sentence.slice(0, start))) return []
  return within({ start: 0, end, isExcluding: false }, sentence, namings, false)
    .filter(({ type, value }) => value !== null || unitOf(type) === null)
    .map(one => ({ ...one, certainty: 0.9 }))
}

function within(
  { start: begin, end: stop }: Clause,
  sentence: string,
  namings: readonly PenaltyMention[],
  isReview: boolean,
): ImposedPenalty[] {
  const inside = namings.filter(({ start }) => start >= begin && start < stop)
  const imposed: ImposedPenalty[] = []
  inside.forEach((naming, at) => {
    const from = inside[at - 1]?.end ?? begin
    const until = inside.slice(at + 1).find(({ type }) => type !== naming.type)?.start ?? stop
    const next = namings.find(({ start }) => start > naming.start)?.start ?? sentence.length
    const before = sentence.slice(from, naming.start)
    if (isRefused(before, sentence.slice(naming.end, naming.end + 120))) return
    if (
      (leftOut.test(before) && !(isReview && reducedTo.test(before))) ||
      isUnpaid(before, sentence.slice(naming.start, naming.end))
    )
      return
    if (
      !isReview &&
      isOfBefore(before, sentence.slice(naming.end, Math.min(naming.end + 200, next))) &&
      !replacing.test(sentence)
    )
      return
    if (imposed.length > 0 && alternative.test(before)) return
    if (/воспитательн\p{L}+ воздействи/u.test(sentence.slice(begin, naming.start))) return
    const penalty = measurePenalty(naming, sentence, { from, until, isReview })
    if (penalty !== undefined) imposed.push(penalty)
  })
  return imposed
}

/** «штраф, назначенный ранее, уплачен», «ранее назначенный ему арест» */
const isOfBefore = (before: string, after: string): boolean =>
  /(?<!\p{L})(?:ранее|прежде) (?:назначенн|наложенн|примененн|отбыт|уплаченн)\p{L}* (?:\p{L}+ ){0,4}$/u.test(before) ||
  /^[^;:]{0,40}?,? (?:(?:ранее|прежде) (?:назначенн|наложенн|примененн)\p{L}*,? (?:ему |ей )?(?:по )?(?:постановлени|приговор|за )|(?:назначенн|наложенн|примененн)\p{L}*,? (?:\p{L}+ )?(?:ранее|прежде|(?:по )?(?:прежн|предыдущ)))/u.test(
    after,
  ) ||
  /^(?:(?!(?<!\p{L})(?:если|долж(?:ен|н[аоы])|буд[еу]т|может|подлеж\p{L}+|(?<!\p{L})не ранее|рассрочк\p{L}+)(?!\p{L}))[^;]){0,160}?(?<!\p{L}|быть )(?:уплачен|оплачен)[аоы]?(?!\p{L}| (?:долж(?:ен|н[аоы])|может|подлеж))/u.test(
    after,
  )

const isRefused = (before: string, after: string): boolean =>
  /(?<!\p{L})не примен(?:ять|яя) (?![^,;]{0,80}(?:назначить|подвергнуть|наложить))[^,;]{0,80}$/u.test(before) ||
  /^(?:[^,;.]{0,40}(?<!\p{L})не (?:назнача|применя)ть(?!\p{L})|, \p{L}+нн(?:ое|ого|ый|ую|ая|ой) [^,;.]{0,60}, ?не (?:назнача|применя)ть(?=[,;.]| [иа] |$))/u.test(
    after,
  )

/** «заменить штраф на предупреждение», «заменить лишение свободы принудительными работами»: the grammatical case tells what is new. */
function replaced(found: Sentencing, sentence: string, at: number): Sentencing {
  const after = found.imposed.filter(penalty => penalty.at > at)
  const former = found.imposed.filter(penalty => penalty.at < at)
  const isNew = ({ at: place }: ImposedPenalty): boolean =>
    /(?:^|[^\p{L}])на (?:\d[^,;]{1,50} |административн\p{L}+ |(?:другое )?наказание в виде )?$/u.test(
      sentence.slice(0, place),
    ) ||
    /^(?:административн\p{L}+ )?(?:\p{L}+(?:ыми|ими) работами|предупреждением|штрафом|арестом|лишением|ограничением|запретом|дисквалификацией)/u.test(
      sentence.slice(place),
    )
  const told = after.find(isNew)
  const guessed = after.length > 1 ? (after.findLast(({ additional }) => !additional) ?? after.at(-1)) : undefined
  const fresh = told ?? (guessed && { ...guessed, certainty: Math.min(guessed.certainty, 0.8) })
  if (fresh === undefined) return { ...found, imposed: former }
  const old =
    after.find(({ at }) => at < fresh.at) ?? after.find(penalty => penalty.at > fresh.at && !penalty.additional)
  const replaces = old?.type ?? former[0]?.type ?? 'any'
  const kept = former.filter(({ type }) => type !== replaces)
  const besides = after.filter(penalty => penalty.at > fresh.at && penalty !== old)
  const value = fresh.value ?? (unitOf(fresh.type) === 'months' ? (old?.value ?? former[0]?.value ?? null) : null)
  const hidden = fresh.hidden && value === null
  return {
    ...found,
    imposed: [{ ...fresh, value, hidden, isReplacing: true, additional: false }, ...kept, ...besides],
    replaces,
  }
}

/** Without a kind: rubles can only be a fine, a final term in a colony is imprisonment. */
function nameless(
  clause: string,
  at: number,
  { isReview, isFinal }: { isReview: boolean; isFinal: boolean },
): ImposedPenalty[] {
  if (!/наказани|взыскани|окончательн|осу(?:дить|жденн)/.test(clause)) return []
  const reduces = isReducing.test(clause)
  const [term] = amountsIn(clause, 'months').filter(({ limit }) => limit === undefined || (reduces && limit === 'to'))
  if (term !== undefined && /колони|тюрьм/.test(clause) && (isFinal || /наказани|осу/.test(clause)))
    return [newPenalty('imprisonment', term.value, { at, certainty: 0.85 })]
  if (isReview && !reduces) return []
  const [amount] = amountsIn(clause, 'rubles').filter(({ limit }) => limit === (reduces ? 'to' : undefined))
  if (/денежн\p{L}{2,3} взыскани|издерж|в пользу|ущерб|иск|вред|компенсаци|сумм|задолженн|залог|имуществ/u.test(clause))
    return []
  const multiple = multipleOf(clause)
  if (amount === undefined || (multiple === null && /штраф|суд/.test(clause))) return []
  return [newPenalty('fine', amount.value, { at, multiple, certainty: multiple === null ? 0.75 : 0.9 })]
}

/** «с испытательным сроком 1 год 6 месяцев»; `rest`: the sentence with it blanked. */
const words = /испытательн\p{L}{2,3} срок\p{L}{0,2}/u
const maxGap = 40

function probationTerm(sentence: string): { months: number | null; rest: string } {
  const found = words.exec(sentence)
  if (found === null) return { months: null, rest: sentence }
  const end = found.index + found[0].length
  const [term] = amountsIn(sentence.slice(end, end + 140), 'months')
  if (term !== undefined && term.start <= maxGap && !/[;]|лишени/.test(sentence.slice(end, end + term.start)))
    return { months: unlessContradicted(term), rest: blanked(sentence, found.index, end + term.end) }
  const before = amountsIn(sentence.slice(Math.max(0, found.index - 60), found.index), 'months').at(-1)
  const from = Math.max(0, found.index - 60)
  if (before !== undefined && sentence.slice(from + before.end, found.index).trim() === '')
    return { months: unlessContradicted(before), rest: blanked(sentence, from + before.start, end) }
  return { months: null, rest: blanked(sentence, found.index, end) }
}
/** Figures and words that differ tell no term. */
const unlessContradicted = ({ value, contradicts }: Amount): number | null => (contradicts ? null : value)
const blanked = (text: string, from: number, to: number): string =>
  text.slice(0, from) + ' '.repeat(to - from) + text.slice(to)
