import { amountsIn } from './amounts.ts'
import type { Ending, ReviewStatement } from './endings.ts'
import { isParticipant, isSameName, type Name } from './names.ts'
import { type PersonVerdict, verdictOf, verdictsNamed } from './person-verdict.ts'
import type { Sentencing } from './read-penalties.ts'
import { isJoined, type Mention, releasedPeople } from './releases.ts'
import type { TextSpan } from './sentences.ts'

/** Which of several people a sentence of an operative part is about, and whether that is clear. */
export type OperativeSentence = {
  span: TextSpan
  plain: string
  written: string
  names: Name[]
  isProcedural: boolean
  review: ReviewStatement | undefined
}

const ofEach = /кажд(?:ому|ого|ым|ой)/
export const termPattern = /\d[^,;]{0,40}?(?:лет|год|месяц)/u
const amountPattern = /\d[^,;]{0,40}?(?:лет|год|месяц|час|сут|руб|тыс)/u

/** «на 3 и 4 года соответственно», an amount by a name that has no kind, initials of two people. `from`: where `said` begins in the sentence. */
export function isAmbiguous(
  said: Sentencing,
  ending: Ending | undefined,
  verdicts: readonly PersonVerdict[],
  sentence: OperativeSentence,
  from: number,
): boolean {
  const { imposed, suspends } = said
  const { names, plain } = sentence
  const isPunishing = imposed.length > 0 || suspends
  if (verdicts.length < 2 || (!isPunishing && ending === undefined)) return false
  if (names.some(name => verdictsNamed(verdicts, name).length > 1)) return true
  if (!isPunishing || suspensionsIn(said, verdicts, sentence) !== undefined) return false
  // A firm beside a name is mostly whose director that person is.
  const known = names.filter(name => verdictOf(verdicts, name) !== undefined && !/[«"“]/.test(name.written))
  if (new Set(known.map(name => verdictOf(verdicts, name))).size < 2) return false
  const each = tellsOwn(known, plain) ? undefined : ofEach.exec(plain)?.index
  const owners = imposed.map(({ at }) => known.findLast(({ start }) => start <= at + from) ?? known[0])
  if (isEachAdded(imposed, known, plain, from)) return true
  // «…назначить им: Ветрогонову П. И. – штраф;»: rows below tell of those whom only the heading names.
  const rows = plain.endsWith(';') ? plain.lastIndexOf(':') : -1
  const isLeftOut = (name: Name): boolean =>
    !(rows > name.end && owners.every(owner => owner !== undefined && owner.start > rows)) &&
    !owners.some(owner => owner !== undefined && isSameName(owner, name))
  return (
    /соответственно/.test(plain) ||
    // Several are convicted together, and one of them is told nothing.
    (each === undefined && imposed.length > 0 && !/оправда|прекра|освобод/.test(plain) && known.some(isLeftOut)) ||
    known.some(({ end }, at) => {
      const until = known[at + 1]?.start ?? plain.length
      const isOfKind = imposed.some(({ at: place }) => place + from >= end && place + from < until)
      return amountPattern.test(plain.slice(end, until)) && (each === undefined ? !isOfKind : end > each)
    })
  )
}

/** «Ветрогонову П. И. – 8 лет, Крутоярову И. Л. – 7 лет лишения свободы в колонии строгого режима каждому» */
function tellsOwn(names: readonly Name[], plain: string): boolean {
  const each = ofEach.exec(plain)?.index
  if (each !== undefined && isToldBelow(names, plain, each)) return true
  const own = names.filter(({ end }, at) => amountPattern.test(plain.slice(end, names[at + 1]?.start ?? each)))
  const last = own.at(-1)
  return each !== undefined && last !== undefined && last.end < each && own.some(one => !isSameName(one, last))
}

/** «каждому судебный штраф: Ветрогонову П. И. – 10 000 рублей, Крутоярову И. Л. – 20 000 рублей» */
function isToldBelow(names: readonly Name[], plain: string, each: number): boolean {
  const [first, ...more] = names.filter(({ start }) => start > each)
  if (first === undefined || amountPattern.test(plain.slice(each, first.start))) return false
  const below = [first, ...more]
  const before = names.filter(({ end }) => end < each)
  return (
    more.some(one => !isSameName(one, first)) &&
    before.every(one => below.some(other => isSameName(one, other))) &&
    below.every(({ end }, at) => amountPattern.test(plain.slice(end, below[at + 1]?.start))) &&
    !amountPattern.test(plain.slice(before[0]?.end ?? each, each))
  )
}

/** «…, Крутоярову И. Л. – 7 лет лишения свободы, со штрафом в размере 100 000 рублей каждому»: whose it is beside their own. */
function isEachAdded(imposed: Sentencing['imposed'], names: readonly Name[], plain: string, from: number): boolean {
  const each = ofEach.exec(plain)?.index ?? 0
  if (!tellsOwn(names, plain)) return false
  const start = names.findLast(({ end }) => end < each)?.end ?? 0
  const next = names.find(one => one.start > each)?.start ?? plain.length
  if (imposed.some(({ at }) => at + from > each && at + from < next)) return true
  const [, ...more] = imposed.filter(({ at }) => at + from > start && at + from < each)
  return more.some(({ at }) => at + from > plain.lastIndexOf(',', each))
}

/** Whether each of several people has a penalty of their own in the sentence. */
export const isEachTold = (
  said: Sentencing,
  people: readonly PersonVerdict[],
  verdicts: readonly PersonVerdict[],
  sentence: OperativeSentence,
  from: number,
): boolean => people.some(one => sentencingOf(said, one, verdicts, sentence, from).imposed.length < said.imposed.length)

/** Of several people named in one sentence each gets what follows the name. */
export function sentencingOf(
  whole: Sentencing,
  verdict: PersonVerdict,
  verdicts: readonly PersonVerdict[],
  sentence: OperativeSentence,
  from: number,
): Sentencing {
  if (verdicts.length === 1) return whole
  const { names, plain } = sentence
  const said = { ...whole, releases: releaseOf(whole, verdict, verdicts, sentence) }
  const each = tellsOwn(names, plain) ? undefined : ofEach.exec(plain)?.index
  const owners = names.flatMap(name => {
    const owner = verdictOf(verdicts, name)
    return owner === undefined ? [] : [{ owner, at: name.start }]
  })
  if (each !== undefined) {
    // «каждому – штраф 2 000 рублей, Крутоярову И. Л. – с выдворением»
    const isAfterShared = (place: number): boolean =>
      said.imposed.some(({ at }) => at + from > each && at + from < place)
    const isOfOther = ({ at }: { at: number }): boolean =>
      (owners.findLast(place => isAfterShared(place.at) && place.at <= at + from)?.owner ?? verdict) !== verdict
    return { ...said, imposed: said.imposed.filter(one => !isOfOther(one)) }
  }
  if (new Set(owners.map(({ owner }) => owner)).size <= 1) return said
  const suspensions = suspensionsIn(whole, verdicts, sentence)
  if (suspensions !== undefined)
    return { ...said, suspends: suspensions.has(verdict), probation: suspensions.get(verdict) ?? null, imposed: [] }
  const conditional = /условн|(?<!\p{L})ст\p{L}*\.? ?73(?!\d)/u.exec(plain)?.index ?? 0
  // «в отношении А. и Б. изменить, исключить назначение им штрафа»
  const areTogether = areJoined(names, plain)
  const isOwn = ({ at }: { at: number }): boolean =>
    (owners.findLast(place => place.at <= at + from) ?? owners[0])?.owner === verdict
  return {
    ...said,
    imposed: said.imposed.filter(isOwn),
    excluded: said.excluded.filter(one => areTogether || isOwn(one)),
    suspends: said.suspends && isOwn({ at: conditional - from }),
  }
}

/**
 * Several people whose sentences are suspended by a sentence that does nothing else, and for how long each is on probation: «Ветрогонову П. И. и
 * Крутоярову И. Л. – условно с испытательным сроком 2 года», or a term after each name. Undefined where it is told otherwise.
 */
function suspensionsIn(
  { imposed, suspends, probation, releases }: Sentencing,
  verdicts: readonly PersonVerdict[],
  { names, plain }: OperativeSentence,
): ReadonlyMap<PersonVerdict, number | null> | undefined {
  if (!suspends || releases !== undefined || imposed.some(({ value }) => value !== null) || doesMore.test(plain))
    return undefined
  const mentions = names.flatMap(name => {
    const owner = verdictOf(verdicts, name)
    return owner === undefined ? [] : [{ ...name, owner }]
  })
  const people = new Set(mentions.map(({ owner }) => owner))
  if (people.size < 2 || mentions.length < names.length) return undefined
  const terms = amountsIn(plain, 'months')
  if (terms.length < 2)
    return areJoined(names, plain) ? new Map([...people].map(owner => [owner, probation] as const)) : undefined
  const own = mentions.flatMap(({ owner, end }, at) => {
    const [term, more] = terms.filter(({ start }) => start >= end && start < (mentions[at + 1]?.start ?? plain.length))
    const isOwn =
      term !== undefined && more === undefined && !term.contradicts && ofProbation.test(plain.slice(end, term.start))
    return isOwn ? [[owner, term.value] as const] : []
  })
  const found = new Map(own)
  return found.size === people.size && own.length === terms.length ? found : undefined
}
/** What may stand between a name and for how long that person is on probation. */
const ofProbation =
  /^[ ,:–—-]*(?:(?:на|в|с|срок\p{L}{0,2}|размере|наказани\p{L}|назначенн\p{L}{2,3}|лишени\p{L} свободы|считать|условн\p{L}{1,2}|установи(?:ть|в)|определи(?:ть|в)|испытательн\p{L}{2,3}|продолжительностью)[ ,:–—-]+)*$/u
const doesMore =
  /сохран|страж|исчисл|зач(?:ет|есть)|засчит|взыска|колони|тюрьм|реальн|(?<!\p{L})(?:без|не) |соответственно|оправда|прекра|отказать|исключ|отмен/u
/** «А. и Б.» */
const areJoined = (names: readonly Name[], plain: string): boolean =>
  names.every(({ end }, at) => at === names.length - 1 || isJoined(plain.slice(end, names[at + 1]?.start)))

function releaseOf(
  { releases, imposed }: Sentencing,
  verdict: PersonVerdict,
  verdicts: readonly PersonVerdict[],
  sentence: OperativeSentence,
): Sentencing['releases'] {
  if (releases === undefined || releases === 'deferred') return releases
  const mentions = mentionsOf(verdicts, sentence)
  const people = releasedPeople(
    sentence.plain,
    mentions,
    imposed.map(({ at }) => at),
  )
  if (people === undefined) return releases
  return people.length === 0 ? 'unclear' : people.includes(verdict) ? releases : undefined
}

/** Beside the names of a sentence those of its people whom it names by a surname alone. */
export function withSurnames(verdicts: readonly PersonVerdict[], sentence: OperativeSentence): OperativeSentence {
  const { names, plain, written, isProcedural } = sentence
  if (isProcedural) return sentence
  const surnames = [...written.matchAll(/(?<!\p{L})\p{Lu}\p{L}{3,}/gu)].flatMap(({ index: start, 0: word }) => {
    const end = start + word.length
    if (names.some(name => start < name.end && end > name.start)) return []
    const [name, ...more] = verdicts.flatMap(one =>
      one.name !== undefined && isSurnameOf(one.name, plain.slice(start, end)) ? [one.name] : [],
    )
    return name === undefined || more.length > 0 ? [] : [{ ...name, start, end }]
  })
  return surnames.length === 0 ? sentence : { ...sentence, names: byPlace([...names, ...surnames]) }
}

export const mentionsOf = (verdicts: readonly PersonVerdict[], { names }: OperativeSentence) =>
  names.flatMap(name => {
    const owner = verdictOf(verdicts, name)
    return owner === undefined ? [] : [{ owner, start: name.start, end: name.end }]
  })
export const byPlace = <Of extends TextSpan>(mentions: readonly Of[]): Of[] =>
  mentions.toSorted((left, right) => left.start - right.start)
/** Other people of a sentence that names the one known accused: what it says of them is not said of that one. */
export function strangersIn(
  verdicts: readonly PersonVerdict[],
  { names, plain }: OperativeSentence,
): Mention<undefined>[] {
  const isNamed = names.some(name => verdictsNamed(verdicts, name).length > 0)
  return names.flatMap(name => {
    const before = plain.slice(0, name.start)
    const isOther = verdictOf(verdicts, name) === undefined && decidedOf.test(before) && !isParticipant(before)
    return isNamed && isOther ? [{ owner: undefined, start: name.start, end: name.end }] : []
  })
}
/** Not «постановление командира роты Котова И. И. отменить». */
const decidedOf =
  /(?:^|[,;:] ?|(?<!\p{L})(?:отношении|оправдать|освободить|и) )(?:(?:подсудим|осужденн|обвиняем|привлекаем)\p{L}+ )?$/u
/** «Серову» is Серов, «Сергею» and «Серовской» are not. */
function isSurnameOf({ stem, isHidden, written }: Name, word: string): boolean {
  if (isHidden || /[«"“]/.test(written) || !word.startsWith(stem)) return false
  const [family = ''] = written
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/\p{L}\. ?/gu, '')
    .split(' ')
  const shortest = Math.min(family.length, word.length)
  const differs = [...word.slice(0, shortest)].findIndex((letter, at) => letter !== family[at])
  const shared = differs < 0 ? shortest : differs
  return shared >= Math.max(shortest - 2, Math.min(4, shortest - 1)) && caseEnding.test(word.slice(shared))
}
const caseEnding = /^[аеиоуыюяьй]{0,2}(?:го|му|ми|[мйхю])?$/u
