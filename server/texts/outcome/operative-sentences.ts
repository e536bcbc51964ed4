import type { Review } from '#shared/domain/read-outcomes.ts'
import {
  byPlace,
  isAmbiguous,
  isEachTold,
  mentionsOf,
  type OperativeSentence,
  sentencingOf,
  strangersIn,
  termPattern,
  withSurnames,
} from './attribution.ts'
import { ruledBelow, rulesItself } from './clauses.ts'
import type { DecisionContext } from './decision-context.ts'
import {
  type Ending,
  endingOfReview,
  endingStatement,
  isImpliedRehearing,
  isPlainlyEnded,
  ownPart,
  reviewOf,
  reviewStatement,
} from './endings.ts'
import { endingsOfEach, keptPeople } from './kept-people.ts'
import { namesInText } from './names.ts'
import type { NormalizedText } from './normalize-text.ts'
import { othersMeant, withAdditionalKept, withoutTakings } from './others-meant.ts'
import { newVerdicts } from './people-decided-of.ts'
import { applySentencing, lacksTotal, type PersonVerdict, verdictsNamed } from './person-verdict.ts'
import { blankIdleClauses, isProceduralSentence, withoutSlogans } from './procedural-sentences.ts'
import { penaltiesIn, type Sentencing } from './read-penalties.ts'
import { ruledArticleWords } from './ruled-articles.ts'
import { isNamedRow, isOfBoth, isRow, oneLine, opensList, sentencesOf, type TextSpan } from './sentences.ts'
import { repeatKindOfHeading, repeatSharedKind } from './shared-kinds.ts'
import { addsUp, citedTotalEnd } from './totals.ts'

/** An operative part, sentence by sentence: what each decides of one of the accused, of several, or of the decision under review. */
type OperativeReading = {
  verdicts: PersonVerdict[]
  review: Review | null
  span: TextSpan | undefined
  firstSpan: TextSpan | undefined
  certainty: number
}
type Known = Pick<DecisionContext, 'opening' | 'accused' | 'isReview' | 'codex'>

export function readOperativePart(text: NormalizedText, part: TextSpan, context: Known): OperativeReading | undefined {
  const told = operativeSentences(text, part, context.accused.length > 1)
  const { review, span } = reviewOf(told, context.isReview)
  const verdicts = newVerdicts(told, context)
  const sentences = verdicts.length > 1 ? told.map(one => withSurnames(verdicts, one)) : told
  let current: readonly PersonVerdict[] = verdicts.length === 1 ? verdicts : []
  const opened = text.plain.slice(context.opening.start, context.opening.end)
  let isListOpen = false
  let isAfterRow = false
  /** What a review does in the rows below: «снизить наказание: Ветрогонову П. И. – до 2 лет лишения свободы;». */
  let ruledAbove = ''
  for (const sentence of sentences) {
    if (sentence.isProcedural) continue
    const { plain } = sentence
    const ruling = blankIdleClauses(plain)
    const named = verdicts.length > 1 ? sentence.names.flatMap(name => verdictsNamed(verdicts, name)) : []
    if (named.length > 0) current = [...new Set(named)]
    else if (verdicts.length === 2 && isOfBoth(plain) && verdicts.every(({ endings }) => endings.length === 0))
      current = verdicts
    if (areUndone(sentence, review, named)) for (const verdict of current) verdict.isUndone = true
    const isContinued: boolean =
      (isListOpen && isListItem(sentence)) || (isAfterRow && isNamedRow(plain, sentence.names[0]))
    const above = isContinued && review !== null && !rulesItself(plain) ? ruledAbove : ''
    const own: ReturnType<typeof ownPart> = review === null ? { plain, from: 0 } : ownPart(`${above}${plain}`)
    own.from -= above.length
    const found = sentencingIn(own.plain, sentence, review, isContinued)
    const marked =
      found && review === 'changed' && context.codex === 'uk' ? withAdditionalKept(found, own.plain, opened) : found
    const said = marked && verdicts.length > 1 && named.length === 0 ? withoutTakings(marked, plain) : marked
    const affected = current.length > 0 ? current : verdicts
    const ofReview = affected.every(({ isUndone }) => isUndone) ? 'annulled' : review
    const ending = endingOfSentence(sentence, own.plain, ofReview)
    const others = verdicts.length === 1 ? strangersIn(verdicts, sentence) : []
    const each =
      ending !== undefined && (named.length > 1 || others.length > 0)
        ? endingsOfEach(plain, byPlace([...mentionsOf(verdicts, sentence), ...others]), ofReview)
        : undefined
    for (const verdict of affected) {
      const isOfOthers = each?.has(verdict) && each.get(verdict) === undefined
      const isEnded = !isOfOthers && isEndingOnly(ending, said, own.plain, named.length > 1)
      const isOver = isEnded || (review === 'changed' && endsInPart(own.plain, said))
      if (tellsArticle.test(ruling))
        verdict.articles.push({ words: ruledArticleWords(ruling, isOver), isEnded: isOver })
      if (isEnded) {
        const isDone =
          isImpliedRehearing(ending, own.plain) &&
          verdict.endings.some(one => one.ending === 'cancelled' && isPlainlyEnded(written(text, one.span)))
        const ownEnding = each === undefined || review === 'unheard' ? ending : each.get(verdict)
        if (ownEnding !== undefined && !isDone) verdict.endings.push({ ending: ownEnding, span: sentence.span })
        if (said?.releases === undefined && !said?.imposed.some(({ type }) => type === 'court_fine')) continue
      }
      if (said === undefined) continue
      applySentencing(verdict, sentencingOf(said, verdict, verdicts, sentence, own.from), {
        span: sentence.span,
        isReview: review !== null,
        codex: context.codex,
        isPart: offence.test(own.plain),
        partAt: place => [...own.plain.slice(0, place).matchAll(offences)].length,
      })
    }
    if (
      said !== undefined &&
      (isUnreadTotal(plain, said, named.length > 1) ||
        (affected.length > 1 && said.imposed.length > 0 && /соответственно/.test(plain)) ||
        isAmbiguous(said, ending, verdicts, sentence, own.from))
    )
      for (const verdict of affected) verdict.isAmbiguous = true
    if (said !== undefined && verdicts.length > 1 && named.length === 0)
      for (const verdict of othersMeant(verdicts, affected, said, plain)) verdict.isAmbiguous = true
    if (affected.length === 1 && whereServed.test(plain)) for (const verdict of affected) verdict.isServed = true
    // Each has had their own: a sentence without a name goes on about the last of them.
    if (named.length > 1 && said !== undefined && isEachTold(said, current, verdicts, sentence, own.from))
      current = named.slice(-1)
    if (opensList(plain)) ruledAbove = ruledBelow(own.plain)
    isListOpen = opensList(plain) || (isListOpen && isContinued)
    if (!isListOpen) ruledAbove = ''
    isAfterRow = named.length > 0 && plain.endsWith(';') && (said?.imposed.length ?? 0) > 0
  }
  const opening = text.text.slice(context.opening.start, context.opening.end)
  for (const verdict of verdicts) if (context.codex === 'uk' && lacksTotal(verdict, opening)) verdict.isAmbiguous = true
  const kept = review === 'upheld' ? verdicts : review === null ? [] : keptPeople(sentences, verdicts)
  for (const verdict of kept) verdict.isKept = true
  const firstSpan = sentences.find(sentence => !sentence.isProcedural)?.span
  const decided = verdicts.filter(verdict => (review !== null && verdicts.length > 1) || isDecided(verdict))
  if (firstSpan === undefined && decided.length === 0) return undefined
  return { verdicts: decided, review, span, firstSpan, certainty: certaintyWithoutVerdict[review ?? 'none'] }
}

const written = ({ plain }: NormalizedText, { start, end }: TextSpan): string => plain.slice(start, end)

const isDecided = ({ parts, endings, annulled, final }: PersonVerdict): boolean =>
  parts.length + endings.length + annulled.length > 0 || final !== undefined

/** Where nothing is told of anybody: what was changed may be a penalty, and an annulment is followed by something. */
const certaintyWithoutVerdict: Record<Review | 'none', number> = {
  none: 0.6,
  annulled: 0.7,
  changed: 0.9,
  upheld: 0.97,
  unheard: 0.97,
}

const sentencingIn = (
  own: string,
  { review: statement }: OperativeSentence,
  review: Review | null,
  isGoingOn: boolean,
): Sentencing | undefined =>
  review === 'upheld' || review === 'unheard' || statement?.isOfRest
    ? undefined
    : penaltiesIn(own, { isReview: review !== null, isGoingOn })

/** Of several people the decision is changed for one, and annulled for another. */
const areUndone = (
  { review: statement }: OperativeSentence,
  review: Review | null,
  named: readonly PersonVerdict[],
): boolean => review === 'changed' && statement?.review === 'annulled' && !statement.isOfRest && named.length > 0

/** What ends the case; a decision that changes or upholds another ends nothing. */
function endingOfSentence(
  { plain, review: statement }: OperativeSentence,
  own: string,
  review: Review | null,
): Ending | undefined {
  if (statement?.isOfRest || review === 'upheld' || review === 'changed') return undefined
  if (/в порядке гражданского судопроизводства/.test(plain)) return undefined
  const ending = endingStatement(own)
  return review === null ? ending : endingOfReview(review, ending, plain)
}

function isEndingOnly(
  ending: Ending | undefined,
  said: Sentencing | undefined,
  own: string,
  areSeveral: boolean,
): boolean {
  if (ending === undefined) return false
  const isImposing =
    said !== undefined &&
    said.imposed.length > 0 &&
    (imposesPlainly.test(own) || (ending === 'acquitted' && convicts.test(own)))
  return !isImposing || (ending === 'acquitted' && !areSeveral && !convicts.test(own))
}
/** «в части осуждения по ч. 1 ст. 158 УК РФ отменить, дело в этой части прекратить»: of a review that changes the rest. */
const endsInPart = (own: string, said: Sentencing | undefined): boolean =>
  (said?.imposed.length ?? 0) === 0 && endingStatement(own) !== undefined
// Beside an acquittal: of another count, or of somebody else.
const convicts =
  /(?:призна(?:ть|в)|считать) [^;]{0,300}(?<!не ?)виновн|(?<!не ?)виновн\p{L}{2,3} [^;]{0,200}признать|осужденн(?:ым|ой) [^;]{0,120} к \d/u
const imposesPlainly =
  /(?<!\p{L}|(?<!\p{L})не )(?:назнач(?:ить|ив)|подвергнуть|наложить|избрать|вынести|применить|определить|снизи(?:ть|в)|смягчить|заменить)(?! (?:дело|рассмотрение|судебное|заседание|слушание))/u

/** A total that is not read: «по совокупности… присоединить 1 год», a row «по ч. 2 ст. 69 | 2 года» that names no kind or ends a list, two totals in one. */
const isUnreadTotal = (plain: string, { isFinal, imposed }: Sentencing, areSeveral: boolean): boolean => {
  const measured = new Map(imposed.flatMap(({ type, value }) => (value === null ? [] : [[`${type} ${value}`, type]])))
  if (isFinal && !areSeveral && new Set(measured.values()).size < measured.size) return true
  if (/по совокупности/.test(plain) && !isFinal) return termPattern.test(plain)
  if (imposed.length > 0 && isFinal) return false
  if (isFinal && addsUp.test(plain)) return termPattern.test(plain)
  const end = citedTotalEnd(plain)
  return end >= 0 && termPattern.test(plain.slice(end))
}

const whereServed = /колони|(?<!\p{L})тюрьм|реальн/u
/** «Ветрогонову П. И. – в виде…» continues a list as a dash does. */
const isListItem = ({ plain, names }: OperativeSentence): boolean =>
  isRow(plain) || (names[0]?.start ?? plain.length) < 3

const offenceWords = String.raw`предусмотренн|(?<!\p{L})по (?:(?:преступлени|эпизод|факт)|(?:п|ч|ст)(?:\. ?|ункт|аст|ать|\.ч))|(?<!\p{L})за (?:совершени|преступлени|кажд)`
const [offence, offences] = [new RegExp(offenceWords, 'u'), new RegExp(offenceWords, 'gu')]
const tellsArticle = /призна|предусмотренн|(?<!\p{L})по (?:ч|ст|п)|оправда|прекра|отношении/u
const hasVerdict = /\p{L}{4}/u
const decides =
  /(?<!\p{L})(?:призна(?:ть|в|н)|оправда|подверг|привлечь|назначить|освободить|осуди|приговорить|невиновн|винов(?:ен|на|ны)(?!\p{L}))/u
const mayName = /наказани|отношении|сроком|условн|применить|осуждени/

function operativeSentences(letters: NormalizedText, part: TextSpan, areSeveral: boolean): OperativeSentence[] {
  const said = sentencesOf(letters.text, part)
    .map(span => ({
      span,
      plain: withoutSlogans(oneLine(letters.plain.slice(span.start, span.end))),
      written: oneLine(letters.text.slice(span.start, span.end)),
    }))
    .filter(({ plain }) => hasVerdict.test(plain))
  return (areSeveral ? repeatKindOfHeading(said).map(repeatSharedKind) : said).map(sentence => {
    const { plain, written } = sentence
    if (isProceduralSentence(plain)) return { ...sentence, names: [], isProcedural: true, review: undefined }
    const names = areSeveral || decides.test(plain) || mayName.test(plain) ? namesInText(written) : []
    return { ...sentence, names, isProcedural: false, review: reviewStatement(plain) }
  })
}
