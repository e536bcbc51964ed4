import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { type Kysely, type Selectable, sql } from 'kysely'
import { newsKindValues } from '#shared/domain/news.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { toStored } from '#shared/filters/stored-params.ts'
import { writeValues } from '#shared/filters/wire.ts'
import type { DB } from '../server/db/schema.ts'
import { matchChanges } from '../server/subscriptions/match-changes.ts'
import { WatchList } from '../server/subscriptions/watch-list.ts'

/**
 * How long it takes to find and write who is told of changed cases (design §11), in a database of the bench's own. The
 * subscriptions are such as people have: an article in a region, a court, a judge, a person, a case, a name, some words.
 */
const accounts = 2_000
const rounds = 5

type OfCase = 'id' | 'type' | 'region' | 'court_id' | 'judge_id' | 'result_type_id' | 'case_number'
type Sample = Pick<Selectable<DB['court_case']>, OfCase> & {
  article_id: number | null
  person: number | null
  name: string | null
}
type Made = { values?: AnyValues; caseId?: number; personId?: number }

const words = [
  'плакат',
  'митинг площадь',
  'алкогольное опьянение',
  'неповиновение',
  'дискредитация',
  'двое детей',
  'протокол задержания',
]
/** One row a kind of subscription: how many of a hundred, and what it watches. */
const shapes: readonly (readonly [share: number, of: (one: Sample, n: number) => Made])[] = [
  [30, ({ article_id, region }) => ({ values: { codex_articles: [article_id ?? 1], regions: [region] } })],
  [
    10,
    ({ article_id }, n) => ({
      values: { codex_articles: [article_id ?? 1, 1 + (n % 900)], case_number: `${n % 97}/` },
    }),
  ],
  [15, ({ court_id, article_id }) => ({ values: { court: [court_id], codex_articles: [article_id ?? 1] } })],
  [8, ({ judge_id }) => ({ values: { judge: [judge_id ?? 1] } })],
  [10, ({ id }) => ({ caseId: id })],
  [10, ({ person, id }) => (person === null ? { caseId: id } : { personId: person })],
  [7, ({ name }) => ({ values: { defendant: (name ?? 'Никто').slice(0, 18).trim() } })],
  [
    3,
    (_, n) => ({ values: { result_text_search: { text: `${words[n % words.length]} ${n % 5_000}`, mode: 'plain' } } }),
  ],
  [
    5,
    ({ region, article_id }, n) => ({
      values: {
        regions: [region],
        codex_articles: [article_id ?? 1],
        result_text_search: { text: words[n % words.length] ?? '', mode: 'plain' },
      },
    }),
  ],
  [
    2,
    ({ result_type_id, region }, n) => ({
      values: { result_type: [result_type_id ?? 1], regions: [region, 1 + (n % 80)] },
    }),
  ],
]

/** `loading`, `times`: in milliseconds. */
export async function measureMatching(
  db: Kysely<DB>,
  { subscriptions, changes }: { subscriptions: number; changes: number },
) {
  const { rows: samples } = await sql<Sample>`
    select id, type, region, court_id, judge_id, result_type_id, case_number,
      (select min(article_id) from case_article where case_article.case_id = court_case.id) as article_id,
      (select min(defendant_id) from case_defendant where case_defendant.case_id = court_case.id) as person,
      (select min(name) from case_defendant where case_defendant.case_id = court_case.id and not hidden) as name
    from court_case order by hashtext(id::text) limit 20000`.execute(db)
  try {
    await subscribe(db, samples, subscriptions)
    // As autovacuum leaves it where people subscribe one by one.
    await sql`analyze account, subscription`.execute(db)
    const list = new WatchList()
    const began = performance.now()
    await list.refresh(db)
    const loading = performance.now() - began
    // What came with the corpus was before anybody watched.
    await sql`
      update change_reader set xid = pg_snapshot_xmin(pg_current_snapshot()), id = 0 where name = 'news'`.execute(db)
    const times: number[] = []
    let hits = 0
    for (let round = 0; round < rounds; round++) {
      await sql`
        insert into case_change (case_id, revision, kinds)
        select id, 1, '{event,result}' from court_case order by hashtext(id::text || ${String(round)}) limit ${changes}`.execute(
        db,
      )
      // Whoever else works in the same server keeps the feed from being read to its end.
      for (let matched = 0; matched < changes; ) {
        const start = performance.now()
        const found = await matchChanges(db, list, { now: new Date(), most: changes + 1, onError: fail })
        if (found.changes > 0) times.push(performance.now() - start)
        matched += found.changes
        hits = Math.max(hits, found.hits)
      }
    }
    return { subscriptions: list.size, changes, loading, times, hits }
  } finally {
    await sql`analyze subscription_batch, subscription_hit`.execute(db)
    await sql`delete from account where username like 'bench-%'`.execute(db)
    await sql`truncate change_snapshot cascade`.execute(db)
  }
}

const fail = (error: unknown): never => {
  throw error
}

async function subscribe(db: Kysely<DB>, samples: readonly Sample[], count: number): Promise<void> {
  const { rows: people } = await sql<{ id: number }>`
    insert into account (username, password_hash, approved_at, regions)
    select 'bench-' || n, '', now(), case when n % 3 = 0 then array[77, 78, 50, 16]::smallint[] end
    from generate_series(1, ${accounts}) n returning id`.execute(db)
  const pick = shapes.flatMap(([share, of]) => Array.from({ length: share }, () => of))
  const rows = Array.from({ length: count }, (_, n) => {
    const one = samples[(n * 7919) % samples.length]
    const of = pick[(n * 31) % pick.length]
    const made = one && of ? of(one, n) : {}
    const stored = JSON.stringify(toStored(writeValues(caseListFields, made.values ?? {})))
    return {
      account_id: people[n % people.length]?.id,
      get_params: stored,
      about_case_id: made.caseId,
      about_person_id: made.personId,
      filter_key: made.values && createHash('sha256').update(stored).digest('hex'),
      n,
    }
  })
  for (let at = 0; at < rows.length; at += 5_000)
    await sql`
      insert into subscription (account_id, title, get_params, about_case_id, about_person_id, filter_key, kinds, channels,
        cadence, send_at, weekday, zone, secret)
      select account_id, 'bench', get_params::jsonb, about_case_id, about_person_id, decode(filter_key, 'hex'),
        ${[...newsKindValues]}::text[], '{email}', 'daily', '09:00', 1, 'Europe/Moscow', 'bench-' || n
      from json_to_recordset(${JSON.stringify(rows.slice(at, at + 5_000))}::json) as r(account_id integer, get_params text,
        about_case_id integer, about_person_id integer, filter_key text, n integer)`.execute(db)
}
