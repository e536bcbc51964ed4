import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { dayIn } from '#shared/domain/dates.ts'
import { testApp } from '../../../test/app.ts'
import { buildAccount, buildCase, buildCases } from '../../../test/factories.ts'
import type { CaseRecordInput } from '../../ingest/case-record.ts'
import { setClocks } from './set-clocks.ts'

/** Who is at risk, as cases change and days pass (§3 `defendant_risk_group`, domain §5). */
const { db, as } = await testApp()
const daysAgo = (days: number): string => dayIn('Europe/Moscow', new Date(Date.now() - days * 86_400_000))
const court = (region: number) => ({ title: `Вымышленный районный суд № ${region}`, region })
const protest = { codex: 'koap', article_number: '20.2', part: '5' } as const
const violation = (name: string, ago: number, given: Partial<CaseRecordInput> = {}): Partial<CaseRecordInput> => ({
  entry_date: daysAgo(ago),
  result_date: daysAgo(ago),
  result_valid_date: daysAgo(ago),
  result: 'Вынесено постановление о назначении административного наказания',
  articles: [protest],
  defendants: [{ name, articles: given.articles ?? [protest] }],
  ...given,
})
const ask = await as(await buildAccount(db))
const atRisk = async (name: string, asker = ask) =>
  (await asker(`cases/?defendant_risk_group=true&defendant=${encodeURIComponent(name)}`)).body as { count: number }
const personOn = async (caseId: number): Promise<number> =>
  (
    await db
      .selectFrom('case_defendant')
      .where('case_id', '=', caseId)
      .select('defendant_id')
      .orderBy('ordinal')
      .executeTakeFirstOrThrow()
  ).defendant_id ?? 0

describe('clocks of people', () => {
  it('are set when cases come, and again when one may be quashed, and is', async () => {
    const name = 'Ветрогонов Пётр Ильич'
    const source_key = 'test:quashed'
    const [first = 0] = await buildCases(db, [
      violation(name, 150, { source_key }),
      violation(name, 100),
      violation(name, 50),
    ])
    await setClocks(db)
    expect((await atRisk(name)).count).toBe(3)
    const { body } = await ask(`defendants/${await personOn(first)}/risk/`)
    expect(body).toMatchObject({
      clocks: [
        {
          rule: { follows: 'УК 212.1', needed: 3 },
          at_line: true,
          end: { days_left: 30, until_is_earliest: false },
          counted: [{ id: first }, {}, {}],
        },
      ],
    })
    await buildCase(db, violation(name, 150, { source_key, appeal_date: daysAgo(120) }))
    await setClocks(db)
    expect((await atRisk(name)).count).toBe(0)
    expect((await ask(`defendants/${await personOn(first)}/risk/`)).body).toMatchObject({
      clocks: [{ at_line: false, doubtful: [{ id: first, reason: 'review_result_not_told' }] }],
    })
    await buildCase(db, violation(name, 150, { source_key, appeal_result: 'Отменено с прекращением производства' }))
    await setClocks(db)
    expect((await atRisk(name)).count).toBe(0)
  })
  it('never take the articles of a case for those of an accused whose own were not told', async () => {
    const name = 'Погремушкин Савва Ильич'
    await buildCases(
      db,
      [150, 100, 50].map(ago => violation(name, ago, { defendants: [{ name, article_state: 'not_told' }] })),
    )
    const alone = await buildCase(db, violation(name, 40))
    await setClocks(db)
    expect((await atRisk(name)).count).toBe(0)
    const { body } = await ask(`defendants/${await personOn(alone)}/risk/`)
    expect(body).toMatchObject({
      clocks: [
        {
          at_line: false,
          counted: [{ id: alone }],
          doubtful: [{ reason: 'article_not_told' }, { reason: 'article_not_told' }, { reason: 'article_not_told' }],
        },
      ],
    })
  })
  it('are each accused person’s own: another’s article counts for nobody else, one told twice counts once', async () => {
    const [guilty, beside, twice] = ['Ракитин Егор Ильич', 'Ракитина Ольга Ильинична', 'Ракитин Игнат Ильич'] as const
    const hateful = { codex: 'koap', article_number: '20.3.1', part: '' } as const
    const id = await buildCase(
      db,
      violation(guilty, 100, {
        articles: [hateful, protest],
        defendants: [
          { name: guilty, articles: [hateful] },
          { name: beside, articles: [protest] },
        ],
      }),
    )
    await buildCase(
      db,
      violation(twice, 100, {
        articles: [hateful],
        defendants: [{ name: twice }, { name: twice, articles: [hateful] }],
      }),
    )
    await setClocks(db)
    // One result for both: whose it is, is not told, and nobody is at risk.
    expect((await atRisk(guilty)).count).toBe(0)
    const people = await db
      .selectFrom('case_defendant')
      .where('case_id', '=', id)
      .select(['defendant_id', 'name'])
      .orderBy('ordinal')
      .execute()
    for (const [at, rule] of ['uk-282', 'uk-212.1'].entries())
      expect((await ask(`defendants/${people[at]?.defendant_id}/risk/`)).body).toMatchObject({
        clocks: [{ rule: { id: rule }, counted: [], doubtful: [{ id, reason: 'result_of_several' }] }],
      })
    expect((await atRisk(twice)).count).toBe(1)
  })
  it('are nobody’s where somebody else may be meant by the result', async () => {
    const name = 'Суховеев Тимур Ильич'
    const [own] = violation(name, 100).defendants ?? []
    const id = await buildCase(
      db,
      violation(name, 100, {
        articles: [{ codex: 'koap', article_number: '20.3.3', part: '1' }],
        defendants: [
          { name: own?.name ?? name, articles: [{ codex: 'koap', article_number: '20.3.3', part: '1' }] },
          { name: 'Прохожев П.И.', role: 'unknown', article_state: 'not_told' },
        ],
      }),
    )
    await setClocks(db)
    expect((await atRisk(name)).count).toBe(0)
    const person = await personOn(id)
    expect((await ask(`defendants/${person}/risk/`)).body).toMatchObject({
      clocks: [{ counted: [], doubtful: [{ reason: 'result_of_several' }] }],
    })
    expect((await ask(`defendants/${person}/`)).body).toMatchObject({ cases: [{ others_count: 1 }], penalties: [] })
  })
  it('run out as days pass, without anything being said', async () => {
    const name = 'Хлебородов Иван Петрович'
    await buildCases(
      db,
      [10, 20, 30].map(ago => violation(name, ago)),
    )
    await setClocks(db)
    expect((await atRisk(name)).count).toBe(3)
    await setClocks(db, { today: daysAgo(-151) })
    expect((await atRisk(name)).count).toBe(0)
    await setClocks(db, { today: daysAgo(0) })
  })
  it('count on the day they run out, and not on the next one', async () => {
    const name = 'Краёв Савелий Ильич'
    // Long ago enough that nothing but the end itself has them looked at again.
    await buildCases(
      db,
      [100, 90, 80].map(ago => violation(name, ago)),
    )
    // The first of them counts for 180 days.
    for (const [day, count] of [
      [79, 3],
      [80, 3],
      [81, 0],
    ] as const) {
      await setClocks(db, { today: daysAgo(-day) })
      expect((await atRisk(name)).count, `in ${day} days`).toBe(count)
    }
    await setClocks(db)
  })
  it('begin on the day a decision comes into force, however long that takes, without anything being said', async () => {
    const name = 'Зимин Савелий Ильич'
    const articles = [{ codex: 'koap', article_number: '20.3.3', part: '1' } as const]
    // The tenth day is the first of January: it moves to the first working day, the twelfth.
    await buildCase(
      db,
      violation(name, 0, {
        ...{ articles, entry_date: '2025-12-20', result_date: '2025-12-22', result_valid_date: undefined },
      }),
    )
    for (const [day, count] of [
      ['2026-01-11', 0],
      ['2026-01-12', 0],
      ['2026-01-13', 1],
    ] as const) {
      await setClocks(db, { today: day })
      expect((await atRisk(name)).count, day).toBe(count)
    }
    await setClocks(db)
  })
  it('are set anew for a person who is no longer on a case', async () => {
    const [name, other] = ['Отвалов Савелий Ильич', 'Оставшаяся Вера Ильинична'] as const
    const articles = [{ codex: 'koap', article_number: '20.3.3', part: '1' } as const]
    const card = violation(name, 100, { articles, source_key: 'test:left', case_number: '5-71/2026' })
    const [, kept = 0] = await buildCases(db, [card, violation(name, 90)])
    await setClocks(db)
    const rulesOf = async () =>
      (
        await db
          .selectFrom('defendant_risk')
          .where('defendant_id', '=', await personOn(kept))
          .select(['rule', 'at_line'])
          .orderBy('rule')
          .execute()
      ).map(({ rule, at_line }) => `${rule} ${at_line}`)
    expect(await rulesOf()).toEqual(['uk-212.1 false', 'uk-280.3 true'])
    await buildCase(db, { ...card, defendants: [{ name: other, articles }] })
    await setClocks(db)
    expect(await rulesOf()).toEqual(['uk-212.1 false'])
    expect((await atRisk(name)).count).toBe(0)
  })
  it('move the case in the change feed, not its date of change', async () => {
    const id = await buildCase(
      db,
      violation('Тихозвонов Глеб Юрьевич', 5, { articles: [{ codex: 'koap', article_number: '20.3.3', part: '1' }] }),
    )
    const seen = () =>
      db.selectFrom('court_case').where('id', '=', id).select(['changed_at', 'changed_xid']).executeTakeFirstOrThrow()
    const before = await seen()
    await setClocks(db)
    const after = await seen()
    expect(after.changed_at).toEqual(before.changed_at)
    expect(after.changed_xid).not.toBe(before.changed_xid)
  })
  it('wait for nobody who writes a case, and come back to it', async () => {
    const name = 'Снегоходов Антон Ильич'
    const id = await buildCase(
      db,
      violation(name, 5, { articles: [{ codex: 'koap', article_number: '20.3.3', part: '1' }] }),
    )
    await db.transaction().execute(async trx => {
      await sql`select from court_case where id = ${id} for update`.execute(trx)
      expect(await setClocks(db)).toBe(0)
    })
    expect(await setClocks(db)).toBe(1)
    expect((await atRisk(name)).count).toBe(1)
  })
  it('belong to people, not to companies', async () => {
    await buildCase(
      db,
      violation('ООО «Хлебный двор»', 5, { articles: [{ codex: 'koap', article_number: '20.3.3', part: '1' }] }),
    )
    await setClocks(db)
    expect((await atRisk('Хлебный двор')).count).toBe(0)
  })
  it('are listed when they run out soon, to whoever sees every case that counts', async () => {
    const name = 'Звездопадов Олег Ильич'
    const [a = 0, b = 0] = await buildCases(db, [
      violation(name, 175),
      violation(name, 60, { court: court(78) }),
      violation(name, 40),
    ])
    // Known across regions.
    await sql`update case_defendant set defendant_id = ${await personOn(a)} where case_id = ${b}`.execute(db)
    await sql`insert into risk_due (defendant_id) values (${await personOn(a)}) on conflict do nothing`.execute(db)
    await setClocks(db)
    const { body } = await ask('defendants/expiring/?days=10')
    expect(body).toMatchObject({ count: 1, results: [{ defendant: { name }, counted: 3, days_left: 5 }] })
    for (const [days, count] of [
      [4, 0],
      [5, 1],
      [6, 1],
    ] as const)
      expect((await ask(`defendants/expiring/?days=${days}`)).body, `within ${days} days`).toMatchObject({ count })
    const limited = await as(await buildAccount(db, { regions: [77] }))
    expect((await limited('defendants/expiring/?days=10')).body).toMatchObject({ count: 0 })
    expect((await limited(`defendants/${await personOn(a)}/risk/`)).body).toMatchObject({
      clocks: [{ at_line: false, counted: [{}, {}] }],
    })
    expect((await ask('defendants/expiring/?days=9999')).status).toBe(400)
    // What is searched by tells nothing of other regions either.
    expect((await atRisk(name, limited)).count).toBe(0)
  })
})

describe('what is doubtful (decision 0062)', () => {
  const hateful = { codex: 'koap', article_number: '20.3.1', part: '' } as const
  const review = (number: string, given: Partial<CaseRecordInput> = {}): Partial<CaseRecordInput> => ({
    stage: 2,
    case_number: number,
    court: { ...court(77), title: 'Вымышленный областной суд' },
    entry_date: daysAgo(60),
    result_date: daysAgo(50),
    result: 'Отменено с прекращением производства',
    ...given,
  })
  const pair = (first_id: number, second_id: number) =>
    db.insertInto('case_link_candidate').values({ first_id, second_id, why: 'same_person', certainty: 0.5 }).execute()
  const settle = async (person: number) => {
    await sql`insert into risk_due (defendant_id) values (${person}) on conflict do nothing`.execute(db)
    await setClocks(db)
  }
  const clocksOfPerson = async (person: number, asker = ask) =>
    (await asker(`defendants/${person}/risk/`)).body as { clocks: { counted: unknown[]; doubtful: unknown[] }[] }

  it('a review that may have annulled it: until somebody says it is of another case', async () => {
    const name = 'Камышатников Лев Ильич'
    const id = await buildCase(db, violation(name, 100, { articles: [hateful] }))
    const person = await personOn(id)
    const other = await buildCase(db, review('7-11/2026'))
    await settle(person)
    expect((await atRisk(name)).count).toBe(1)
    await pair(id, other)
    await settle(person)
    expect((await atRisk(name)).count).toBe(0)
    expect((await clocksOfPerson(person)).clocks).toMatchObject([
      { at_line: false, end: null, counted: [], doubtful: [{ id, reason: 'annulment_not_linked' }] },
    ])
    expect((await ask('defendants/expiring/?days=366')).text).not.toContain(name)
    await db.insertInto('case_link_verdict').values({ first_id: id, second_id: other, is_same: false }).execute()
    await settle(person)
    expect((await clocksOfPerson(person)).clocks).toMatchObject([{ at_line: true, counted: [{ id }], doubtful: [] }])
    expect((await atRisk(name)).count).toBe(1)
  })
  it('a review that is linked to another case annuls that one', async () => {
    const names = ['Овсянкин Фрол Ильич', 'Просолупов Кузьма Ильич'] as const
    const [mine = 0, anothers = 0] = await buildCases(
      db,
      names.map(name => violation(name, 100, { articles: [hateful] })),
    )
    const annulling = await buildCase(db, review('7-12/2026'))
    await pair(mine, annulling)
    await sql`insert into case_link (case_id, other_id, why, certainty)
      values (${anothers}, ${annulling}, 'confirmed', 1), (${annulling}, ${anothers}, 'confirmed', 1)`.execute(db)
    const [person, another] = [await personOn(mine), await personOn(anothers)]
    expect((await clocksOfPerson(person)).clocks).toMatchObject([{ counted: [{ id: mine }], doubtful: [] }])
    expect((await clocksOfPerson(another)).clocks).toEqual([])
  })
  it('is told by reviews of the asker’s regions; one of another region leaves nothing to tell', async () => {
    const id = await buildCase(db, violation('Берестянкин Олег Ильич', 100, { articles: [hateful] }))
    const person = await personOn(id)
    await pair(id, await buildCase(db, review('7-13/2026', { court: court(78) })))
    const limited = await as(await buildAccount(db, { regions: [77] }))
    expect((await clocksOfPerson(person)).clocks).toMatchObject([{ doubtful: [{ id }] }])
    expect((await clocksOfPerson(person, limited)).clocks).toEqual([])
  })
  it('cases of one name in several courts, while nobody has decided about the pair, and as far as the asker sees them', async () => {
    const name = 'Лукошников Пров Ильич'
    const [mine = 0, here = 0, far = 0] = await buildCases(db, [
      violation(name, 100, { articles: [hateful] }),
      violation('Лукошникова Анна Ильинична', 90, { articles: [hateful] }),
      violation(name, 80, { articles: [hateful], court: court(78) }),
    ])
    const [person, other, distant] = [await personOn(mine), await personOn(here), await personOn(far)]
    const pairs = (name_relation: string) =>
      [other, distant].map(id => ({
        left_id: Math.min(person, id),
        right_id: Math.max(person, id),
        score: 5,
        name_relation,
        evidence: [],
      }))
    await db.insertInto('person_pair').values(pairs('initials')).execute()
    expect((await clocksOfPerson(person)).clocks).toMatchObject([{ counted: [{ id: mine }], doubtful: [] }])
    await db.updateTable('person_pair').set({ name_relation: 'full' }).execute()
    const limited = await as(await buildAccount(db, { regions: [77] }))
    const asked = async (asker = ask) =>
      (await clocksOfPerson(person, asker)).clocks.map(({ counted, doubtful }) => ({ counted, doubtful }))
    expect(await asked()).toMatchObject([
      {
        counted: [{ id: mine }],
        doubtful: [
          { id: here, reason: 'namesake' },
          { id: far, reason: 'namesake' },
        ],
      },
    ])
    expect(await asked(limited)).toMatchObject([{ doubtful: [{ id: here }] }])
    // Who stands on one case with them is somebody else.
    await sql`insert into case_defendant (case_id, ordinal, defendant_id, name) values (${here}, 1, ${person}, ${name})`.execute(
      db,
    )
    expect((await asked())[0]?.doubtful).toMatchObject([{ id: here, reason: 'article_not_told' }, { id: far }])
    await db.updateTable('person_pair').set({ verdict: 'apart' }).execute()
    expect(await asked()).toMatchObject([{ doubtful: [{ id: here, reason: 'article_not_told' }] }])
  })
  it('a repetition within the КоАП is shown and puts nobody at risk', async () => {
    const name = 'Колодезный Макар Ильич'
    const id = await buildCase(
      db,
      violation(name, 100, { articles: [{ codex: 'koap', article_number: '12.15', part: '4' }] }),
    )
    const person = await personOn(id)
    await settle(person)
    expect((await clocksOfPerson(person)).clocks).toMatchObject([
      { rule: { kind: 'koap-to-koap', follows: 'КоАП 12.15 ч.\u00a05' }, at_line: true, counted: [{ id }] },
    ])
    expect((await atRisk(name)).count).toBe(0)
    const kept = await db.selectFrom('defendant_risk').where('defendant_id', '=', person).select('rule').execute()
    expect(kept).toEqual([])
  })
  it('a fine by a camera leads to no crime, a deprivation does', async () => {
    const camera = { codex: 'koap', article_number: '12.9', part: '7' } as const
    const fined = 'Рябинкин Назар Ильич'
    const deprived = 'Рябинкин Тарас Ильич'
    await buildCases(db, [
      violation(fined, 100, {
        articles: [camera],
        penalties: [{ type: 'fine', value: 5000, text: 'штраф 5 000 рублей' }],
      }),
      violation(deprived, 100, {
        articles: [camera],
        penalties: [{ type: 'no_data', text: 'лишение права управления транспортными средствами на один год' }],
      }),
    ])
    await setClocks(db)
    expect((await atRisk(fined)).count).toBe(0)
    expect((await atRisk(deprived)).count).toBe(1)
  })
  it('a rule that is not computed is named with its reason', async () => {
    const beer = { codex: 'koap', article_number: '14.17.1', part: '1' } as const
    const id = await buildCase(db, violation('Хмельницын Ерофей Ильич', 100, { articles: [beer] }))
    expect(await clocksOfPerson(await personOn(id))).toMatchObject({
      clocks: [],
      named: [{ follows: 'УК 171.4', why: 'текст закона не проверен' }],
    })
  })
  it('the list of those that run out tells whether the day is the earliest', async () => {
    const [told, untold] = ['Сенокосов Иов Ильич', 'Сенокосов Аким Ильич'] as const
    await buildCases(db, [
      violation(told, 350, { articles: [hateful] }),
      violation(untold, 358, { articles: [hateful], result_valid_date: undefined }),
    ])
    await setClocks(db)
    const { body } = await ask('defendants/expiring/?days=40')
    const results = (body as { results: { defendant: { name: string }; until_is_earliest: boolean }[] }).results
    const earliest = (name: string) => results.find(({ defendant }) => defendant.name === name)?.until_is_earliest
    expect([earliest(told), earliest(untold)]).toEqual([false, true])
  })
})

// Last, since the list of clocks that run out would tell of these people.
describe('clocks of one of several accused', () => {
  it.each([
    ['Сухоруков Лев Ильич', 'Вынесено постановление о назначении административного наказания', 180, true],
    ['Ветошкин Лев Ильич', 'Вынесено постановление о назначении административного наказания', 181, false],
    ['Огурцов Лев Ильич', 'Производство по делу прекращено', 100, false],
  ])('follow what is told of them alone: %s, «%s» %i days ago, at risk: %s', async (name, result, ago, isAtRisk) => {
    const own = { name, articles: [protest], result, result_date: daysAgo(ago) }
    const other = { name: 'Полынцев Лука Савич', articles: [protest] }
    const fine = { type: 'fine', value: 10_000, text: 'штраф 10 000 рублей', person: name } as const
    await buildCases(db, [
      violation(name, 50),
      violation(name, 20),
      violation(name, 90, { defendants: [own, other], penalties: [fine] }),
    ])
    await setClocks(db)
    expect((await atRisk(name)).count > 0).toBe(isAtRisk)
  })
  it('follow the penalty of who is listed twice, and not the termination beside it', async () => {
    const name = 'Калинников Лев Ильич'
    const own = (result: string, ago: number) => ({ name, articles: [protest], result, result_date: daysAgo(ago) })
    const penalty = own('Вынесено постановление о назначении административного наказания', 90)
    const ended = own('Производство по делу прекращено', 80)
    await buildCases(db, [
      violation(name, 50),
      violation(name, 20),
      violation(name, 90, { defendants: [ended, penalty], penalties: [] }),
    ])
    await setClocks(db)
    expect((await atRisk(name)).count > 0).toBe(true)
  })
})
