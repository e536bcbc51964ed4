import { isAnnulling } from './outcome-kinds.ts'

/** Which cases a linked review annuls, by their numbers. */
type Instance = { id: number; stage: number; result_type: { title: string } | null }
export function annulledAmong(
  cases: readonly Instance[],
  links: readonly { case: number; other: number }[],
): ReadonlySet<number> {
  const reviews = new Set(
    cases.flatMap(({ id, stage, result_type }) =>
      stage === 2 && result_type !== null && isAnnulling(result_type.title) ? [id] : [],
    ),
  )
  const reviewed = links.flatMap(({ case: one, other }) => [
    ...(reviews.has(other) ? [one] : []),
    ...(reviews.has(one) ? [other] : []),
  ])
  const firsts = new Set(cases.flatMap(({ id, stage }) => (stage === 1 ? [id] : [])))
  return new Set(reviewed.filter(id => firsts.has(id)))
}
