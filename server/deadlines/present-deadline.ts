import type { DeadlineRow } from '#shared/api/deadlines.ts'
import type { Deadline } from '#shared/domain/deadlines/calculated-deadline.ts'
import { type LawSource, lawSources } from '#shared/domain/deadlines/law-sources.ts'
import type { LegalTerm } from '#shared/domain/deadlines/legal-term.ts'
import { legalTerms, type TermId } from '#shared/domain/deadlines/legal-terms.ts'

export const presentDeadline = ({ isPast, isWhoseUnclear, whyNot, term, ...one }: Deadline): DeadlineRow => ({
  ...one,
  is_past: isPast,
  why_not: whyNot,
  is_whose_unclear: isWhoseUnclear,
  edition: editionOf(term),
})

function editionOf(id: TermId): DeadlineRow['edition'] {
  const { article, law, since, until, sources, confidence, status }: LegalTerm = legalTerms[id]
  const all = sources.map((source): LawSource => lawSources[source])
  const { title, url } = all.find(source => source.url !== undefined) ?? all[0] ?? { title: '' }
  return {
    term: id,
    article,
    law: law ?? null,
    since: since ?? null,
    until: until ?? null,
    source: { title, url: url ?? null },
    confidence,
    status,
  }
}
