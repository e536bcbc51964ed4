import type { Review } from '#shared/domain/read-outcomes.ts'
import { mentionsOf, type OperativeSentence } from './attribution.ts'
import { type Ending, endingOfReview, endingStatement, withoutRest } from './endings.ts'
import type { PersonVerdict } from './person-verdict.ts'
import { isJoined, type Mention } from './releases.ts'

/** Whom a review leaves as they were: of whom it says so, or whom it does not name where it speaks of others alone. */
export function keptPeople(
  sentences: readonly OperativeSentence[],
  verdicts: readonly PersonVerdict[],
): ReadonlySet<PersonVerdict> {
  const kept = new Set<PersonVerdict>()
  const named = new Set<PersonVerdict>()
  let areOthersAlone = true
  for (const sentence of sentences) {
    if (sentence.isProcedural) continue
    const plain = withoutRest(sentence.plain)
    const mentions = mentionsOf(verdicts, sentence)
    for (const one of keptIn(plain, mentions)) kept.add(one)
    if (sentence.review?.isOfRest || /(?<!\p{L})(?:жалоб|представлени)/u.test(plain)) continue
    for (const { owner } of mentions) named.add(owner)
    if (ofAll.test(plain) || (mentions.length === 0 && rules.test(plain))) areOthersAlone = false
  }
  if (areOthersAlone && named.size > 0) for (const one of verdicts) if (!named.has(one)) kept.add(one)
  return kept
}
/** Of whom a sentence says that the decision stays: «в отношении Крутоярова И. Л. оставить без изменения», or the other way round. */
function keptIn(plain: string, mentions: readonly Mention<PersonVerdict>[]): PersonVerdict[] {
  const kept: PersonVerdict[] = []
  for (const { index, 0: words } of plain.matchAll(unchanged)) {
    const before = mentions.findLastIndex(({ end }) => end <= index)
    const after = mentions.findIndex(({ start }) => start >= index + words.length)
    const isBefore = before >= 0 && !amends.test(plain.slice(mentions[before]?.end, index))
    const isAfter = !isBefore && after >= 0 && !amends.test(plain.slice(index, mentions[after]?.start))
    const step = isBefore ? -1 : 1
    for (let at = isBefore ? before : isAfter ? after : -1; mentions[at] !== undefined; at += step) {
      const [one, next] = [mentions[at], mentions[at + step]]
      if (one !== undefined) kept.push(one.owner)
      const between = isBefore ? plain.slice(next?.end, one?.start) : plain.slice(one?.end, next?.start)
      if (!isJoined(between)) break
    }
  }
  return kept
}

/**
 * Who of several is ended in what way, where a sentence says it of each: «в отношении А. дело прекратить, в отношении Б. оставить без изменения».
 * Of whom it says something else, nothing is ended. Undefined: it says one thing of all of them.
 */
export function endingsOfEach(
  plain: string,
  mentions: readonly Mention<PersonVerdict | undefined>[],
  review: Review | null,
): ReadonlyMap<PersonVerdict, Ending | undefined> | undefined {
  const groups: { people: (PersonVerdict | undefined)[]; start: number; end: number }[] = []
  for (const { owner, start, end } of mentions) {
    const last = groups.at(-1)
    if (last !== undefined && isJoined(plain.slice(last.end, start))) {
      last.people.push(owner)
      last.end = end
    } else groups.push({ people: [owner], start, end })
  }
  const begins = groups.map(({ start }, at) => {
    const least = groups[at - 1]?.end ?? 0
    return at === 0 ? 0 : Math.max(least, plain.lastIndexOf(',', start))
  })
  const pieces = groups.map(({ people }, at) => ({ people, said: plain.slice(begins[at], begins[at + 1]) }))
  const endingIn = (said: string): Ending | undefined =>
    review === 'annulled' ? endingOfReview(review, endingStatement(said), said) : endingStatement(said)
  const told = pieces.map(({ people, said }) => ({ people, said, ending: endingIn(said) }))
  const isOfEach =
    new Set(told.flatMap(({ ending }) => ending ?? [])).size > 1 ||
    (told.some(({ ending }) => ending !== undefined) &&
      told.some(({ ending, said }) => ending === undefined && (decides.test(said) || said.search(unchanged) >= 0)))
  // Who is named twice may have the ending at the first place only.
  const inOrder = told.toSorted((one, other) => Number(one.ending !== undefined) - Number(other.ending !== undefined))
  return isOfEach
    ? new Map(
        inOrder.flatMap(({ people, ending }) =>
          people.flatMap(one => (one === undefined ? [] : [[one, ending] as const])),
        ),
      )
    : undefined
}
const decides = /\p{L}{3}(?:ать|ить|еть|уть)(?!\p{L})/u
const unchanged = /без изменени\p{L}|(?<!\p{L})в силе(?!\p{L})/gu
const amends = /измен(?:ить|ив)|отмен|сни(?:зить|зив|жен)|смягч|исключ|освобо|прекра|назнач(?:ить|ив)|;/u
/** What a review does besides changing «the verdict». */
const rules =
  /исключ|сни(?:зить|зив)|смягч|переквалифицир|освобо|назнач(?:ить|ив)|прекра|считать|усил|увелич|дополн|отмен/u
const ofAll = /(?<!\p{L})(?:их|им|обоих|обоим|всех|всем|кажд\p{L}+|осужденн(?:ых|ым)|привлекаем(?:ых|ым))(?!\p{L})/u
