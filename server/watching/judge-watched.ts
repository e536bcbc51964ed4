import type { WatchEvidence } from '#shared/api/set-watch.ts'
import type { WatchFact, WatchKind } from '#shared/domain/set-watch.ts'
import { articleInCell } from '#shared/tables/cells.ts'
import { likeness, numberKeys, type ReadWatchedName, readWatchedName } from './name-keys.ts'

/**
 * Whether a case is the one that a watched row means. Pure. Prefers «perhaps» over «found»: a name is found only if it
 * matches letter by letter an accused whose name the base knows for one person only, and if something else agrees and
 * nothing contradicts (decision 0105).
 */
export type WatchedRow = {
  id: number
  kind: WatchKind
  text: string
  courts: readonly number[]
  region: number | null
  article: string
  day: string | null
}
export type WatchedCaseFacts = {
  id: number
  court_id: number
  region: number
  case_number: string
  case_uid: string | null
  articles: readonly string[]
  days: readonly string[]
  people: readonly WatchedPerson[]
}
/** `articles`: of this person; empty when unknown (decision 0058). */
export type WatchedPerson = { name: string; is_accused: boolean; articles: readonly string[] }
/** `people`: known people with exactly this full name; `isCommon`: so common that one known bearer proves nothing. */
export type Bearers = { people: number; isCommon: boolean }
export type Judged = { state: 'found' | 'perhaps'; evidence: WatchEvidence }

type Facts = { agrees: WatchFact[]; differs: WatchFact[] }
function factsOf(row: WatchedRow, one: WatchedCaseFacts, person?: WatchedPerson): Facts {
  const facts: Facts = { agrees: [], differs: [] }
  const tell = (fact: WatchFact, agrees: boolean): unknown => (agrees ? facts.agrees : facts.differs).push(fact)
  if (row.courts.length > 0) tell('court', row.courts.includes(one.court_id))
  if (row.region !== null) tell('region', row.region === one.region)
  const article = articleInCell(row.article)
  if (article !== undefined) {
    const isSuch = (other: string): boolean =>
      article.part === '' ? other.split(' ')[0] === article.number : other === `${article.number} ${article.part}`
    const own = person?.articles ?? one.articles
    // An article of the case may belong to somebody else: without the person's own articles it proves nothing.
    if (own.length > 0) tell('article', own.some(isSuch))
    else if (one.articles.length > 0 && !one.articles.some(isSuch)) tell('article', false)
  }
  // A day that the case does not have yet contradicts nothing.
  if (row.day !== null && one.days.includes(row.day)) facts.agrees.push('day')
  return facts
}

const noBearers: Bearers = { people: 0, isCommon: true }

/** Undefined when the row does not mean this case. */
export function judgeWatched(
  row: WatchedRow,
  one: WatchedCaseFacts,
  bearersOf: (full: string) => Bearers | undefined,
): Judged | undefined {
  if (row.kind === 'name')
    return best(one.people.flatMap(person => judgeName(row, person, factsOf(row, one, person), bearersOf) ?? []))
  const facts = factsOf(row, one)
  const evidence = { ...facts, spelling: null, name: '', several: false, is_accused: false }
  if (row.kind === 'uid') return one.case_uid === row.text ? { state: 'found', evidence } : undefined
  const written = new Set(numberKeys(row.text))
  if (!numberKeys(one.case_number).some(key => written.has(key)) || facts.differs.includes('court')) return undefined
  // A number identifies a case within one court; courts with equal titles each have their own.
  return { state: row.courts.length === 1 ? 'found' : 'perhaps', evidence }
}
const best = (all: readonly Judged[]): Judged | undefined => all.toSorted((a, b) => strengthOf(b) - strengthOf(a))[0]
export const strengthOf = ({ state, evidence: { spelling, agrees, differs } }: Judged): number =>
  (state === 'found' ? 100 : 0) +
  4 * agrees.length -
  4 * differs.length +
  (spelling === 'same' ? 3 : spelling === 'spelling' ? 2 : 0)

function judgeName(
  row: WatchedRow,
  person: WatchedPerson,
  facts: Facts,
  bearersOf: (full: string) => Bearers | undefined,
): Judged | undefined {
  const [watched, other] = [readOnce(row.text), readOnce(person.name)]
  const spelling = watched && other && likeness(watched, other)
  if (watched === undefined || other === undefined || spelling === undefined) return undefined
  const { agrees, differs } = facts
  const isElsewhere = differs.includes('court') || differs.includes('region')
  const isWeak = spelling !== 'same' && spelling !== 'spelling' && spelling !== 'typing'
  if (isWeak && isElsewhere) return undefined
  const sure = agrees.filter(fact => fact !== 'region' && (fact !== 'court' || row.courts.length === 1))
  if (spelling === 'surname' && sure.length === 0) return undefined
  const bearers = (watched.full === undefined ? undefined : bearersOf(watched.full)) ?? noBearers
  const several = bearers.people > 1
  const isProved = bearers.isCommon ? sure.length > 1 : sure.length > 0 || agrees.includes('region')
  const isFound = spelling === 'same' && person.is_accused && bearers.people === 1 && differs.length === 0 && isProved
  const evidence = { ...facts, spelling, name: person.name, several, is_accused: person.is_accused }
  return { state: isFound ? 'found' : 'perhaps', evidence }
}

/** Cached, because one name is compared with many. */
const read = new Map<string, ReadWatchedName | undefined>()
const mostKept = 20_000
export function readOnce(written: string): ReadWatchedName | undefined {
  if (!read.has(written)) {
    if (read.size >= mostKept) read.clear()
    read.set(written, readWatchedName(written))
  }
  return read.get(written)
}
