import type { UntoldArticles } from '#shared/domain/participant-roles.ts'
import { readPersonName } from '../names/person-name.ts'
import type { CaseRecord, CaseRecordInput } from './case-record.ts'
import { officeRole } from './office-role.ts'

/**
 * Who of a case is accused, and under what, by what the source says (design §14). Without a role, a person without an article beside one
 * with an article is not accused, nor is an office.
 */
export type Accused = CaseRecord['defendants'][number]
export type Participant = {
  role: string
  name: string
  articles: UntoldArticles | null
  hidden: boolean
}

type Named = NonNullable<CaseRecordInput['defendants']>[number]

const byArticles = (defendants: readonly Named[]): ((person: Named) => boolean) => {
  const isTold = ({ articles = [] }: Named): boolean => articles.length > 0
  const isToldOfSome = defendants.some(isTold)
  return person => isTold(person) || !(isToldOfSome || officeRole(person.name))
}

/** Marks the role only where it would not be assumed, so that records of before stay the same. */
export function saidToBeAccused<P extends Named>(defendants: readonly P[]): (P | (P & { role: 'accused' }))[] {
  const goesWithoutSaying = byArticles(defendants)
  return defendants.map(person => (goesWithoutSaying(person) ? person : { ...person, role: 'accused' }))
}

export function rolesOf({ articles, defendants }: Pick<CaseRecord, 'articles' | 'defendants'>): {
  accused: Accused[]
  others: Participant[]
} {
  const isByArticles = byArticles(defendants)
  const isAccused = (person: Accused): boolean =>
    person.role === undefined ? isByArticles(person) : person.role === 'accused'
  const others = defendants.flatMap((person): Participant[] => {
    if (isAccused(person)) return []
    const role = officeRole(person.name) ?? 'unknown'
    if (role !== 'unknown') return [{ role, name: person.name, articles: null, hidden: false }]
    const hidden = person.hidden ?? readPersonName(person.name).kind === 'hidden'
    return [{ role, name: person.name, articles: person.article_state ?? 'not_told', hidden }]
  })
  const accused = defendants.filter(isAccused)
  const [only] = accused
  const isOnly = accused.length === 1 && others.every(({ role }) => role !== 'unknown')
  return only && isOnly && only.articles.length === 0 && only.article_state === undefined
    ? { accused: [{ ...only, articles }], others }
    : { accused, others }
}
