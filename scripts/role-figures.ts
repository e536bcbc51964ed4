import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '../server/db/schema.ts'
import { setClocks } from '../server/defendants/risk/set-clocks.ts'
import { rolesOf } from '../server/ingest/case-roles.ts'
import { readRegistryRow } from '../server/ingest/importers/registry.ts'
import { ruleCounts } from '../shared/domain/repeat-rule.ts'
import { repeatRules } from '../shared/domain/repeat-rules.ts'
import { registryRow } from './registry-figures.ts'

/** Who is called accused although the role is not known, and whose clocks rest on that (decision 0058). */
const labelled = z.object({
  set: z.literal('participants'),
  label: z.object({
    accused_certain: z.array(z.string()),
    participants: z.array(z.object({ name: z.string(), role: z.string() })),
  }),
})
type RoleFigures = { rows: number; refused: number; accused: number; kept: number; false_accused: string[] }
/** `lines`: rows of a registry with labels, one JSON object a line; rows of other sets are skipped. */
export function roleFigures(lines: readonly string[]): RoleFigures {
  const figures: RoleFigures = { rows: 0, refused: 0, accused: 0, kept: 0, false_accused: [] }
  for (const line of lines) {
    const value: unknown = JSON.parse(line)
    const { success, data } = labelled.safeParse(value)
    if (!success) continue
    figures.rows += 1
    const { accused_certain, participants } = data.label
    figures.accused += accused_certain.length
    const read = readRegistryRow(registryRow.parse(value))
    if ('reason' in read) {
      figures.refused += 1
      continue
    }
    const called = rolesOf(read.record).accused.map(({ name }) => name)
    figures.kept += accused_certain.filter(name => called.includes(name)).length
    const unnamed = participants.filter(({ role }) => role === 'unnamed').map(({ name }) => name)
    figures.false_accused.push(...called.filter(name => ![...accused_certain, ...unnamed].includes(name)))
  }
  return figures
}

/**
 * Read from a registry's raw lines independently of the importer: whom they certainly accuse, and under which
 * articles.
 */
type Raw = { court: string; number: string; name: string; articles: string }
const registryLine = z.object({
  court: z.string().nullable(),
  number: z.string().nullable(),
  persons: z.string().nullable(),
  articles: z.string().nullable(),
})
const certainlyAccused = (lines: readonly string[]): Raw[] =>
  lines.flatMap(line => {
    const { court, number, persons, articles } = registryLine.parse(JSON.parse(line))
    const written = (persons ?? '').trim()
    const names = (written.match(/(?:«[^«»]*»|"[^"]*"|[^,])+/g) ?? []).map(tidy).filter(Boolean)
    const values = (articles ?? '').split(/,(?= ?(?:ст|Не|КоАП))/).map(tidy)
    const isPairwise = names.length === values.length && !/(?:,|\.\.\.|…)$/.test(written)
    return names.flatMap((name, at) => {
      const value = values[at]
      if (value === undefined || /^Не заполнено/.test(value) || !(isPairwise || at === 0)) return []
      return [{ court: tidy(court ?? ''), number: tidy(number ?? ''), name, articles: value }]
    })
  })
const tidy = (text: string): string => text.replace(/[\s\u00a0]+/g, ' ').trim()

type ClockFigures = { clocks: number; violations: number; doubtful: string[] }
/** Sets the clocks as of each of the days and checks that every violation that counts is about that very person. */
export async function clockFigures(
  db: Kysely<DB>,
  lines: readonly string[],
  days: readonly string[],
): Promise<ClockFigures> {
  const told = new Map<string, Raw[]>()
  for (const raw of certainlyAccused(lines)) {
    const key = `${raw.court}|${raw.number}`
    told.set(key, [...(told.get(key) ?? []), raw])
  }
  const figures: ClockFigures = { clocks: 0, violations: 0, doubtful: [] }
  for (const today of days) {
    await setClocks(db, { today })
    const { rows } = await sql<{ rule: string; name: string; key: string }>`
      select rule, case_defendant.name, regexp_replace(source_key, '^[^|]*[|][^|]*[|]', '') as key
      from defendant_risk cross join unnest(counted) as counted_case(id)
      join case_defendant on case_id = counted_case.id and case_defendant.defendant_id = defendant_risk.defendant_id
      join case_source on case_source.case_id = counted_case.id`.execute(db)
    const [clocks] = (await sql<{ count: number }>`select count(*) as count from defendant_risk`.execute(db)).rows
    figures.clocks += clocks?.count ?? 0
    figures.violations += rows.length
    for (const { rule, name, key } of rows) {
      const counts = repeatRules.find(({ id }) => id === rule)
      const isTold = (told.get(key) ?? []).some(
        raw =>
          sameName(raw.name, name) &&
          [...raw.articles.matchAll(/ст\. ?([\d.]+)(?: ч\. ?([\d.]+))?/g)].some(
            ([, article_number = '', part = '']) =>
              counts !== undefined && ruleCounts(counts, { article_number, part }),
          ),
      )
      if (!isTold) figures.doubtful.push(`${today} ${rule} ${key} ${name}`)
    }
  }
  return figures
}
const sameName = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^а-яa-z0-9]/g, '')
