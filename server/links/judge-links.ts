import { type ClueKind, clueRoles, courtForm, numberForms } from './clues.ts'
import { fitsByTime } from './person-time.ts'
import { isSamePerson, type Side } from './sides.ts'

/**
 * Decides which cases are instances of one matter (domain §4) from shared УИДs and clues. One exact match is a link; several, or a
 * contradiction, make candidates.
 */
/** Cases that share a clue or, within a codex, a УИД. */
export type ClueGroup = { kind: ClueKind | 'uid'; members: readonly { id: number; role: number }[] }
export type LinkPair = { first: number; second: number; why: Why; certainty: number }
export type JudgedLinks = { links: LinkPair[]; candidates: LinkPair[] }

/** Certainty of each kind of evidence when it points to one case only. */
const certainties = {
  same_uid: 1,
  named_number: 0.98,
  same_person_protocol: 0.95,
  quoted_number: 0.9,
  same_person_date: 0.85,
  same_person_time: 0.8,
} as const
type Why = keyof typeof certainties | 'confirmed'
type Evidence = keyof typeof certainties

export const mostMembers = 200
/** Cases with more candidates get none. */
const mostCandidates = 12
const contradicted = 0.5

type Found = { first: Side; second: Side; why: Evidence; options: number; isExact: boolean }

/** `refused`: keys of pairs that a person has rejected. */
export function judgeLinks(
  sides: ReadonlyMap<number, Side>,
  groups: readonly ClueGroup[],
  refused: ReadonlySet<string> = new Set(),
): JudgedLinks {
  const alike = groups.map(({ kind, members }) => {
    const all = members.flatMap(({ id, role }) => {
      const side = sides.get(id)
      return side === undefined ? [] : [{ side, role }]
    })
    const firsts = all.filter(({ side }) => side.stage === 1)
    const seconds = all.filter(({ side }) => side.stage === 2)
    return all.length > mostMembers ? { kind, firsts: [], seconds: [] } : { kind, firsts, seconds }
  })
  const found = alike.flatMap(({ kind, firsts, seconds }) =>
    kind === 'person_time' ? [] : evidence[kind](firsts, seconds, refused),
  )
  // A review is in groups of two quarters, so these are judged together.
  return settle([
    ...found,
    ...byTime(
      alike.filter(({ kind }) => kind === 'person_time'),
      refused,
    ),
  ])
}

type Member = { side: Side; role: number }
type Refused = ReadonlySet<string>
type Evidences = {
  [K in Exclude<ClueGroup['kind'], 'person_time'>]: (
    firsts: readonly Member[],
    seconds: readonly Member[],
    refused: Refused,
  ) => Found[]
}
export const linkKey = (first: number, second: number): string => `${first} ${second}`
const evidence: Evidences = {
  uid: (...sides) => together('same_uid', ...sides),
  protocol: (...sides) => together('same_person_protocol', ...sides),
  date: (...sides) => together('same_person_date', ...sides),
  number_of_first: (firsts, seconds, refused) => named(firsts, seconds, refused),
  number_of_second: (firsts, seconds, refused) => named(seconds, firsts, refused),
}

/** Symmetric evidence: a link if the group has one case of each instance, apart from refused pairs. */
const together = (why: Evidence, firsts: readonly Member[], seconds: readonly Member[], refused: Refused): Found[] => {
  const all = firsts.flatMap(({ side: first }) =>
    seconds.flatMap(({ side: second }) => (refused.has(linkKey(first.id, second.id)) ? [] : [{ first, second }])),
  )
  const ofFirst = Map.groupBy(all, ({ first }) => first.id)
  const ofSecond = Map.groupBy(all, ({ second }) => second.id)
  return all.flatMap(({ first, second }) => {
    const doubt = why === 'same_uid' ? 'none' : doubtAbout(first, second, why)
    if (doubt === 'impossible') return []
    const fitting = (ofFirst.get(first.id)?.length ?? 1) * (ofSecond.get(second.id)?.length ?? 1)
    const options = fitting * (doubt === 'none' ? 1 : 1 / contradicted)
    return [{ first, second, why, options, isExact: options === 1 }]
  })
}

/** Asymmetric evidence: one case names the number of another. */
const named = (owners: readonly Member[], namers: readonly Member[], refused: Refused): Found[] =>
  namers.flatMap(({ side: namer, role }) => {
    if (role === clueRoles.own) return []
    const why: Evidence = role === clueRoles.card ? 'named_number' : 'quoted_number'
    const options = owners.flatMap(({ side: owner, role: ownerRole }) => {
      if (ownerRole !== clueRoles.own) return []
      const [first, second] = owner.stage === 1 ? [owner, namer] : [namer, owner]
      const doubt = doubtAbout(first, second, why)
      const meant = isMeant(namer, owner, why)
      return doubt === 'impossible' || meant === 'no' || refused.has(linkKey(first.id, second.id))
        ? []
        : [{ first, second, isPlain: doubt === 'none' && meant === 'yes' }]
    })
    const plain = options.filter(({ isPlain }) => isPlain)
    return options.map(({ first, second, isPlain }) => ({
      first,
      second,
      why,
      options: isPlain ? plain.length : options.length / contradicted,
      isExact: isPlain && plain.length === 1,
    }))
  })

/** Each court of the region has this number: the court or the person must match. */
const isMeant = (namer: Side, owner: Side, why: Evidence): 'yes' | 'perhaps' | 'no' => {
  const forms = numberForms(owner.case_number)
  const courts = namer.related
    .filter(({ case_number }) => numberForms(case_number).some(form => forms.includes(form)))
    .map(({ court }) => (court === undefined ? '' : courtForm(court)))
    .filter(court => court !== '')
  if (why === 'named_number' && courts.length > 0) return courts.includes(courtForm(owner.court)) ? 'yes' : 'no'
  if (namesNobody(namer) || namesNobody(owner)) return why === 'named_number' ? 'perhaps' : 'no'
  return isSamePerson(namer, owner)
}
const namesNobody = ({ accused, maybe }: Side): boolean => accused.length + maybe.length === 0

const byTime = (
  groups: readonly { firsts: readonly Member[]; seconds: readonly Member[] }[],
  refused: Refused,
): Found[] => {
  const pairs = new Map(
    groups.flatMap(({ firsts, seconds }) =>
      firsts.flatMap(({ side: first }) =>
        seconds.map(({ side: second }) => [linkKey(first.id, second.id), { first, second }] as const),
      ),
    ),
  )
  return fitsByTime([...pairs].filter(([key]) => !refused.has(key)).map(([, pair]) => pair)).map(
    ({ isPlain, options, ...pair }) => ({
      ...pair,
      why: 'same_person_time',
      options: options * (isPlain ? 1 : 1 / contradicted),
      isExact: isPlain && options === 1,
    }),
  )
}

const doubtAbout = (first: Side, second: Side, why: Evidence): 'none' | 'some' | 'impossible' => {
  if (first.type !== second.type) return 'impossible'
  // A review cannot enter before its case does; a decision after the complaint is another one, or a slip.
  if (first.entry_date !== null && second.entry_date !== null && second.entry_date < first.entry_date)
    return 'impossible'
  if (first.result_date !== null && second.entry_date !== null && second.entry_date < first.result_date) return 'some'
  const isWeak = why === 'same_person_date' || why === 'quoted_number'
  if (first.case_uid !== null && second.case_uid !== null && first.case_uid !== second.case_uid)
    return isWeak ? 'impossible' : 'some'
  const share = first.article_ids.some(article => second.article_ids.includes(article))
  if (isWeak && first.article_ids.length > 0 && second.article_ids.length > 0 && !share) return 'some'
  // The clue may come from somebody whose role is not told.
  const isOfPerson = why === 'same_person_date' || why === 'same_person_protocol'
  return isOfPerson && isSamePerson(first, second) !== 'yes' ? 'some' : 'none'
}

function settle(found: readonly Found[]): JudgedLinks {
  const best = new Map<string, Found>()
  for (const one of found) {
    const key = linkKey(one.first.id, one.second.id)
    const known = best.get(key)
    if (known === undefined || weight(one) > weight(known)) best.set(key, one)
  }
  const pairs = [...best.values()].map(one => ({
    pair: {
      first: one.first.id,
      second: one.second.id,
      why: one.why,
      certainty: round(certainties[one.why] / one.options),
    },
    isExact: one.isExact,
  }))
  const links = pairs.filter(({ isExact }) => isExact).map(({ pair }) => pair)
  const rest = pairs.filter(({ isExact }) => !isExact).map(({ pair }) => pair)
  const perCase = Map.groupBy(
    rest.flatMap(pair => [pair.first, pair.second]),
    id => id,
  )
  const isManageable = (id: number): boolean => (perCase.get(id)?.length ?? 0) <= mostCandidates
  return { links, candidates: rest.filter(({ first, second }) => isManageable(first) && isManageable(second)) }
}
const weight = ({ why, isExact, options }: Found): number => (isExact ? 2 : 1 / options) * certainties[why]
const round = (share: number): number => Math.max(0.01, Math.round(share * 100) / 100)
