import { type Kysely, sql } from 'kysely'
import { showDate } from '#shared/domain/dates.ts'
import { noCase, selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import { isCancelled } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import { notFound } from '../http/errors.ts'
import { jaccardSimilarity, shinglesOf } from './shingles.ts'
import { withinTime } from './text-search.ts'

/** @throws HttpError 404 where the case has no text */
export async function oneText(db: Kysely<DB>, scope: Scope, id: number) {
  const { body, read_at, ...found } = await selectCases(db, scope, {})
    .where('court_case.id', '=', id)
    .leftJoin('case_text', 'case_text.case_id', 'court_case.id')
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .select(['court_case.id', 'case_number', 'case_uid', 'body', 'result_text_url', 'read_at', 'result_date'])
    .select('court.title as court')
    .executeTakeFirstOrThrow(noCase)
  if (body === null || read_at === null) throw notFound('Текста решения по этому делу нет.')
  return { ...found, body, read_at }
}

const minShare = 0.6
const maxCandidates = 300
const maxResults = 10
const seconds = 2

export async function similarTo(db: Kysely<DB>, scope: Scope, id: number) {
  const { court_id, words, prints } = await selectCases(db, scope, {})
    .where('court_case.id', '=', id)
    .leftJoin('case_text', 'case_text.case_id', 'court_case.id')
    .select(['court_case.court_id', 'words', 'prints'])
    .executeTakeFirstOrThrow(noCase)
  if (words === null || prints === null || prints.length === 0) return []
  const candidates = await withinTime(db, seconds, on =>
    selectCases(on, scope, {})
      .innerJoin('case_text', 'case_text.case_id', 'court_case.id')
      .leftJoin('judge', 'judge.id', 'court_case.judge_id')
      .leftJoin('result_type', 'result_type.id', 'court_case.result_type_id')
      .where('court_case.court_id', '=', court_id)
      .where('court_case.id', '<>', id)
      .where(sql<boolean>`case_text.prints && ${prints}::integer[]`)
      .select(['court_case.id', 'case_number', 'entry_date', 'result_date', 'words'])
      .select(['judge.name as judge', 'result_type.title as result_type'])
      .orderBy(
        sql`(select count(*) from unnest(case_text.prints) as print where print = any(${prints}::integer[]))`,
        'desc',
      )
      .orderBy('court_case.id', 'desc')
      .limit(maxCandidates)
      .execute(),
  ).catch(tooLong)
  const runs = runsOfLine(words)
  return candidates
    .map(({ words: others, ...one }) => ({ ...one, share: jaccardSimilarity(runs, runsOfLine(others)) }))
    .filter(({ share }) => share >= minShare)
    .sort((a, b) => b.share - a.share || b.id - a.id)
    .slice(0, maxResults)
    .map(one => ({ ...one, share: Math.round(one.share * 100) / 100 }))
}

const runsOfLine = (line: string): Set<number> => shinglesOf(line.trim().split(' '))
const tooLong = (error: unknown): never[] => {
  if (isCancelled(error)) return []
  throw error
}

export const textFile = (text: Awaited<ReturnType<typeof oneText>>): { name: string; content: string } => {
  const { case_number, case_uid, court, result_date, result_text_url, body } = text
  const head = [
    `${court}, дело № ${case_number}${result_date ? `, ${showDate(result_date)}` : ''}`,
    case_uid ? `УИД ${case_uid}` : '',
    result_text_url,
  ].filter(Boolean)
  return {
    name: `Решение ${case_number.replace(/[^\p{L}\p{N}.-]+/gu, '_').replace(/_+$/, '')}.txt`,
    content: `${head.join('\n')}\n\n${body.trimEnd()}\n`,
  }
}
