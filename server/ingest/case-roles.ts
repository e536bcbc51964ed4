import type { UntoldArticles } from '#shared/domain/participant-roles.ts'
import type { CaseRecord, CaseRecordInput } from './case-record.ts'
import { officeRole } from './office-role.ts'
import { readPersonName } from './person-name.ts'

/**
 * Who of a case is accused, and under what (design §14): pure, from what the source says. A person without an article beside
 * one with an article is not called accused, nor is an office of which the source does not say so.
 */
export type Accused = CaseRecord['defendants'][number]
export type Participant = {
  /** Of `participantRoles`, or as the site writes it. */
  role: string
  name: string
  /** Null: nobody expects any of this role. */
  articles: UntoldArticles | null
  /** The court hides the name of somebody who may be accused. */
  hidden: boolean
}

type Named = NonNullable<CaseRecordInput['defendants']>[number]

/** Whether somebody of whom the source says no role is taken to be accused. */
const byArticles = (defendants: readonly Named[]): ((person: Named) => boolean) => {
  const isTold = ({ articles = [] }: Named): boolean => articles.length > 0
  const isToldOfSome = defendants.some(isTold)
  return person => isTold(person) || !(isToldOfSome || officeRole(person.name))
}

/** Of people who are said to be accused: only where it would not go without saying, so that records stay as they were. */
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
  // Articles of a case that accuses one person, and names nobody else who may be meant, are that person's.
  const isOnly = accused.length === 1 && others.every(({ role }) => role !== 'unknown')
  return only && isOnly && only.articles.length === 0 && only.article_state === undefined
    ? { accused: [{ ...only, articles }], others }
    : { accused, others }
}
