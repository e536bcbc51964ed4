import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { imposesPenalty, isAnnulling, isChanging } from '#shared/domain/outcome-kinds.ts'
import { testDatabase } from '../../test/database.ts'
import { buildCase } from '../../test/factories.ts'
import { reviewsOfDecisions } from '../../test/review-wordings.ts'
import { referenceAppealResults, referenceEventResults, referenceResultTypes } from '../db/reference/tables.ts'
import { annuls, changes, imposes } from './annulled.ts'
import { caseRows } from './case-rows.ts'
import type { Scope } from './predicates.ts'

/** A decision that a higher court has annulled is said to be annulled wherever it is shown (decision 0059). */
const { db } = await testDatabase()
const annulled = 'Отменено с прекращением производства'
const moscow = { accountId: null, regions: [77] } as const satisfies Scope
const everybody: Scope = { accountId: null, regions: 'all' }

const decided = async (
  given: Parameters<typeof buildCase>[1],
  review?: { result: string; region?: number; isLinked?: boolean },
): Promise<number> => {
  const id = await buildCase(db, {
    result: 'Вынесено постановление о назначении административного наказания',
    ...given,
  })
  if (review === undefined) return id
  const { result, region = 77, isLinked = true } = review
  const court = { title: `Вымышленный суд ${region}`, region }
  const other = await buildCase(db, { stage: 2, court, result, result_date: '2026-05-01' })
  if (isLinked)
    await db.insertInto('case_link').values({ case_id: id, other_id: other, why: 'same_uid', certainty: 1 }).execute()
  return id
}
it.each<[string, () => Promise<number>, Scope, boolean]>([
  ['not without a review', () => decided({}), everybody, false],
  ['by a linked review', () => decided({}, { result: annulled }), everybody, true],
  ['not by one that is not linked', () => decided({}, { result: annulled, isLinked: false }), everybody, false],
  ['not by one that upholds', () => decided({}, { result: 'Оставлено без изменения' }), everybody, false],
  ['by what its own card says', () => decided({ appeal_result: 'ПОСТАНОВЛЕНИЕ ОТМЕНЕНО' }), everybody, true],
  ['by a court of another region', () => decided({}, { result: annulled, region: 64 }), everybody, true],
  ['but not to who does not see that region', () => decided({}, { result: annulled, region: 64 }), moscow, false],
  ['to who sees the region of both', () => decided({}, { result: annulled }), moscow, true],
  ['a review itself is not', () => decided({ stage: 2, appeal_result: annulled }), everybody, false],
])('%s', async (_, build, scope, expected) => {
  const [row] = await caseRows(db, scope, [await build()], { tags: false })
  expect(row?.annulled).toBe(expected)
})
it.each([
  ['ОТКАЗАНО в отмене приговора', false, false],
  ['Отменена мера пресечения', false, false],
  ['Отменено частично', false, true],
  ['Удовлетворено частично', false, true],
  ['Приговор изменен с отменой в части конфискации', false, true],
])('by %s: %s, changed: %s', async (result, annulled, changed) => {
  for (const id of [await decided({}, { result }), await decided({ appeal_result: result })]) {
    const [row] = await caseRows(db, everybody, [id], { tags: false })
    expect(row).toMatchObject({ annulled, changed })
  }
})

describe('a result, as the database reads it', () => {
  it('imposes, annuls or changes as it does where it is read without it', async () => {
    const titles = [
      ...[...referenceResultTypes(), ...referenceAppealResults(), ...referenceEventResults()].map(({ title }) => title),
      ...reviewsOfDecisions.map(([title]) => title),
      'Вынесен оправдательный приговор',
      'ОПРАВДАТЕЛЬНЫЙ ПРИГОВОР ОТМЕНЁН',
      'НАЗНАЧЕНО НАКАЗАНИЕ',
      'ОСУЖДЁН',
    ]
    const { rows } = await sql<{ title: string; imposing: boolean; annulling: boolean; changing: boolean }>`
      select title, ${imposes('one.title')} as imposing, ${annuls('one.title')} as annulling,
        ${changes('one.title')} as changing
      from unnest(${titles}::text[]) as one(title)`.execute(db)
    expect(rows).toEqual(
      titles.map(title => ({
        title,
        imposing: imposesPenalty(title),
        annulling: isAnnulling(title),
        changing: isChanging(title),
      })),
    )
  })
})

it('is planned without trying every known title: by functions, never by operators of patterns', () => {
  for (const told of [annuls, imposes, changes]) expect(told('result_type.title').compile(db).sql).not.toMatch(/~/)
})
