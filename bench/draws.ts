import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { readLenient } from '#shared/filters/wire.ts'
import type { DB } from '../server/db/schema.ts'

/**
 * What is asked about at random: the filters that somebody who had a case of the corpus in mind would set, and decided cases. The same draws in
 * every run, by the hashes of the cases' numbers, so that runs can be compared.
 */
const drawn = z.array(
  z.object({
    id: z.number(),
    /** Of the hash: which of the filters are set. */
    dice: z.number(),
    type: z.number(),
    stage: z.number(),
    region: z.number(),
    court_id: z.number(),
    year: z.number(),
    parts: z.array(z.number()),
    whole: z.array(z.number()),
  }),
)
type Drawn = z.output<typeof drawn>[number]

/** One in eight asks about all cases; the others about some of: a codex, an instance, a region or court, an article or a part of it, one to four years. */
function selectionOf({ dice, type, stage, region, court_id, year, parts, whole }: Drawn): AnyValues {
  const one = (of: number, among: number): number => Math.floor(dice / of) % among
  if (one(1, 8) === 0) return {}
  const place = one(8, 8)
  const articles = one(64, 4)
  const years = one(256, 8)
  return readLenient(caseListFields, {
    ...(one(2_048, 2) === 0 && { type: String(type) }),
    ...(one(4_096, 4) === 0 && { type: String(type), stage: String(stage) }),
    ...(place < 3 && { regions: String(region) }),
    ...(place === 3 && { court: String(court_id) }),
    ...(articles === 0 && { codex_articles: whole.map(String) }),
    ...(articles === 1 && { codex_articles: parts.slice(0, 1).map(String) }),
    ...(years < 4 && { entry_date_range_min: `${year - years}-01-01`, entry_date_range_max: `${year}-12-31` }),
  })
}

export async function drawSelections(db: Kysely<DB>, count: number): Promise<AnyValues[]> {
  const { rows } = await sql`
    select court_case.id, hashtext('selection ' || court_case.id) & 65535 as dice, type, stage, region, court_id,
      coalesce(extract(year from entry_date)::integer, 2025) as year,
      array(select article_id from case_article where case_id = court_case.id order by article_id) as parts,
      array(
        select other.id from case_article join article on article.id = article_id
        join article as other using (codex, article_number) where case_id = court_case.id order by other.id limit 40
      ) as whole
    from court_case order by hashtext(court_case.id::text) limit ${count}`.execute(db)
  return drawn.parse(rows).map(selectionOf)
}

/** Decided cases of first instance. */
export async function drawDecided(db: Kysely<DB>, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from court_case where stage = 1 and result_date is not null order by hashtext(id::text) limit ${count}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
