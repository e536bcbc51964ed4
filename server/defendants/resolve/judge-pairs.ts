import type { EvidenceKind, KnownRelation } from '#shared/domain/person-evidence.ts'
import { compareNames } from './compare-names.ts'
import type { WeighedPair } from './pair-evidence.ts'
import { scorePair } from './score-pair.ts'

/** What comes of weighed pairs: who is merged, the surest first, and about whom a person is asked. */
export type JudgedPair = {
  left_id: number
  right_id: number
  score: number
  name_relation: KnownRelation
  evidence: EvidenceKind[]
}

export function judgePairs(pairs: readonly WeighedPair[]): { merge: JudgedPair[]; ask: JudgedPair[] } {
  const merge: { pair: WeighedPair; judged: JudgedPair }[] = []
  const ask: JudgedPair[] = []
  for (const pair of pairs) {
    const { judgement, ...rest } = scorePair(pair.relation, pair.found)
    const judged = { left_id: pair.left.id, right_id: pair.right.id, name_relation: pair.relation, ...rest }
    if (judgement === 'merge') merge.push({ pair, judged })
    else if (judgement === 'ask') ask.push(judged)
  }
  const partners = Map.groupBy(
    merge.flatMap(({ pair: { left, right } }) => [
      { id: left.id, other: right },
      { id: right.id, other: left },
    ]),
    ({ id }) => id,
  )
  /** «Петров П.И.» fits both Пётр and Павел: neither is plain. */
  const isTorn = (id: number): boolean =>
    partners
      .get(id)
      ?.some(({ other }, at, all) =>
        all.slice(at + 1).some(next => compareNames(other.parts, next.other.parts) === 'different'),
      ) ?? false
  const sure: JudgedPair[] = []
  for (const { judged } of merge) (isTorn(judged.left_id) || isTorn(judged.right_id) ? ask : sure).push(judged)
  return { merge: sure.sort((left, right) => right.score - left.score), ask }
}
