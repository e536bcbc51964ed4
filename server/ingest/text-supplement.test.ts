import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { buildCase } from '../../test/factories.ts'
import { readPersonName } from '../names/person-name.ts'
import { readDecisionText } from '../texts/read-decision.ts'
import { type SiteStatement, supplementFromText, type TextReading } from './text-supplement.ts'
import { writeDecisions } from './write-decisions.ts'

type Read = TextReading['outcome']
type Row = Partial<Read['penalties'][number]> & { type: string }
const people = (...names: string[]): SiteStatement['accused'] => ({
  people: names.map(name => {
    const read = readPersonName(name)
    return { name: read.name, gender: read.gender, hidden: read.kind === 'hidden' }
  }),
  isAll: true,
})
const site = (result: string | null, more: Partial<SiteStatement> = {}): SiteStatement => ({
  ...{ type: 2, stage: 1, result, hasPenalties: false, hasAdvocate: false },
  accused: people('Багранов Иннокентий Львович'),
  ...more,
})
/** As a reader tells it. */
const decision = (penalties: readonly Row[], outcome: Partial<Read> = {}): TextReading => {
  const { facts, outcome: nothing } = readDecisionText('')
  const read = penalties.map(one => ({ value: null, hidden: false, certainty: 0.98, ...one }))
  return { facts, outcome: { ...nothing, evidence: 'Приговор', certainty: 0.98, ...outcome, penalties: read } }
}
const prison = { type: 'imprisonment', value: 36, text: 'лишение свободы на срок 3 года' }
const fine = { type: 'fine', value: 500_000, text: 'штраф 500 000 рублей', additional: true }
const verdict = 'Вынесен ПРИГОВОР'
const taken = (read: ReturnType<typeof decision>, said: SiteStatement) =>
  supplementFromText(read, said).penalties.map(({ type, value, state }) => [type, value, state])

describe('what a text adds to a case (domain: outcomes; decision 0068)', () => {
  it('says every penalty, with whose it is and how surely it was read', () => {
    const said = site(verdict, { accused: people('Пташникова Тамара Сергеевна', 'Багранов Иннокентий Львович') })
    const told = supplementFromText(
      decision([
        { ...prison, person: 'Багранову И.Л.', suspended: true, probation_months: 24, certainty: 0.7 },
        { ...fine, person: 'Пташниковой Т.С.', multiple: 5, percent: 10 },
        { ...fine, person: 'Прозорову П.П.' },
      ]),
      said,
    ).penalties
    expect(told).toEqual([
      // biome-ignore format: a row of the table
      { type: 'imprisonment', value: 36, hidden: false, text: prison.text, certainty: 0.7, defendant_ordinal: 1, of_other: false, additional: false,
        suspended: true, probation_months: 24, percent: null, multiple: null, state: 'imposed' },
      // biome-ignore format: a row of the table
      { type: 'fine', value: 500_000, hidden: false, text: fine.text, certainty: 0.98, defendant_ordinal: 0, of_other: false, additional: true,
        suspended: false, probation_months: null, percent: 10, multiple: 5, state: 'imposed' },
      expect.objectContaining({ type: 'fine', defendant_ordinal: null, of_other: true }),
    ])
  })

  // biome-ignore format: a table reads best as one
  it.each<[string, readonly Row[], Partial<Read>, string | null, unknown[]]>([
    ['a verdict', [prison], {}, verdict, [['imprisonment', 36, 'imposed']]],
    ['a penalty that is half sure', [{ ...prison, certainty: 0.5 }], {}, verdict, [['imprisonment', 36, 'imposed']]],
    ['one that is less than half sure', [{ ...prison, certainty: 0.49 }], {}, verdict, [['error', null, 'imposed']]],
    ['a fine beside what could not be read: never alone', [{ ...prison, certainty: 0.4 }, fine], {}, verdict, [['error', null, 'imposed'], ['fine', 500_000, 'imposed']]],
    ['a sentence as sure as the whole', [{ type: 'imprisonment', value: 36 }], { certainty: 0.3 }, verdict, [['error', null, 'imposed']]],
    ['something we cannot name', [], { outcome: 'no_data' }, verdict, [['no_data', null, 'imposed']]],
    ['an acquittal', [], { outcome: 'no_data', evidence: 'Оправдать Багранова И.Л.' }, verdict, []],
    ['an acquittal whose text names a penalty', [prison], {}, 'Вынесен ОПРАВДАТЕЛЬНЫЙ приговор', []],
    ['an acquittal by its result', [], { outcome: 'no_data' }, 'Вынесен оправдательный ПРИГОВОР', []],
    ['an acquittal that could not be read', [], { outcome: 'error' }, 'Вынесен ОПРАВДАТЕЛЬНЫЙ приговор', []],
    ['a verdict that could not be read', [], { outcome: 'error' }, verdict, [['error', null, 'imposed']]],
    ['a case that ended with a court fine', [{ ...fine, type: 'court_fine' }, prison], {}, 'Уголовное дело ПРЕКРАЩЕНО', [['court_fine', 500_000, 'imposed']]],
    ['a case that was sent back', [{ ...fine, type: 'court_fine' }], {}, 'Возвращено прокурору', []],
    ['what was annulled', [{ ...prison, state: 'annulled' }, fine], {}, 'Приговор ОТМЕНЕН', [['imprisonment', 36, 'annulled']]],
    ['what was decided anew', [{ ...prison, state: 'annulled' }, fine], {}, 'Приговор ОТМЕНЕН с вынесением нового приговора', [['imprisonment', 36, 'annulled'], ['fine', 500_000, 'imposed']]],
    ['a new hearing', [prison], {}, 'Приговор ОТМЕНЕН, дело направлено на новое рассмотрение', []],
  ])('%s', (_, penalties, outcome, result, expected) =>
    expect(taken(decision(penalties, outcome), site(result))).toEqual(expected),
  )
})

it('of several people a result leaves nobody out: what contradicts it is unread (decision 0068)', () => {
  const accused = people('Пташникова Тамара Сергеевна', 'Багранов Иннокентий Львович')
  const rows = [
    { ...prison, person: 'Багранову И.Л.' },
    { ...fine, type: 'court_fine', person: 'Пташниковой Т.С.' },
  ]
  const told = supplementFromText(decision(rows), site('Уголовное дело ПРЕКРАЩЕНО', { accused })).penalties
  expect(told.map(({ type, value, text, defendant_ordinal }) => [type, value, text, defendant_ordinal])).toEqual([
    ['error', null, prison.text, 1],
    ['court_fine', 500_000, fine.text, 0],
  ])
})

it('keeps all of it with the case', async () => {
  const { db } = await testDatabase()
  const case_id = await buildCase(db, { type: 2, defendants: [{ name: 'Багранов Иннокентий Львович' }] })
  const read = decision([
    { ...prison, person: 'ФИО1', suspended: true, probation_months: 24, state: 'changed', certainty: 0.75 },
  ])
  await db
    .transaction()
    .execute(trx => writeDecisions(trx, [{ case_id, decision: read, site: site(verdict) }], new Set()))
  expect(await db.selectFrom('case_penalty').selectAll().where('case_id', '=', case_id).execute()).toEqual([
    // biome-ignore format: a row of the table
    { case_id, ordinal: 20_000, type: 'imprisonment', value: 36, hidden: false, text: prison.text, by_text: true, defendant_ordinal: 0, of_other: false,
      additional: false, suspended: true, probation_months: 24, percent: null, multiple: null, state: 'changed', certainty: 0.75, is_certain: false },
  ])
})
