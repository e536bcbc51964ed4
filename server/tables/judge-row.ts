import type { CaseCandidate, RowAgreement } from '#shared/api/set-import.ts'
import { isSameNumber } from '#shared/tables/case-reference.ts'
import type { WrittenArticle, WrittenName } from '#shared/tables/cells.ts'
import { nameInCell, namesMeet } from '#shared/tables/cells.ts'
import type { MeantCourts } from './meant-courts.ts'

/** Whether a row of a table means one of the cases that something in it points to. Pure: what is doubtful is asked, never decided. */
/** A case of the reader's regions; `people`: who is not hidden. */
export type ComparedCase = {
  id: number
  case_number: string
  court_id: number
  court: string
  people: readonly string[]
  days: readonly string[]
  articles: readonly string[]
}
/** `reference`: which of the row’s references it is that points there; a name is none. */
export type Pointed = {
  case: ComparedCase
  by: 'id' | 'url' | 'uid' | 'protocol' | 'number' | 'alike' | 'name'
  reference?: number
}
export type RowAsked = {
  /** What the row names a case by, as it is written; empty: nothing that can be read. */
  reference: string
  /** Those of its references that are numbers of cases. */
  numbers: readonly string[]
  courts: (MeantCourts & { written: string }) | undefined
  names: readonly WrittenName[]
  day: string | undefined
  article: WrittenArticle | undefined
}
export type RowMatch =
  | { outcome: 'found'; case: CaseCandidate }
  | { outcome: 'perhaps'; candidates: CaseCandidate[]; why: string }
  | { outcome: 'not_found'; why: string }

type Weighed = CaseCandidate & {
  differs: ReadonlySet<'court' | 'name' | 'number'>
  isStrong: boolean
  isWritten: boolean
  /** Its strong ones. */
  references: ReadonlySet<number>
}
export const mostCandidates = 5

function weigh(row: RowAsked, { case: one, by, reference }: Pointed): Weighed {
  const agrees: RowAgreement[] = []
  const differs = new Set<'court' | 'name' | 'number'>()
  if (by === 'id' || by === 'url') agrees.push('link')
  else if (by === 'uid' || by === 'protocol') agrees.push(by)
  else if (by !== 'name') agrees.push('number')
  if (row.courts !== undefined && row.courts.ids.length > 0)
    if (row.courts.ids.includes(one.court_id)) agrees.push('court')
    else differs.add('court')
  const meets = row.names.flatMap(name => one.people.flatMap(person => meeting(name, person) ?? []))
  const meet = (['full', 'initials', 'surname'] as const).find(kind => meets.includes(kind))
  if (meet !== undefined) agrees.push(meet === 'full' ? 'name' : meet)
  else if (row.names.length > 0 && one.people.length > 0) differs.add('name')
  if (!row.numbers.every(number => isSameNumber(number, one.case_number))) differs.add('number')
  const day = row.day !== undefined && one.days.includes(row.day) ? row.day : null
  if (day !== null) agrees.push('day')
  if (row.article !== undefined && one.articles.includes(articleText(row.article))) agrees.push('article')
  const { id, case_number, court, people } = one
  const isStrong = by === 'id' || by === 'url' || by === 'uid' || by === 'protocol'
  return {
    id,
    case_number,
    court,
    people: people.slice(0, 5),
    day: day ?? one.days[0] ?? null,
    agrees,
    differs,
    isStrong,
    isWritten: by === 'number',
    references: new Set(isStrong && reference !== undefined ? [reference] : []),
  }
}
const meeting = (name: WrittenName, person: string) => {
  const other = nameInCell(person)
  return other === undefined ? undefined : namesMeet(name, other)
}
const articleText = ({ number, part }: WrittenArticle): string => (part === '' ? number : `${number} ${part}`)

const shown = ({ differs: _, isStrong: __, isWritten: ___, references: ____, ...candidate }: Weighed): CaseCandidate =>
  candidate
const byAgreement = (a: Weighed, b: Weighed): number => b.agrees.length - a.agrees.length || a.id - b.id
const perhaps = (candidates: readonly Weighed[], why: string): RowMatch => ({
  outcome: 'perhaps',
  why,
  candidates: candidates.toSorted(byAgreement).slice(0, mostCandidates).map(shown),
})
/** One court, or several of one title, of which one has such a case. */
const isOneCourt = ({ courts }: RowAsked): boolean =>
  courts !== undefined && (courts.ids.length === 1 || courts.isWhole)
/** The whole name tells whose number it is, unless the row names a court that nobody knows. */
const isNamedWhole = ({ courts }: RowAsked, { agrees }: Weighed): boolean =>
  agrees.includes('name') && courts?.ids.length !== 0
const isSamePerson = ({ agrees }: Weighed): boolean => agrees.includes('name') || agrees.includes('initials')

export function judgeRow(row: RowAsked, pointed: readonly Pointed[]): RowMatch {
  const all = [...Map.groupBy(pointed, one => one.case.id).values()].map(same =>
    joined(same.map(one => weigh(row, one))),
  )
  return doubted(judged(row, all), all)
}

function judged(row: RowAsked, all: readonly Weighed[]): RowMatch {
  const referred = all.filter(({ isStrong, agrees }) => isStrong || agrees.includes('number'))
  const here = referred.filter(({ differs }) => !differs.has('court'))
  if (here.length > 0) return ofReferred(row, narrowed(here))
  if (referred.some(({ isStrong }) => isStrong))
    return perhaps(
      referred.filter(({ isStrong }) => isStrong),
      'В таблице указан другой суд.',
    )
  return byName(row, all)
}
/** A row that contradicts itself is asked about: a review has the УИД of its first instance, and a link may be of the line above. */
function doubted(match: RowMatch, all: readonly Weighed[]): RowMatch {
  if (match.outcome !== 'found') return match
  const strong = all.filter(({ isStrong }) => isStrong)
  const found = all.filter(({ id }) => id === match.case.id)
  const others = all.filter(({ isWritten, differs }) => isWritten && !differs.has('court'))
  const possible = [...new Set([...found, ...strong, ...others])]
  if (found.some(({ differs }) => differs.has('number'))) return perhaps(possible, 'В таблице указан другой номер.')
  const isElsewhere = strong.some(({ references }) =>
    [...references].some(reference => !found.some(own => own.references.has(reference))),
  )
  return isElsewhere ? perhaps(possible, 'В таблице указано и другое дело.') : match
}

/** One case may be pointed to by its УИД and by its number. */
function joined(same: readonly Weighed[]): Weighed {
  const [first, ...others] = same
  if (first === undefined) throw new Error('a case that nothing points to')
  return {
    ...first,
    agrees: [...new Set([first, ...others].flatMap(({ agrees }) => agrees))],
    isStrong: same.some(({ isStrong }) => isStrong),
    isWritten: same.some(({ isWritten }) => isWritten),
    references: new Set(same.flatMap(({ references }) => [...references])),
  }
}
/** УИД and number together say more than either. */
function narrowed(cases: readonly Weighed[]): readonly Weighed[] {
  const both = cases.filter(({ isStrong, agrees }) => isStrong && agrees.includes('number'))
  if (both.length > 0) return both
  const strong = cases.filter(({ isStrong }) => isStrong)
  if (strong.length > 0) return strong
  const written = cases.filter(({ isWritten }) => isWritten)
  return written.length > 0 ? written : cases
}

function ofReferred(row: RowAsked, cases: readonly Weighed[]): RowMatch {
  const [only] = cases
  if (only === undefined) return { outcome: 'not_found', why: absent(row) }
  if (cases.length > 1) {
    const same = cases.filter(isSamePerson)
    if (same.length === 1 && same[0] !== undefined && (isOneCourt(row) || isNamedWhole(row, same[0])))
      return { outcome: 'found', case: shown(same[0]) }
    const isOfOneCourt = only.isStrong || isOneCourt(row)
    return perhaps(
      same.length > 0 ? same : cases,
      isOfOneCourt ? `Таких дел ${cases.length}: выберите нужное.` : whichCourt(row),
    )
  }
  if (only.differs.has('name')) return perhaps(cases, 'В деле указано другое лицо.')
  if (only.isStrong || isNamedWhole(row, only)) return { outcome: 'found', case: shown(only) }
  if (isOneCourt(row) && (only.isWritten || isSamePerson(only))) return { outcome: 'found', case: shown(only) }
  if (isOneCourt(row)) return perhaps(cases, 'Номер отличается нулём в начале.')
  return isSamePerson(only) && only.agrees.includes('court')
    ? { outcome: 'found', case: shown(only) }
    : perhaps(cases, whichCourt(row))
}
const whichCourt = ({ courts }: RowAsked): string => {
  if (courts === undefined) return 'Один номер дела бывает у многих судов: укажите суд.'
  return courts.ids.length === 0
    ? `Непонятно, какой это суд: «${courts.written}».`
    : 'Судов с таким названием несколько.'
}

/** A name alone is of many people: with the court or the day, it is asked. */
function byName(row: RowAsked, all: readonly Weighed[]): RowMatch {
  const near = all.filter(
    one =>
      isSamePerson(one) && !one.differs.has('court') && (one.agrees.includes('court') || one.agrees.includes('day')),
  )
  const onDay = near.filter(({ agrees }) => agrees.includes('day'))
  const best = onDay.length > 0 ? onDay : near
  if (best.length === 0) return { outcome: 'not_found', why: absent(row) }
  if (best.length > mostCandidates)
    return { outcome: 'not_found', why: `Дел с таким именем ${best.length}: укажите номер.` }
  return perhaps(
    best,
    `${row.reference === '' ? 'Номера в строке нет' : 'По номеру дело не нашлось'}. Возможно, это одно из дел ниже.`,
  )
}

function absent(row: RowAsked): string {
  if (row.reference !== '')
    return row.courts === undefined || row.courts.ids.length === 0
      ? 'Такого дела нет или оно вам не видно.'
      : 'В этом суде такого дела нет или оно вам не видно.'
  if (row.names.length === 0) return 'Не сказано, какое дело.'
  if (row.courts === undefined && row.day === undefined) return 'Одного имени мало: укажите номер, суд или дату.'
  return 'Нет номера, и по имени дело не нашлось.'
}
