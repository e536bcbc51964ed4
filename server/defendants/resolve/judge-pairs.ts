import { z } from 'zod'
import {
  type EvidenceKind,
  evidenceKinds,
  type KnownRelation,
  nameRelations,
  type PairVerdict,
  pairVerdicts,
} from '#shared/domain/person-evidence.ts'
import { compareNames } from './compare-names.ts'
import type { FoundPair } from './find-pairs.ts'
import type { WeighedPair } from './pair-evidence.ts'
import { isUnlikely, type Judgement, scorePair } from './score-pair.ts'

export type JudgedPair = {
  left_id: number
  right_id: number
  score: number
  name_relation: KnownRelation
  evidence: EvidenceKind[]
}

export type JudgedPairs = { merge: JudgedPair[]; ask: JudgedPair[]; leave: Ends[] }
type Ends = Pick<JudgedPair, 'left_id' | 'right_id'>

/** `asked`: open pairs with a sufficient score; their names can prevent a merge too. */
export function judgePairs(pairs: readonly WeighedPair[], asked: readonly FoundPair[]): JudgedPairs {
  const found: Record<Judgement, { pair: FoundPair; judged: JudgedPair }[]> = { merge: [], ask: [], leave: [] }
  const unlike: Ends[] = []
  for (const pair of pairs) {
    const ends = { left_id: pair.left.id, right_id: pair.right.id }
    if (pair.relation === 'different') {
      unlike.push(ends)
      continue
    }
    const { judgement, ...rest } = scorePair(pair.relation, pair.found)
    const judged = { ...ends, name_relation: pair.relation, ...rest }
    const isForNobody = judgement === 'ask' && pair.ofMany && isUnlikely(rest.score)
    found[isForNobody ? 'leave' : judgement].push({ pair, judged })
  }
  const partners = Map.groupBy(
    [...found.merge.map(({ pair }) => pair), ...asked].flatMap(({ left, right }) => [
      { id: left.id, other: right },
      { id: right.id, other: left },
    ]),
    ({ id }) => id,
  )
  /** «Петров П.И.» matches both Пётр and Павел: ambiguous. */
  const isAmbiguousFor = (id: number): boolean =>
    partners
      .get(id)
      ?.some(({ other }, at, all) =>
        all.slice(at + 1).some(next => compareNames(other.parts, next.other.parts) === 'different'),
      ) ?? false
  const ask = found.ask.map(({ judged }) => judged)
  const sure: JudgedPair[] = []
  for (const { judged } of found.merge)
    (isAmbiguousFor(judged.left_id) || isAmbiguousFor(judged.right_id) ? ask : sure).push(judged)
  return {
    merge: sure.sort((left, right) => right.score - left.score),
    ask,
    leave: [...unlike, ...found.leave.map(({ judged }) => judged)],
  }
}

/** Stored reasons; kinds unknown to this version are left out. */
export type Reasons = { name_relation: KnownRelation; evidence: EvidenceKind[] }

const relation = z.enum(nameRelations).catch('full')
const kinds = z.array(z.enum(evidenceKinds).nullable().catch(null))

export const mergeReasons = (row: { name_relation: string; evidence: readonly string[] }): Reasons => ({
  name_relation: relation.parse(row.name_relation),
  evidence: kinds.parse(row.evidence).filter(kind => kind !== null),
})
export const readVerdict = (verdict: string): PairVerdict => z.enum(pairVerdicts).catch('open').parse(verdict)
