import type { Kysely } from 'kysely'
import type { TagOutcome } from '#shared/api/tags.ts'
import {
  type CaseReference,
  isNumber,
  numberSpellings,
  protocolSpellings,
  referenceOf,
} from '#shared/tables/case-reference.ts'
import { articleInCell, dayInCell, nameInCell } from '#shared/tables/cells.ts'
import { isEmptyCell } from '#shared/tables/columns.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { judgeRow, type Pointed, type RowAsked, type RowMatch } from './judge-row.ts'
import { type CourtReader, readCourts } from './meant-courts.ts'
import { casesSeen, namedCases, type PointerAsked, pointedCases } from './pointed-cases.ts'

/** Which cases rows of a table mean, all of them at once: what the reader may not see is not found. */
export type MeantRow = {
  /** A number, УИД, link or number here; each may stand in a column of its own. */
  references: readonly string[]
  /** Of a column that is said to have numbers here: digits are one, whatever court stands beside them. */
  ids?: readonly string[]
  protocol?: string
  court: string
  name?: string
  date?: string
  article?: string
}

export async function findMeantCases(
  db: Kysely<DB>,
  scope: Scope,
  rows: readonly MeantRow[],
  courts?: CourtReader,
): Promise<RowMatch[]> {
  if (rows.length === 0) return []
  const readCourt = courts ?? (rows.some(({ court }) => court.trim() !== '') ? await readCourts(db) : undefined)
  const asked = rows.map(row => askedOf(row, readCourt))
  const wanted = asked.flatMap((row, n) => row.references.map(({ reference }) => ({ n, row, reference })))
  const byReference = await pointedCases(
    db,
    scope,
    wanted.map(({ row, reference }, at): PointerAsked => wantedOf(at, row, reference)),
  )
  const pointed = Map.groupBy(
    wanted.flatMap(({ n }, reference) => (byReference[reference] ?? []).map(found => ({ n, reference, ...found }))),
    ({ n }) => n,
  )
  const unmet = asked.flatMap(({ names, courts, day }, n) =>
    !pointed.has(n) && (courts !== undefined || day !== undefined)
      ? names.map(name => ({ n, name, courts: courts?.ids ?? [], day }))
      : [],
  )
  const named = await namedCases(db, scope, unmet)
  const ids = [...pointed.values(), ...Object.values(named)].flatMap(found => found.map(({ id }) => id))
  const seen = await casesSeen(db, scope, [...new Set(ids)], {
    days: [...new Set(asked.flatMap(({ day }) => day ?? []))],
    areArticlesAsked: asked.some(({ article }) => article !== undefined),
  })
  return asked.map((row, n) =>
    judgeRow(
      row,
      [...(pointed.get(n) ?? []), ...(named[n] ?? [])].flatMap(({ id, ...how }): Pointed[] => {
        const one = seen.get(id)
        return one === undefined ? [] : [{ case: one, ...how }]
      }),
    ),
  )
}

type Asked = RowAsked & { references: { reference: CaseReference }[] }
const cellOf = (cell: string | undefined): string => (cell === undefined || isEmptyCell(cell) ? '' : cell)
function askedOf(row: MeantRow, readCourt: CourtReader | undefined): Asked {
  const court = cellOf(row.court)
  const ids = row.ids ?? []
  const written = [
    ...ids.map(text => referenceOf({ case: cellOf(text), court: '' })),
    ...row.references.map(text => referenceOf({ case: cellOf(text), court })),
  ]
  const references = written.flatMap(reference => (reference === undefined ? [] : [{ reference }]))
  const protocol = cellOf(row.protocol)
  if (protocol !== '') references.push({ reference: { by: 'protocol', text: protocol } })
  const names = cellOf(row.name)
    .split(/[,;\n]/)
    .flatMap(name => nameInCell(name) ?? [])
  return {
    references,
    numbers: references.flatMap(({ reference }) =>
      reference.by === 'number' && isNumber(reference.text) ? [reference.text] : [],
    ),
    reference:
      references.length === 0 ? '' : ([...ids, ...row.references].find(text => cellOf(text) !== '') ?? protocol),
    courts: court === '' || readCourt === undefined ? undefined : { ...readCourt(court), written: court },
    names,
    day: dayInCell(row.date ?? ''),
    article: articleInCell(row.article ?? ''),
  }
}
const wantedOf = (n: number, { courts, names: [name] }: Asked, reference: CaseReference): PointerAsked => {
  if (reference.by === 'id') return { n, by: 'id', id: reference.id }
  if (reference.by === 'protocol') return { n, by: 'protocol', texts: protocolSpellings(reference.text) }
  if (reference.by !== 'number') return { n, by: reference.by, texts: [reference.text] }
  const { same, alike } = numberSpellings(reference.text)
  return { n, by: 'number', texts: same, alike, courts: courts?.ids ?? [], name }
}

/** As tables of tags and lists of cases tell it: a case, or why none. */
type MeantCase = { id: number; case_number: string; court: string }
type Finding =
  | { case: MeantCase }
  | { case: null; outcome: Extract<TagOutcome, 'not_found' | 'ambiguous' | 'unreadable'>; why: string }

export async function findCases(
  db: Kysely<DB>,
  scope: Scope,
  rows: readonly { case: string; court: string }[],
): Promise<Finding[]> {
  const matches = await findMeantCases(
    db,
    scope,
    rows.map(row => ({ references: [row.case], court: row.court })),
  )
  return matches.map((match, n): Finding => {
    if (match.outcome === 'found') {
      const { id, case_number, court } = match.case
      return { case: { id, case_number, court } }
    }
    const isBlank = match.outcome === 'not_found' && cellOf(rows[n]?.case).trim() === ''
    return {
      case: null,
      outcome: isBlank ? 'unreadable' : match.outcome === 'perhaps' ? 'ambiguous' : 'not_found',
      why: match.why,
    }
  })
}
