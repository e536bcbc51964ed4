import { type Kysely, sql } from 'kysely'
import type { TagOutcome, TagRow } from '#shared/api/tags.ts'
import { selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'

/** The case that a row means. What the reader may not see is not found. */
type MeantCase = { id: number; case_number: string; court: string }
export type Finding =
  | { case: MeantCase }
  | { case: null; outcome: Extract<TagOutcome, 'not_found' | 'ambiguous' | 'unreadable'>; why: string }

type Asked = { by: 'id'; id: number } | { by: 'url' | 'uid' | 'number'; text: string }

const ownLink = /^(?:https?:\/\/[^/\s]+)?\/cases\/(?:text\/)?(\d{1,9})\/?(?:[?#].*)?$/i
const bareNumber = /^(?:№\s*)?(\d{1,9})$/
const uid = /^\d{2}[a-z]{2}\d{4}-\d{2}-\d{4}-\d{6}-\d{2}$/i

export function askedCase({ case: text, court }: Pick<TagRow, 'case' | 'court'>): Asked | undefined {
  const said = text.replaceAll(/\s+/g, ' ').trim()
  if (said === '') return undefined
  const number = ownLink.exec(said)?.[1] ?? (court.trim() === '' ? bareNumber.exec(said)?.[1] : undefined)
  if (number !== undefined) return { by: 'id', id: Number(number) }
  if (/^https?:\/\//i.test(said)) return { by: 'url', text: said }
  if (uid.test(said)) return { by: 'uid', text: said.toUpperCase() }
  return { by: 'number', text: said.replace(/^№\s*/, '') }
}

const courtWords = (title: string): string => title.toLowerCase().replaceAll('ё', 'е').replaceAll(/\s+/g, ' ').trim()

export async function findCases(
  db: Kysely<DB>,
  scope: Scope,
  rows: readonly Pick<TagRow, 'case' | 'court'>[],
): Promise<Finding[]> {
  const asked = rows.map(askedCase)
  const texts = (by: 'url' | 'uid' | 'number'): string[] => [
    ...new Set(asked.flatMap(one => (one !== undefined && one.by === by ? [one.text] : []))),
  ]
  const ids = [...new Set(asked.flatMap(one => (one?.by === 'id' ? [one.id] : [])))]
  const visible = selectCases(db, scope, {})
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .select(['court_case.id', 'court_case.case_number', 'court.title as court'])
  const withTexts = async (by: 'url' | 'uid' | 'number', column: 'url' | 'case_uid' | 'case_number') => {
    const wanted = texts(by)
    if (wanted.length === 0) return grouped([])
    const written = sql`${sql.ref(`court_case.${column}`)}${by === 'uid' ? sql` collate "C"` : sql``}`
    const rows = visible.where(sql<boolean>`${written} = any(${wanted})`).select(`court_case.${column} as key`)
    return grouped(await rows.execute())
  }
  const byId =
    ids.length === 0 ? [] : await visible.where(sql<boolean>`court_case.id = any(${ids}::integer[])`).execute()
  const numbered = new Map(byId.map(row => [row.id, row]))
  const keyed = {
    url: await withTexts('url', 'url'),
    uid: await withTexts('uid', 'case_uid'),
    number: await withTexts('number', 'case_number'),
  }

  return asked.map((one, n) => {
    if (one === undefined) return { case: null, outcome: 'unreadable', why: 'Не сказано, какое дело.' }
    if (one.by === 'id') return theOne(numbered.get(one.id))
    const found = keyed[one.by].get(one.text) ?? []
    if (one.by !== 'number') return onlyOne(found)
    return ofCourt(found, rows[n]?.court ?? '')
  })
}

type Found = MeantCase & { key: string | null }
const grouped = (rows: readonly Found[]): ReadonlyMap<string, Found[]> => Map.groupBy(rows, ({ key }) => key ?? '')
const meant = ({ id, case_number, court }: MeantCase): MeantCase => ({ id, case_number, court })
const absent = (why: string): Finding => ({ case: null, outcome: 'not_found', why })
const unsure = (why: string): Finding => ({ case: null, outcome: 'ambiguous', why })
const theOne = (row: MeantCase | undefined): Finding =>
  row ? { case: meant(row) } : absent('Такого дела нет или оно вам не видно.')

function onlyOne(found: readonly Found[]): Finding {
  if (found.length > 1) return unsure(`Таких дел ${found.length}: укажите номер в Судмониторе.`)
  return theOne(found[0])
}

/** By the exact title of the court; else by the only title that contains the text or is contained in it. */
function ofCourt(found: readonly Found[], court: string): Finding {
  const asked = courtWords(court)
  // «5-209/2026» is a case of every court.
  if (asked === '') return unsure('Один номер дела бывает у многих судов: укажите суд.')
  const same = found.filter(row => courtWords(row.court) === asked)
  if (same.length > 0) return onlyOne(same)
  const near = found.filter(row => courtWords(row.court).includes(asked) || asked.includes(courtWords(row.court)))
  return near.length > 0 ? onlyOne(near) : absent('В этом суде такого дела нет или оно вам не видно.')
}
