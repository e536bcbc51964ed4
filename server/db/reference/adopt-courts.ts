import { type Kysely, sql } from 'kysely'
import { plainCourtTitle } from '#shared/domain/court-kinds.ts'
import { mistakenRegions } from '#shared/domain/regions.ts'
import type { DB } from '../schema.ts'
import { moveCourt } from './move-court.ts'
import { referenceCourtRows, referenceMagistrates } from './tables.ts'

/** Courts learned from cases are merged with their rows in the reference, so that none stands twice. */
type Known = { id: number; title: string; region: number; vnkod: string | null; has_cases: boolean }
type Told = { title: string; region: number; vnkod: string | null }

export async function adoptCourts(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<Known>`
    select id, title, region, vnkod, exists (select from court_case where court_id = court.id) as has_cases
    from court order by id`.execute(db)
  if (rows.length === 0) return
  const all: Told[] = [...referenceCourtRows(), ...referenceMagistrates()]
  const toldOf = reference(all)
  const known = new Map(rows.map(row => [exactKey(row), row]))
  const named = new Set(all.map(exactKey))
  for (const learned of rows) {
    const told = named.has(exactKey(learned)) ? undefined : toldOf(learned)
    if (told === undefined) continue
    const there = known.get(exactKey(told))
    const [kept, gone] = there?.has_cases ? [there, learned] : [learned, there]
    await moveCourt(db, { kept: kept.id, gone: gone?.id, title: told.title, region: told.region })
    known.set(exactKey(told), { ...kept, has_cases: learned.has_cases || (there?.has_cases ?? false) })
  }
}

const exactKey = ({ region, title }: Told): string => `${region} ${title}`
const plainKey = (region: number, title: string): string => `${region} ${plainCourtTitle(title)}`

function reference(all: readonly Told[]): (learned: Told) => Told | undefined {
  const byTitle = Map.groupBy(all, ({ region, title }) => plainKey(region, title))
  const byCode = new Map(all.flatMap(told => (told.vnkod === null ? [] : [[told.vnkod, told] as const])))
  const within = (region: number | undefined, { title, vnkod }: Told): Told | undefined => {
    const alike = region === undefined ? [] : (byTitle.get(plainKey(region, title)) ?? [])
    const [told] = alike
    if (told === undefined || alike.length > 1) return undefined
    return vnkod === null || told.vnkod === null || vnkod === told.vnkod ? told : undefined
  }
  return learned => {
    const coded = learned.vnkod === null ? undefined : byCode.get(learned.vnkod)
    if (coded !== undefined) return plainCourtTitle(coded.title) === plainCourtTitle(learned.title) ? coded : undefined
    return within(learned.region, learned) ?? within(mistakenRegions.get(learned.region), learned)
  }
}
