import { type EvidenceKind, evidenceKinds, type KnownRelation } from '#shared/domain/person-evidence.ts'
import type { NameRelation } from './compare-names.ts'

/**
 * How sure it is that two people are one: a name gives a beginning, each piece of evidence adds to it or takes from it. Pure;
 * the tables below are all there is to it. Points were set by looking at pairs of a registry (docs/people-resolution.md).
 */
export type Evidence = Partial<Record<EvidenceKind, boolean>>

const namePoints: Readonly<Record<KnownRelation, number>> = {
  full: 4,
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
  // One matter: a person of such a name stands there once.
  same_uid: 6,
  linked: 6,
  former_number: 6,
  same_protocol: 6,
  // The same court, article and time.
  near_in_court: 3,
  // A case of the first instance, and one above it in the region a while after its decision, about the same article.
  appeal_follows: 2.5,
  // A decision of another court, about somebody of that surname and initials, may be what it follows.
  appeal_of_several: -1.5,
  same_court: 1,
  same_region: 1,
  other_region: -1,
  same_article: 0.5,
  rare_name: 1.5,
  common_name: -2,
  // Others are known in full by the same surname and initials.
  namesakes: -1.5,
  // Both stand on one case: the court itself tells them apart.
  together: -12,
}

const thresholds = { merge: 6, ask: 4.5 } as const
export type Judgement = 'merge' | 'ask' | 'leave'
export type Scored = { score: number; judgement: Judgement; evidence: EvidenceKind[] }

export function scorePair(name: NameRelation, found: Evidence): Scored {
  const evidence = evidenceKinds.filter(kind => found[kind] === true)
  if (name === 'different') return { score: 0, judgement: 'leave', evidence }
  const score = evidence.reduce((sum, kind) => sum + evidencePoints[kind], namePoints[name])
  const judgement = score >= thresholds.merge ? 'merge' : score >= thresholds.ask ? 'ask' : 'leave'
  return { score, judgement, evidence }
}
