import { type Kysely, sql } from 'kysely'
import type { ValueOf } from '#shared/filters/field.ts'
import { bytesOfSet, type CaseSet, type FoundSet, findCaseSet } from '../cases/engine/case-set.ts'
import { arrayLiteral } from '../db/bulk-parameters.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { casesByText, scanKind, textHolds } from './text-search.ts'

/**
 * The cases found by words, as a set that is passed to the columnar copy. Cached for the next page and for facet counts. A
 * cached answer is valid until a text is written, as snapshots of PostgreSQL tell: until then a search would find the same.
 */
type Words = ValueOf['words']
type Kept = { found: Promise<FoundSet>; size: number }

/** Limits of the cache: answers, and bytes of all together. */
const mostAnswers = 128
const mostKept = 32_000_000

const keptOf = new WeakMap<Kysely<DB>, Map<string, Kept>>()

type Search = {
  /** Answers are kept for this database. */
  db: Kysely<DB>
  /** What runs the search, under a time limit of its own. */
  on: Kysely<DB>
  words: Words
  /** The cases that other filters leave, when they are few. */
  others: (most: number) => Promise<string | null>
  /** Up to so many texts are read without checking how common the letters are. */
  mostProposed?: number
}

export async function foundCases({ db, on, words, others, mostProposed }: Search): Promise<CaseSet> {
  const answers = answersOf(db)
  const known = await currentOf(answers, on, words)
  if (known !== undefined) return known.cases
  // How many texts contain a substring is estimated from a sample.
  const most = scanKind(words) === 'letters' ? (mostProposed ?? mostReadOf[words.mode]) : undefined
  const breadth = most === undefined ? 'small' : await breadthOf(on, words, most)
  if (breadth === 'small') return keptCases(answers, on, words)
  const few = await others(breadth === 'broad' ? mostRead : fewRead)
  if (few === null && breadth === 'usual') return keptCases(answers, on, words)
  if (few === null)
    throw fieldError(
      'result_text_search',
      'Эти буквы есть в слишком многих текстах: все их не прочесть. Добавьте букв подряд или другие фильтры.',
    )
  const found = await findCaseSet(
    on,
    sql`select case_id from case_text_seen
      where case_id = any(${few.replace('[', '{').replace(']', '}')}::integer[]) and ${textHolds(words)}`,
  )
  return found.cases
}

/** How many texts can be read in about four seconds on two processors (15 or 30 microseconds each), where the index only proposes candidates. */
const mostReadOf: Readonly<Record<string, number>> = { exact_match: 550_000, regexp: 300_000 }
/** Reading so few texts is faster than searching the index. */
const fewRead = 10_000
const mostRead = 30_000
const sampled = 1_000

/**
 * Whether so many texts contain the letters that reading them would take seconds, estimated from random cases. Views and foreign tables cannot be
 * sampled, so cases are, by a table without versions.
 */
async function breadthOf(db: Kysely<DB>, words: Words, most: number): Promise<'small' | 'usual' | 'broad'> {
  const texts = await textsIn(db)
  if (texts <= most) return 'small'
  const { rows: some } = await sql<{ case_id: number }>`
    select case_id from case_source tablesample system (${Math.min(100, (100 * sampled) / texts)})`.execute(db)
  const { rows } = await sql<{ share: number | null }>`
    select avg((${textHolds(words)})::integer)::float8 as share
    from case_text where case_id = any(${arrayLiteral(some.map(({ case_id }) => case_id))}::integer[])`.execute(db)
  return (rows[0]?.share ?? 0) * texts > most ? 'broad' : 'usual'
}

/** The number of texts by the last `analyze` of their table or its partitions (texts/spread). */
async function textsIn(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ texts: number }>`
    select coalesce(sum(greatest(reltuples, 0)), 0)::integer as texts from pg_class
    where oid = ${stored} and relkind = 'r' or oid in (select inhrelid from pg_inherits where inhparent = ${stored})`.execute(
    db,
  )
  return rows[0]?.texts ?? 0
}
/** With the schema: in a database as of a day, a view has this name. */
const stored = sql`'public.case_text'::regclass`

type Answers = Map<string, Kept>
function answersOf(db: Kysely<DB>): Answers {
  const answers = keptOf.get(db) ?? new Map<string, Kept>()
  keptOf.set(db, answers)
  return answers
}
const keyOf = ({ mode, text }: Words): string => `${mode} ${text}`

/** The cached answer, if it is still valid. */
async function currentOf(answers: Answers, on: Kysely<DB>, words: Words): Promise<FoundSet | undefined> {
  const known = answers.get(keyOf(words))
  // A failed search is repeated by every caller.
  const found = await known?.found.catch(() => undefined)
  if (known === undefined || found === undefined || !(await isCurrent(on, found))) return undefined
  keep(answers, keyOf(words), known)
  return found
}

async function keptCases(answers: Answers, on: Kysely<DB>, words: Words): Promise<CaseSet> {
  const key = keyOf(words)
  for (;;) {
    const known = answers.get(key)
    const found = await currentOf(answers, on, words)
    if (found !== undefined) return found.cases
    // Another caller has replaced the answer meanwhile.
    if (answers.get(key) !== known) continue
    const asked: Kept = { found: search(on, words), size: 0 }
    keep(answers, key, asked)
    try {
      const { cases } = await asked.found
      asked.size = bytesOfSet(cases)
      return cases
    } catch (error) {
      if (answers.get(key) === asked) answers.delete(key)
      throw error
    }
  }
}

async function search(db: Kysely<DB>, words: Words): Promise<FoundSet> {
  // PostgreSQL underestimates the cost of decompressing texts, and how many contain two words at once, and would not run in parallel.
  if (scanKind(words))
    await sql`select set_config(name, '0', true)
      from unnest(array['parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size']) as name`.execute(
      db,
    )
  return findCaseSet(db, casesByText(words))
}

async function isCurrent(db: Kysely<DB>, { snapshot, server }: FoundSet): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    select pg_postmaster_start_time()::text <> ${server}
      or exists (select from text_write where not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)) as changed`.execute(
    db,
  )
  return rows[0]?.changed === false
}

/** Evicts the least recently used: a map keeps insertion order. */
function keep(answers: Map<string, Kept>, key: string, answer: Kept): void {
  answers.delete(key)
  answers.set(key, answer)
  let kept = [...answers.values()].reduce((sum, one) => sum + one.size, 0)
  for (const [oldest, one] of answers) {
    if (answers.size <= mostAnswers && kept <= mostKept) return
    answers.delete(oldest)
    kept -= one.size
  }
}

/**
 * Deletes records of old writes, and leaves one in their place, which makes answers cached before them invalid.
 */
export async function deleteOldWrites(db: Kysely<DB>): Promise<void> {
  await sql`
    with old as (delete from text_write where at < now() - interval '1 day' returning xid)
    insert into text_write select where exists (select from old)`.execute(db)
}
