import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../server/db/schema.ts'
import { demoCases } from '../server/demo/generate.ts'
import type { CaseRecord } from '../server/ingest/case-record.ts'
import { importFiles } from '../server/ingest/importers/import-file.ts'
import { ingest } from '../server/ingest/ingest.ts'
import { linesOfFile } from './checks.ts'

/**
 * Recall and precision of links between instances of one matter (decision 0059). The registry does not label pairs:
 * pairs that its raw lines leave no doubt about are derived here independently of the product. A generated world has
 * labels.
 */
type Row = Record<'number' | 'persons' | 'region' | 'court' | 'result' | 'entry_date' | 'result_date', string | null>
type Pair = { first: Row; review: Row }

const keyOf = ({ court, number }: Row): string => [court, number].map(text => (text ?? '').trim()).join('|')
const dayOf = (written: string | null): number =>
  Date.parse((written ?? '').trim().split('.').reverse().join('-')) / 86_400_000
const fullNames = ({ persons }: Row): string[] =>
  (persons ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase().replaceAll('ё', 'е'))
    .filter(name => /^[а-я-]{2,} [а-я]{2,} [а-я]{3,}(?:вич|вна|ична)$/.test(name))
const isReview = ({ number, court }: Row): boolean =>
  /^(?:12|16|21)\D/.test(number ?? '') ||
  (/^(?:7|30|71|77)\D/.test(number ?? '') && /областной|краевой|верховный|автономн/i.test(court ?? ''))
const isFirst = ({ number }: Row): boolean => /^5\D/.test(number ?? '')
const daysToComplain = 90

/** Pairs of a review and a decision, where the person has exactly one earlier decision in the region. */
function unambiguousPairs(rows: readonly Row[]): Pair[] {
  const firsts = Map.groupBy(
    rows.filter(isFirst).flatMap(row => fullNames(row).map(name => ({ row, key: `${row.region} ${name}` }))),
    ({ key }) => key,
  )
  return rows.filter(isReview).flatMap(review => {
    const fitting = new Set(
      fullNames(review)
        .flatMap(name => firsts.get(`${review.region} ${name}`) ?? [])
        .map(({ row }) => row)
        .filter(({ result_date }) => {
          const days = dayOf(review.entry_date) - dayOf(result_date)
          return days >= 0 && days <= daysToComplain
        }),
    )
    const [first] = fitting
    return first !== undefined && fitting.size === 1 ? [{ first, review }] : []
  })
}
const isAnnulled = ({ first, review }: Pair): boolean =>
  /о назначении административного наказания/i.test(first.result ?? '') &&
  /^(?:постановление )?отменено/i.test(review.result ?? '') &&
  !/без отмены постановления/i.test(review.result ?? '')

type Known = { id: number; key: string; in_question: boolean }
export async function registryFigures(db: Kysely<DB>, file: string) {
  await importFiles(db, [file], { rejectedPath: join(tmpdir(), 'check-people.rejected.ndjson') })
  const lines = linesOfFile(file).map((line): Row => JSON.parse(line))
  const rows = [...new Map(lines.map(row => [keyOf(row), row])).values()]
  const { rows: cases } = await sql<Known>`
    select case_id as id, in_question, regexp_replace(source_key, '^[^|]*[|][^|]*[|]', '') as key
    from case_source join court_case on court_case.id = case_id`.execute(db)
  const known = new Map(cases.map(one => [one.key, one]))
  const [links, candidates] = [await pairsIn(db, 'case_link'), await pairsIn(db, 'case_link_candidate')]
  const figures = { unambiguous: 0, linked: 0, proposed: 0, annulled: 0, told: 0 }
  for (const pair of unambiguousPairs(rows)) {
    const [first, review] = [known.get(keyOf(pair.first)), known.get(keyOf(pair.review))]
    if (first === undefined || review === undefined) continue
    const isLinked = links.has(`${first.id} ${review.id}`)
    figures.unambiguous += 1
    figures.linked += Number(isLinked)
    figures.proposed += Number(!isLinked && candidates.has(`${first.id} ${review.id}`))
    if (!isAnnulled(pair)) continue
    figures.annulled += 1
    figures.told += Number(isLinked || first.in_question)
    if (!isLinked && !first.in_question) console.log('  not told:', keyOf(pair.first), '—', keyOf(pair.review))
  }
  return figures
}

type Table = 'case_link' | 'case_link_candidate'
const pairsIn = async (db: Kysely<DB>, table: Table): Promise<Map<string, string>> => {
  const { rows } = await sql<{ pair: string; why: string }>`
    select ${sql.raw(table === 'case_link' ? `case_id || ' ' || other_id` : `first_id || ' ' || second_id`)} as pair, why
    from ${sql.table(table)}`.execute(db)
  return new Map(rows.map(({ pair, why }) => [pair, why]))
}

export type Publishing = (record: CaseRecord) => CaseRecord
export const withoutNumbers: Publishing = ({ case_uid, related, protocol_number, ...record }) => record
/** As a registry publishes it: without the dates that cards of both courts share. */
export const asRegistry: Publishing = record => {
  const { appeal_date, appeal_result, text, ...rest } = withoutNumbers(record)
  return rest
}

export async function worldFigures(
  db: Kysely<DB>,
  { cases, seed, publish }: { cases: number; seed: number; publish: Publishing },
) {
  const truth = [...demoCases(cases, { today: '2026-11-21', seed, textShare: 0 })]
  const uids = new Map<number, string>()
  for (let at = 0; at < truth.length; at += 1_000) {
    const batch = truth.slice(at, at + 1_000)
    const results = await ingest(db, batch.map(publish), { origin: 'measure' })
    for (const [n, { case_id }] of results.entries()) uids.set(case_id, batch[n]?.case_uid ?? '')
  }
  const isRight = (pair: string): boolean => {
    const [one = '', other = ''] = pair.split(' ')
    return uids.get(Number(one)) === uids.get(Number(other))
  }
  const matters = Map.groupBy(truth, ({ case_uid }) => case_uid ?? '')
  const pairs = [...matters.values()].filter(of => new Set(of.map(({ stage }) => stage)).size === 2).length
  const links = [...(await pairsIn(db, 'case_link'))].filter(([pair]) => {
    const [one = '', other = ''] = pair.split(' ')
    return Number(one) < Number(other)
  })
  const proposed = [...(await pairsIn(db, 'case_link_candidate')).keys()]
  const right = links.filter(([pair]) => isRight(pair))
  const byWhy = [...Map.groupBy(links, ([, why]) => why)].map(
    ([why, of]) => [why, { links: of.length, right: of.filter(([pair]) => isRight(pair)).length }] as const,
  )
  return {
    pairs,
    found: right.length + proposed.filter(isRight).length,
    links: links.length,
    right: right.length,
    byWhy: Object.fromEntries(byWhy),
    candidates: proposed.length,
  }
}
