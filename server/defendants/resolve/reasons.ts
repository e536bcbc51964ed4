import { z } from 'zod'
import {
  type EvidenceKind,
  evidenceKinds,
  type KnownRelation,
  nameRelations,
  type PairVerdict,
  pairVerdicts,
} from '#shared/domain/person-evidence.ts'

/** Stored reasons; kinds unknown to this version are left out. */
export type Reasons = { name_relation: KnownRelation; evidence: EvidenceKind[] }

const relation = z.enum(nameRelations).catch('full')
const kinds = z.array(z.enum(evidenceKinds).nullable().catch(null))

export const mergeReasons = (row: { name_relation: string; evidence: readonly string[] }): Reasons => ({
  name_relation: relation.parse(row.name_relation),
  evidence: kinds.parse(row.evidence).filter(kind => kind !== null),
})
export const readVerdict = (verdict: string): PairVerdict => z.enum(pairVerdicts).catch('open').parse(verdict)
