import { type Kysely, sql } from 'kysely'
import { possiblyAccused } from '../db/possibly-accused.ts'
import type { DB } from '../db/schema.ts'
import { rarityOf, readNameUse } from '../defendants/resolve/name-use.ts'
import { keysOfName } from '../names/person-name.ts'
import { type Bearers, readOnce, type WatchedCaseFacts } from './judge-watched.ts'

/**
 * People that watched rows are compared with: the named accused, and participants who may be accused. Judges, lawyers
 * and victims are left out.
 */
export async function comparedCases(db: Kysely<DB>, ids: readonly number[]): Promise<WatchedCaseFacts[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<WatchedCaseFacts>`
    select id, court_id, region, case_number, case_uid,
      array(select ${writtenArticle} from case_article join article on article.id = article_id where case_id = court_case.id) as articles,
      array(select distinct day::text from (
        values (entry_date), (result_date)
        union all select event_date from case_event where case_id = court_case.id
      ) told (day) where day is not null) as days,
      coalesce((select json_agg(json_build_object('name', name, 'is_accused', is_accused, 'articles', articles)) from (
        select name, true as is_accused, array(select ${writtenArticle} from article where article.id = any(article_ids)) as articles
          from case_defendant where case_id = court_case.id and not hidden
        union all select name, false, '{}' from case_participant perhaps where case_id = court_case.id
          and role = ${possiblyAccused.role} and articles = ${possiblyAccused.articles}
          and not exists (select from case_defendant known where known.case_id = perhaps.case_id and known.name = perhaps.name)
      ) people), '[]') as people
    from court_case where id = any(${ids}::integer[])`.execute(db)
  return rows
}

const writtenArticle = sql`case when part = '' then article_number else article_number || ' ' || part end`

/** People with these full names, as far as the base distinguishes them, in any region. */
export async function bearersOf(db: Kysely<DB>, names: readonly string[]): Promise<ReadonlyMap<string, Bearers>> {
  const named = new Map(
    names.flatMap(name => {
      const { full, parts } = readOnce(name) ?? {}
      return full === undefined || parts === undefined
        ? []
        : [[full, { id: 0, name, normal: '', parts, full }] as const]
    }),
  )
  if (named.size === 0) return new Map()
  const keys = JSON.stringify([...named.keys()].map(full => ({ full, ...keysOfName(full) })))
  const [use, { rows }] = await Promise.all([
    readNameUse(db, [...named.values()]),
    sql<{ full: string; people: number }>`
      select r."full", (
        select count(*) from (
          select distinct coalesce(merged_into, id) from defendant
          where match_key >= r."from" collate "C" and match_key < r."to" collate "C" limit 2
        ) bearer) as people
      from json_to_recordset(${keys}::json) as r("full" text, "from" text, "to" text)`.execute(db),
  ])
  return new Map(
    rows.flatMap(({ full, people }) => {
      const one = named.get(full)
      return one === undefined ? [] : [[full, { people, isCommon: rarityOf(one, use) === 'common' }] as const]
    }),
  )
}
