import { type Kysely, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { type CourtCheck, type Coverage, courtCheck, type coverageFields } from '#shared/api/collecting.ts'
import type { Values } from '#shared/filters/field.ts'
import type { Scope } from '../cases/predicates.ts'
import { type Flag, flags } from '../collectors/court-checks.ts'
import type { DB } from '../db/schema.ts'

/** How well courts are watched: for everyone as a line under a list, for superusers court by court. */
const collected = 'collector'
const invented = 'demo'

export async function coverageOf(
  db: Kysely<DB>,
  scope: Scope,
  values: Values<typeof coverageFields>,
): Promise<Coverage> {
  const [{ rows }, newest, sources] = await Promise.all([
    sql<Omit<Coverage, 'sources' | 'last_case_at' | 'last_checked_at'> & { last_checked_at: Date | null }>`
      select count(*) as courts, count(k.last_good_at) as checked,
        count(*) filter (where k.flag is not null or k.failing_since is not null) as flagged,
        max(k.last_good_at) as last_checked_at
      from court left join court_check k on k.court_id = court.id
      where ${sql.join(conditions(scope, values), sql` and `)}`.execute(db),
    db.selectFrom('court_case').select('created_at').orderBy('id', 'desc').limit(1).executeTakeFirst(),
    sourcesOfCases(db),
  ])
  const [row] = rows
  if (row === undefined) throw new Error('A select of counts answered nothing')
  return {
    ...row,
    last_checked_at: row.last_checked_at?.toISOString() ?? null,
    sources,
    last_case_at: newest?.created_at.toISOString() ?? null,
  }
}

/** The filters that choose courts, on courts: the columns of cases that they name are copies of these. */
const conditions = ({ regions }: Scope, values: Values<typeof coverageFields>) => {
  const among = (column: string, chosen: readonly number[] | undefined, not = false) =>
    chosen === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(${sql.ref(column)} = any(${chosen}::integer[])) is distinct from ${not}`
  const named = (chosen: readonly string[] | undefined, not = false) =>
    chosen === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(translate(court.city, 'Ёё', 'Ее') = any(
          select translate(city, 'Ёё', 'Ее') from unnest(${chosen}::text[]) city)) is distinct from ${not}`
  return [
    regions === 'all' ? sql<SqlBool>`true` : among('court.region', regions),
    among('court.region', values.regions),
    among('court.region', values.regions_not, true),
    among('court.id', values.court),
    among('court.id', values.court_not, true),
    named(values.court_city),
    named(values.court_city_not, true),
  ]
}

async function sourcesOfCases(db: Kysely<DB>): Promise<Coverage['sources']> {
  // One look into the index for each origin there is, however many cases have it.
  const { rows } = await sql<{ origin: string }>`
    with recursive found as (
      (select origin from case_source order by origin limit 1)
      union all
      select (select s.origin from case_source s where s.origin > found.origin order by s.origin limit 1)
      from found where found.origin is not null
    )
    select origin from found where origin is not null`.execute(db)
  const kinds = rows.map(({ origin }) => (origin === collected ? 'collector' : origin === invented ? 'demo' : 'files'))
  return [...new Set(kinds)]
}

type Asked = { only: 'flagged' | 'all'; page: number; size: number }
type Row = Omit<CourtCheck, 'court' | 'flag'> & {
  id: number
  title: string
  region: number
  flag: string | null
  flag_why: string | null
  flagged_at: Date | null
}

/** Those with which something is wrong come first, the latest trouble at the top; then by when they were asked last. */
export async function courtChecks(
  db: Kysely<DB>,
  { only, page, size }: Asked,
): Promise<{ count: number; rows: CourtCheck[] }> {
  const watched = sql`
    from court c left join court_check k on k.court_id = c.id
    where (k.court_id is not null or exists (select from court_site s where s.court_id = c.id))
      and (${only === 'all'} or k.flag is not null or k.failing_since is not null)`
  const { rows: counts } = await sql<{ count: number }>`select count(*) as count ${watched}`.execute(db)
  const { rows } = await sql<Row>`
    select c.id, c.title, c.region, coalesce(k.layout, '') as layout, k.last_tried_at, k.last_good_at, k.last_new_at,
      coalesce(k.promised, 0) as promised, coalesce(k.held, 0) as held, coalesce(k.errors, 0) as errors, k.last_error,
      k.captcha_since, coalesce(k.not_understood, '[]') as not_understood, k.flag, k.flag_why, k.flagged_at,
      array(select host from court_site s where s.court_id = c.id order by host) as hosts,
      exists (select from court_site s where s.court_id = c.id and s.is_watched) as watched
    ${watched}
    order by k.flag is null, k.flagged_at desc nulls last, k.last_tried_at desc nulls last, c.id
    limit ${size} offset ${(page - 1) * size}`.execute(db)
  return { count: counts[0]?.count ?? 0, rows: rows.map(presented) }
}

const notes = z.array(courtCheck.shape.not_understood.element).catch([])
const presented = ({ id, title, region, flag, flag_why, flagged_at, ...row }: Row): CourtCheck => ({
  ...row,
  court: { id, title, region },
  last_tried_at: said(row.last_tried_at),
  last_good_at: said(row.last_good_at),
  last_new_at: said(row.last_new_at),
  captcha_since: said(row.captcha_since),
  not_understood: notes.parse(row.not_understood),
  flag: flag === null ? null : { name: flag, title: titleOf(flag), why: flag_why, since: said(flagged_at) },
})
const said = (at: Date | string | null): string | null => (at === null ? null : new Date(at).toISOString())
const isFlag = (name: string): name is Flag => Object.hasOwn(flags, name)
const titleOf = (flag: string): string => (isFlag(flag) ? flags[flag] : flag)
