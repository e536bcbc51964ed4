import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { buildCase, buildCases } from '../../test/factories.ts'
import type { CaseRecordInput } from './case-record.ts'

const { db } = await testDatabase()
const caseRow = (id: number) => db.selectFrom('court_case').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('directories are learned (design §5)', () => {
  const courtOf = async (given: Partial<CaseRecordInput>) => (await caseRow(await buildCase(db, given))).court_id

  it('finds a court by its code, whatever its title', async () => {
    const id = await courtOf({ court: { title: 'Кодовый суд', region: 59, vnkod: '59RS9999' } })
    expect(await courtOf({ court: { title: 'Кодовый городской суд', region: 59, vnkod: '59RS9999' } })).toBe(id)
  })
  it('finds a court by its code alone, in whichever region it is told and beside one found by title', async () => {
    const moved = await courtOf({ court: { title: 'Переезжий суд', region: 59, vnkod: '59RS9998' } })
    const stayed = await courtOf({ court: { title: 'Оседлый суд', region: 22 } })
    const cases = await buildCases(db, [
      { court: { title: 'Переехавший суд', region: 22, vnkod: '59RS9998' } },
      { court: { title: 'Оседлый суд', region: 22 } },
    ])
    expect(await Promise.all(cases.map(async id => (await caseRow(id)).court_id))).toEqual([moved, stayed])
  })
  it('believes a code more than a title that another court bears', async () => {
    const coded = await courtOf({ court: { title: 'Прежний суд', region: 59, vnkod: '59RS9997' } })
    const titled = await courtOf({ court: { title: 'Тёзка суда', region: 59 } })
    expect(await courtOf({ court: { title: 'Тёзка суда', region: 59, vnkod: '59RS9997' } })).toBe(coded)
    expect(coded).not.toBe(titled)
  })
  it.each([
    'Лесной районный суд города Озёрска',
    'ЛЕСНОЙ РАЙОННЫЙ СУД Г. ОЗЕРСКА',
    'Лесной районный суд  г.Озерска',
    'Лесной районный суд г. Озёрска (Пермский край)',
  ])('finds a court spelled «%s»', async title => {
    const id = await courtOf({ court: { title: 'Лесной районный суд г. Озёрска', region: 59 } })
    expect(await courtOf({ court: { title, region: 59 } })).toBe(id)
  })
  it('finds a court of a city that is a region, with its name or without', async () => {
    const id = await courtOf({ court: { title: 'Московский районный суд', region: 78 } })
    expect(await courtOf({ court: { title: 'Московский районный суд города Санкт-Петербурга', region: 78 } })).toBe(id)
  })
  it('does not take a court of another region', async () => {
    const here = await courtOf({ court: { title: 'Степной районный суд', region: 59 } })
    expect(await courtOf({ court: { title: 'Степной районный суд', region: 22 } })).not.toBe(here)
  })
  it('adds a court with the time zone of its region and the instance its title tells', async () => {
    const id = await courtOf({ court: { title: 'Вымышленный областной суд', region: 65 } })
    const court = await db.selectFrom('court').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(court).toMatchObject({ time_zone: 'Asia/Sakhalin', instance: 2 })
  })
  it('knows a judge by name within the court, whatever the letters', async () => {
    const judgeOf = async (judge: string, title: string) =>
      (await caseRow(await buildCase(db, { judge, court: { title, region: 59 } }))).judge_id
    const judge = await judgeOf('Сёмина А. П.', 'Судейский районный суд')
    expect(await judgeOf('СЕМИНА А.П.', 'Судейский районный суд')).toBe(judge)
    expect(await judgeOf('Сёмина А.П.', 'Другой районный суд')).not.toBe(judge)
    expect(await judgeOf('Сёмина Анна Павловна', 'Судейский районный суд')).not.toBe(judge)
  })
  it('takes a hidden judge for none', async () => {
    const case_id = await buildCase(db, { judge: 'Информация скрыта' })
    expect((await caseRow(case_id)).judge_id).toBeNull()
  })
  it('adds an article that is not there, unnamed (domain §2)', async () => {
    await buildCase(db, { articles: [{ codex: 'koap', article_number: '99.9-2', part: '1.1' }] })
    const article = await db
      .selectFrom('article')
      .selectAll()
      .where('article_number', '=', '99.9-2')
      .executeTakeFirstOrThrow()
    expect(article).toMatchObject({ codex: 'koap', part: '1.1', is_named: false })
  })
  it('learns which results occur with which codex and instance', async () => {
    const case_id = await buildCase(db, { result: 'Небывалый результат', stage: 2 })
    const { result_type_id } = await caseRow(case_id)
    const uses = await db
      .selectFrom('result_type_use')
      .selectAll()
      .where('result_type_id', '=', result_type_id)
      .execute()
    expect(uses).toEqual([{ result_type_id, type: 1, stage: 2 }])
  })
  it('completes a title that the site has cut, when one known title begins so', async () => {
    const resultOf = async (result: string) => (await caseRow(await buildCase(db, { result }))).result_type_id
    const whole = await resultOf('Возвращено в порядке надзора по жалобе лица')
    expect(await resultOf('Возвращено в порядке надзора по жал...')).toBe(whole)
    expect(await resultOf('Возвращено в порядке надзора по жал…')).toBe(whole)
    expect(await resultOf('Возвращено\u00a0в  порядке надзора по жалобе лица')).toBe(whole)
    expect(await resultOf('...')).not.toBe(whole)
    await resultOf('Возвращено в порядке надзора по протесту')
    expect(await resultOf('Возвращено в порядке надзора по...')).not.toBe(whole)
  })
})

describe('rows that are not checked one by one (decisions 0028 and 0040)', () => {
  it('leave with their case, and a directory keeps what a case refers to', async () => {
    const id = await buildCase(db, {
      articles: [{ codex: 'uk', article_number: '9999' }],
      events: [{ type: 'Событие, которого больше нет', date: '2026-01-02', time: '10:30' }],
      defendants: [{ name: 'Сорокин Сергей Сергеевич' }],
      participants: [{ role: 'advocate', name: 'Защитина О.О.' }],
      penalties: [{ type: 'caution' }],
      text: 'Суд решил.',
    })
    const withTheirCase = ['case_event', 'case_clue', 'people_due', 'case_article', 'case_text'] as const
    const unchecked = [
      'case_source',
      'case_journal',
      'case_defendant',
      'case_participant',
      'case_told_penalty',
    ] as const
    const left = async (): Promise<number[]> =>
      Promise.all(
        [...withTheirCase, ...unchecked].map(async table => {
          const rows = await db.selectFrom(table).select('case_id').where('case_id', '=', id).execute()
          return rows.length
        }),
      )
    expect(await left()).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    const { court_id } = await caseRow(id)
    const article = db.deleteFrom('article').where('article_number', '=', '9999')
    const event = db.deleteFrom('event_type').where('title', '=', 'Событие, которого больше нет')
    for (const removal of [article, event, db.deleteFrom('court').where('id', '=', court_id)])
      await expect(removal.execute()).rejects.toMatchObject({ code: '23503' })
    await db.deleteFrom('court_case').where('id', '=', id).execute()
    expect(await left()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    expect((await article.executeTakeFirst()).numDeletedRows).toBe(1n)
    expect((await event.executeTakeFirst()).numDeletedRows).toBe(1n)
  })
  it('keep every sign of what was written', async () => {
    const written = 'а\tб\\n\\.\nв\r\n«\\N» {1,"2"} \\x41 🏛 %_'
    const id = await buildCase(db, {
      events: [{ type: 'Знаки', date: '2026-01-02', result: written, hall: '\\N', note: '\\.' }],
      penalties: [{ type: 'fine', value: 1234567.89, text: written }],
      appeal_result: written,
    })
    const event = await db.selectFrom('case_event').selectAll().where('case_id', '=', id).executeTakeFirstOrThrow()
    expect(event).toMatchObject({ result: written, hall: '\\N', note: '\\.' })
    const penalty = await db.selectFrom('case_penalty').selectAll().where('case_id', '=', id).executeTakeFirstOrThrow()
    expect(penalty).toMatchObject({ value: 1234567.89, text: written })
    const source = await db
      .selectFrom('case_record')
      .select('record')
      .where('case_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(source.record).toMatchObject({ appeal_result: written })
    expect(await caseRow(id)).toMatchObject({ appeal_result: written })
  })
})
