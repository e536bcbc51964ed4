import { type EvidenceKind, evidenceKinds, type KnownRelation, strongEvidence } from '#shared/domain/person-evidence.ts'
import type { NameRelation } from './compare-names.ts'

/**
 * The score of a pair: points of the name relation plus points of each piece of evidence. Points were fitted on pairs of a registry
 * (docs/people-resolution.md).
 */
export type Evidence = Partial<Record<EvidenceKind, boolean>>

const namePoints: Readonly<Record<KnownRelation, number>> = {
  // Namesakes may share it.
  full: 3.5,
  typing_given: 2.5,
  typing_surname: 1.5,
  double_surname: 2.5,
  transliterated: 2,
  no_father: 1.5,
  initials: 1,
  one_initial: 0,
  initials_typing: 0,
}
const evidencePoints: Readonly<Record<EvidenceKind, number>> = {
  // In one matter the name occurs once.
  same_uid: 6,
  linked: 6,
  former_number: 6,
  same_protocol: 6,
  near_in_court: 3,
  near_in_city: 1.5,
  // A case of the court above in the region, soon after the decision, same article.
  appeal_follows: 2.5,
  // The appeal may follow a decision of another court about a namesake.
  appeal_of_several: -1.5,
  same_court: 1,
  same_city: 0.5,
  other_city: -0.5,
  same_region: 1,
  other_region: -1,
  same_article: 0.5,
  long_apart: -0.5,
  // By frequency of the full name, or of the surname when the name is not full.
  rare_full_name: 1.5,
  common_full_name: -2,
  rare_name: 1.5,
  common_name: -2,
  // Both are surnames, so no misspelling; asked about only with other evidence.
  two_surnames: 0,
  // Others have the same surname and initials.
  namesakes: -1.5,
  // Both are on one case: the court tells them apart.
  together: -12,
}

export const thresholds = { merge: 6, ask: 4.5 } as const
export type Judgement = 'merge' | 'ask' | 'leave'
type Scored = { score: number; judgement: Judgement; evidence: EvidenceKind[] }
export const isUnlikely = (score: number): boolean => score < thresholds.ask
export const isEnough = (score: number): boolean => score >= thresholds.merge
export const isStrong = (evidence: readonly EvidenceKind[]): boolean => evidence.some(kind => strongEvidence.has(kind))

export function scorePair(name: NameRelation, found: Evidence): Scored {
  const evidence = evidenceKinds.filter(kind => found[kind] === true)
  if (name === 'different') return { score: 0, judgement: 'leave', evidence }
  const score = evidence.reduce((sum, kind) => sum + evidencePoints[kind], namePoints[name])
  return { score, judgement: judge(name, score, found, isStrong(evidence)), evidence }
}

function judge(name: KnownRelation, score: number, found: Evidence, strong: boolean): Judgement {
  if (found.two_surnames) return strong && score >= thresholds.ask ? 'ask' : 'leave'
  if (score >= thresholds.merge || (name === 'full' && isOnePersonAtIngest(found))) return 'merge'
  if (score >= thresholds.ask || (name === 'full' && isToBeAsked(found))) return 'ask'
  return 'leave'
}
/** One full name in one court, in two spellings; checked at ingest (decision 0060). */
const isOnePersonAtIngest = ({ same_court, near_in_court, namesakes, together }: Evidence): boolean =>
  (same_court === true || near_in_court === true) && namesakes !== true && together !== true
const isToBeAsked = (found: Evidence): boolean =>
  found.together !== true && (found.same_region === true || found.common_full_name !== true)
