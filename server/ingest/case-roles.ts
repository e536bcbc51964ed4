import type { Codex } from '#shared/domain/codex.ts'
import { opensAsCompany, type ParticipantRole, type UntoldArticles } from '#shared/domain/participant-roles.ts'
import { readPersonName } from '../names/person-name.ts'
import type { CaseRecord, CaseRecordInput } from './case-record.ts'

/**
 * Which participants are accused, and of what, according to the source (design §14). Of participants without a role, offices are not accused, nor is
 * a person without an article if another has one.
 */
export type Accused = CaseRecord['defendants'][number]
export type Participant = { role: string; name: string; articles: UntoldArticles | null; hidden: boolean }

type Named = NonNullable<CaseRecordInput['defendants']>[number]

const byArticles = (defendants: readonly Named[]): ((person: Named) => boolean) => {
  const isTold = ({ articles = [] }: Named): boolean => articles.length > 0
  const isToldOfSome = defendants.some(isTold)
  return person => isTold(person) || !(isToldOfSome || officeRole(person.name))
}

/** States the role only where it would not be inferred, so that earlier records stay the same. */
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

/**
 * The role given by the name of an office: «Прокуратура Центрального района», «адвокат Иванов И.И.», «УУП ОП № 5». «Прокуроров Иван Ильич» is a name;
 * companies and political parties may be accused.
 */
const party = /политическ\p{L}* парти/iu

const words: readonly (readonly [RegExp, ParticipantRole])[] = [
  [/(?<!\p{L})(?:адвокат|защитник)|(?<!\p{L})в защиту(?!\p{L})|(?<!\p{L})в интересах(?!\p{L})/iu, 'advocate'],
  [/(?<!\p{L})прокур|(?<!\p{L})гос(?:ударственный |\. ?)?обвинител/iu, 'prosecutor'],
  [/(?<!\p{L})представител/iu, 'representative'],
  [/мвд|гибдд/iu, 'authority'],
  [
    /(?<!\p{L})(?:УМВЛ|ИДПС|ДПС|ППСП?|УУП|УПП|ОУУП|ПДН|ПНД|ОДН|ИАЗ|ОП|ОСП|РОСП|УФСИН|ФСИН|УФССП|ФССП|ФСБ|УФСБ|МЧС)(?!\p{L})/u,
    'authority',
  ],
  [
    /(?<!\p{L})(?:полици|полицейск|инспек|начальник|заместител|командир|управлени|министерств|администрац|отдел|дознавател|участков|уполномоченн|оперуполномоченн|следовател|комисси|комитет|департамент|росгварди|войсков|пристав|служб|рос\p{L}{2,20}надзор|угадн|цафап)/iu,
    'authority',
  ],
  // They take part, and it is not told as what.
  [
    /^(?:потерпевш\p{L}{2}|заявитель(?:ница)?|взыскатель|свидетель|частн\p{L}{2} обвинитель|эксперт|переводчик|понят(?:ой|ая)|истец|ответчик)(?!\p{L})/iu,
    'unknown',
  ],
]

export function officeRole(name: string): ParticipantRole | undefined {
  const role = words.find(([pattern]) => pattern.test(name))?.[1]
  if (role === undefined || opensAsCompany(name) || party.test(name)) return undefined
  return readPersonName(name).kind === 'other' ? role : undefined
}

/** Authorities can violate КоАП; only people commit crimes. */
function isNeverAccused(name: string, codex: Codex): boolean {
  const role = officeRole(name)
  return role !== undefined && (codex === 'uk' || role !== 'authority')
}

/** If an article is matched to an office, the lists of people and articles are misaligned: only the first pair is certain. */
export function certainPositions<P extends { name: string }>(
  people: readonly P[],
  codex: Codex,
  hasArticle: (person: P) => boolean,
): (place: number) => boolean {
  const out = people.findIndex(person => hasArticle(person) && isNeverAccused(person.name, codex))
  return place => out < 0 || (place === 0 && out > 0)
}
