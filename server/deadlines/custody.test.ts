import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { caseDeadlines, upcomingDeadlines } from '#shared/api/deadlines.ts'
import { addDays, showDate } from '#shared/domain/dates.ts'
import { today as todayNow } from '#shared/domain/relative-dates.ts'
import { type Ask, testApp } from '../../test/app.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'
import { rereadTexts } from '../ingest/reread-texts.ts'
import { custodyInLine } from '../texts/facts/custody.ts'
import { tellsOfCustody } from './read-custody.ts'

/** From the text and the card of a case to «Сегодня»: a term of custody in the words of the court. */
const { db, as } = await testApp()
const account = await buildAccount(db)
const ask = await as(account)
const today = todayNow()
const ruled = addDays(today, -10)
const until = addDays(today, 20)
const line = (who: string) =>
  `Продлить ${who} срок содержания под стражей на 1 месяц, то есть до ${showDate(until).replaceAll('\u00a0', ' ')} года.`
const text = (decided: string, who = 'обвиняемого Багранова Иннокентия Львовича') =>
  `Судья, рассмотрев ходатайство следователя в отношении ${who},\nУСТАНОВИЛ:\nизучив материалы,\nПОСТАНОВИЛ:\n${decided}`
const [his, hers] = [{ name: 'Багранов Иннокентий Львович' }, { name: 'Прозорова Анна Леонидовна' }]
const ruling = {
  type: 2,
  case_number: '3/2-17/2026',
  entry_date: ruled,
  result_date: ruled,
  result: 'Ходатайство удовлетворено',
} as const
const custodyIn = async (id: number, of: Ask = ask) =>
  caseDeadlines.parse((await of(`cases/${id}/deadlines/`)).body).deadlines.filter(({ kind }) => kind === 'custody')
const watch = (case_id: number) => db.insertInto('favourite').values({ account_id: account.id, case_id }).execute()
const comingOf = async (id: number) =>
  upcomingDeadlines.parse((await ask('deadlines/upcoming/')).body).results.filter(one => one.case.id === id)

it('is read from the decision, told with its line, and comes on «Сегодня» of who watches the case', async () => {
  const id = await buildCase(db, { ...ruling, defendants: [his], text: text(line('Багранову И. Л.')) })
  expect(await custodyIn(id)).toMatchObject([
    {
      date: until,
      certainty: 'told',
      quote: line('Багранову И. Л.'),
      is_whose_unclear: false,
      person: null,
      edition: { article: 'УПК, ст. 109 чч. 1–3' },
    },
  ])
  await watch(id)
  expect(await comingOf(id)).toMatchObject([
    { days_left: 20, case: { people: [{ name: his.name }] }, deadline: { kind: 'custody' } },
  ])
})

it('names nobody where it is not clear whose it is', async () => {
  const who = 'обвиняемых Багранова Иннокентия Львовича, Прозоровой Анны Леонидовны'
  const id = await buildCase(db, { ...ruling, defendants: [his, hers], text: text(line('обвиняемым'), who) })
  expect(await custodyIn(id)).toMatchObject([{ date: until, person: null, is_whose_unclear: true }])
  await watch(id)
  expect(await comingOf(id)).toMatchObject([{ case: { people: [] }, deadline: { is_whose_unclear: true } }])
  const named = await buildCase(db, { ...ruling, defendants: [his, hers], text: text(line('Прозоровой А. Л.'), who) })
  const { ordinal } = await db
    .selectFrom('case_defendant')
    .where('case_id', '=', named)
    .where('name', '=', hers.name)
    .select('ordinal')
    .executeTakeFirstOrThrow()
  expect(await custodyIn(named)).toMatchObject([{ person: ordinal, is_whose_unclear: false }])
})

it('is read from the movement of a criminal case without a decision, and ends with a later line', async () => {
  const note = `Срок содержания под стражей продлён до ${showDate(until).replaceAll('\u00a0', ' ')} года`
  const events = [{ type: 'Судебное заседание', date: ruled, result: 'Вынесено постановление', note }]
  const open = {
    type: 2 as const,
    source_key: 'test:custody-events',
    case_number: '1-17/2026',
    entry_date: ruled,
    defendants: [his],
  }
  const id = await buildCase(db, { ...open, events })
  await watch(id)
  expect(await custodyIn(id)).toMatchObject([{ date: until, quote: note }])
  expect(await comingOf(id)).toHaveLength(1)
  const changed = {
    type: 'Судебное заседание',
    date: addDays(ruled, 1),
    result: 'Мера пресечения изменена на домашний арест',
  }
  await buildCase(db, { ...open, events: [...events, changed] })
  expect(await custodyIn(id)).toMatchObject([{ date: null, quote: null }])
  expect(await comingOf(id)).toEqual([])
})

it.each([
  ['in capitals', 'ОСВОБОДИТЬ ИЗ-ПОД СТРАЖИ'],
  ['with Latin letters', 'Освободить из-под c\u0442p\u0430\u0436\u0438'],
  ['with a no-break space', 'Мера\u00a0пресечения изменена на домашний арест'],
])('ends with a later line %s', async (_, result) => {
  const note = `Срок содержания под стражей продлён до ${showDate(until).replaceAll('\u00a0', ' ')} года`
  const held = { type: 'Судебное заседание', date: ruled, note }
  const ended = { type: 'Судебное заседание', date: addDays(ruled, 1), result }
  const id = await buildCase(db, { type: 2, entry_date: ruled, defendants: [his], events: [held, ended] })
  await watch(id)
  expect(await custodyIn(id)).toMatchObject([{ date: null, quote: null }])
  expect(await comingOf(id)).toEqual([])
})

it('is found in every line that tells of it, however its letters and blanks are written', async () => {
  const told = [
    'Освободить из-под стражи',
    'Мера пресечения изменена на домашний арест',
    'Срок содержания под стражей продлить до 16 декабря 2026 года',
  ]
  const alike = new Map(
    [...'авсенкмортхугиАВСЕНКМОРТХУ '].map((letter, at) => [letter, 'abcehkmoptxyruABCEHKMOPTXY\u00a0'[at]]),
  )
  const written = fc
    .constantFrom(...told)
    .chain(line =>
      fc
        .tuple(...[...line].map(letter => fc.constantFrom(letter, letter.toUpperCase(), alike.get(letter) ?? letter)))
        .map(letters => letters.join('')),
    )
  const lines = [...told.map(line => line.toUpperCase()), ...fc.sample(written, 300)].filter(
    line => custodyInLine(line).length > 0,
  )
  expect(lines.length).toBeGreaterThan(told.length)
  const { rows } = await sql<{ result: string }>`
    select said.result from unnest(${lines}::text[]) with ordinality as said(result, note)
    where not ${tellsOfCustody('said')}`.execute(db)
  expect(rows).toEqual([])
})

it('of a review comes beside other deadlines of the case of first instance, and once where both tell it', async () => {
  const decided = addDays(today, -30)
  const told = async (...ids: number[]) =>
    upcomingDeadlines
      .parse((await ask('deadlines/upcoming/?days=366')).body)
      .results.filter(one => ids.includes(one.case.id))
      .map(one => [one.case.id, one.deadline.kind])
  const pair = async (uid: string, first: object, number: string, people = [his], who = 'Багранову И. Л.') => {
    const both = { type: 2 as const, case_uid: uid, defendants: people }
    const of = await buildCase(db, { ...both, entry_date: decided, result_date: decided, ...first })
    const review = await buildCase(db, {
      ...both,
      source_key: `test:${number}`,
      stage: 2,
      case_number: number,
      entry_date: ruled,
      result_date: ruled,
      result: 'Оставлено без изменения',
      text: text(line(who)),
    })
    await watch(of)
    await watch(review)
    return [of, review] as const
  }
  const verdict = { case_number: '1-703/2026', result: 'Вынесен ПРИГОВОР' }
  const [judged, review] = await pair('77RS0001-01-2026-000703-11', verdict, '22-703/2026')
  const kinds = await told(judged, review)
  expect(kinds).toContainEqual([judged, 'cassation'])
  expect(kinds.filter(([id]) => id === review)).toEqual([[review, 'custody']])
  const material = { ...ruling, case_number: '3/2-704/2026', text: text(line('Багранову И. Л.')) }
  const [first, upheld] = await pair('77RS0001-01-2026-000704-11', material, '22К-704/2026')
  expect(await told(first, upheld)).toEqual([[first, 'custody']])
  const ofTwo = { ...material, case_number: '3/2-705/2026' }
  const [one, other] = await pair('77RS0001-01-2026-000705-11', ofTwo, '22К-705/2026', [his, hers], 'Прозоровой А. Л.')
  expect(await told(one, other)).toEqual([
    [one, 'custody'],
    [other, 'custody'],
  ])
})

it('comes into texts that an older reader had read', async () => {
  const id = await buildCase(db, { ...ruling, defendants: [his], text: text(line('Багранову И. Л.')) })
  await sql`update case_decision set facts = facts - 'custody', reader = 4 where case_id = ${id}`.execute(db)
  expect(await custodyIn(id)).toEqual([])
  await rereadTexts(db)
  expect(await custodyIn(id)).toMatchObject([{ date: until }])
})

it('is found among thousands of cases by the index of those that tell one', async () => {
  const { rows } = await db.transaction().execute(async trx => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return sql<{ 'QUERY PLAN': string }>`explain select from case_decision where facts ? 'custody'`.execute(trx)
  })
  expect(rows.map(row => row['QUERY PLAN']).join('\n')).toContain('case_decision_custody')
})
