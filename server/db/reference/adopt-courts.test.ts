import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { buildCase } from '../../../test/factories.ts'
import { seedReference } from './seed.ts'

/** Courts learned from cases before the reference spoke of them: one court, one row, and everything copied from it follows. */
const { db } = await testDatabase()
const seedAnew = async (): Promise<void> => {
  await db.deleteFrom('installation').where('key', '=', 'reference').execute()
  await seedReference(db)
}
const courtsLike = async (words: string) =>
  db.selectFrom('court').where('title', 'ilike', `%${words}%`).select(['id', 'title', 'region', 'vnkod']).execute()
/** As it was learned by an earlier version, which knew nothing of the other row. */
const learn = async (id: number, court: { title: string; region: number; vnkod?: string; time_zone?: string }) => {
  const { id: court_id } = await db
    .insertInto('court')
    .values({ time_zone: 'Europe/Moscow', vnkod: null, has_captcha: null, instance: 1, ...court })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update judge set court_id = ${court_id} from court_case k where k.judge_id = judge.id and k.id = ${id}`.execute(
    db,
  )
  await sql`
    update defendant set match_key = split_part(match_key, '|', 1) || ${`|${court_id}`} from case_defendant
    where defendant_id = defendant.id and case_id = ${id}`.execute(db)
  await sql`update court_case set court_id = ${court_id}, region = ${court.region} where id = ${id}`.execute(db)
  return court_id
}
const caseOf = (id: number) =>
  db
    .selectFrom('court_case')
    .where('id', '=', id)
    .select(['court_id', 'region', 'judge_id', 'hearing_until', 'changed_at'])
    .executeTakeFirstOrThrow()
const personOf = async (id: number) =>
  db
    .selectFrom('case_defendant')
    .innerJoin('defendant', 'defendant.id', 'defendant_id')
    .where('case_id', '=', id)
    .select(['defendant.id', 'match_key'])
    .executeTakeFirstOrThrow()

beforeEach(async () => {
  await sql`delete from court_case`.execute(db)
  await sql`delete from judge`.execute(db)
  await sql`delete from defendant`.execute(db)
})

const salekhard = 'Салехардский городской суд'
const neighbour = { title: 'Нарьян-Марский городской суд', region: 83 }

describe('courts of Ямало-Ненецкий округ that stand under region 83', () => {
  it.each([
    ['are found where they lie, whatever number the record gives', { title: salekhard, region: 83 }],
    ['also in another spelling', { title: 'САЛЕХАРДСКИЙ  городской суд', region: 83 }],
  ])('%s', async (_, court) => {
    const id = await buildCase(db, { court, defendants: [{ name: 'Вымыслов Пётр Ильич' }] })
    expect((await caseOf(id)).region).toBe(89)
    expect(await courtsLike(salekhard)).toHaveLength(1)
  })

  it('are put right with the region, the hours and the people of their cases', async () => {
    const hearing = { type: 'Судебное заседание', date: '2026-03-10', time: '10:00' }
    const defendants = [{ name: 'Вымыслов Пётр Ильич' }]
    const moved = await buildCase(db, { court: neighbour, defendants, events: [hearing], judge: 'Прозорова А. Б.' })
    const alone = await buildCase(db, { court: neighbour, defendants: [{ name: 'Небывалова Анна Олеговна' }] })
    const stays = await buildCase(db, { court: neighbour })
    const learned = await learn(moved, { title: salekhard, region: 83 })
    await sql`update court_case set court_id = ${learned} where id = ${alone}`.execute(db)
    const before = await personOf(moved)
    await sql`delete from case_write`.execute(db)
    await seedAnew()

    const [court, ...others] = await courtsLike(salekhard)
    expect(others).toEqual([])
    expect(court).toEqual({ id: learned, title: salekhard, region: 89, vnkod: '89RS0001' })
    expect(await caseOf(moved)).toMatchObject({
      court_id: learned,
      region: 89,
      hearing_until: new Date('2026-03-10T05:00:00Z'),
    })
    expect((await caseOf(stays)).region).toBe(83)
    expect(await personOf(moved)).toEqual(before)
    const { rows: clocks } = await sql`select defendant_id from risk_due where defendant_id = ${before.id}`.execute(db)
    expect(clocks).toHaveLength(1)
    // Copies of the cases hear of it, and who is looked for is looked for again.
    const { rows } = await sql<{ ids: number[] }>`
      select array_agg(distinct one order by one) as ids from case_write cross join unnest(case_ids) one`.execute(db)
    expect(rows[0]?.ids).toEqual([moved, alone])
    const due = await db.selectFrom('people_due').select('case_id').orderBy('case_id').execute()
    expect(due.map(({ case_id }) => case_id)).toEqual(expect.arrayContaining([moved, alone]))

    const after = [await caseOf(moved), await courtsLike(salekhard)]
    await seedAnew()
    expect([await caseOf(moved), await courtsLike(salekhard)]).toEqual(after)
  })
})

describe('a court that was learned', () => {
  it('is one with the row of the reference, its judges with theirs', async () => {
    const title = 'Судебный участок № 7 Кунгурского судебного района Пермского края'
    const judge = 'Прозорова А. Б.'
    const known = await buildCase(db, { court: { title, region: 59 }, judge })
    const learned = await buildCase(db, { court: { title: 'Вымышленный суд', region: 59 }, judge })
    const spelling = 'Мировой судья судебного участка №7 Кунгурского судебного района'
    await learn(learned, { title: spelling, region: 59 })
    await seedAnew()
    expect(await courtsLike('Кунгурского судебного района')).not.toContainEqual(
      expect.objectContaining({ title: spelling }),
    )
    expect(await caseOf(learned)).toMatchObject({
      court_id: (await caseOf(known)).court_id,
      judge_id: (await caseOf(known)).judge_id,
    })
  })

  it('brings its people: who is known by the name there already is the same person', async () => {
    const title = 'Судебный участок № 7 Кунгурского судебного района Пермского края'
    const named = (...names: string[]) => ({ defendants: names.map(name => ({ name })) })
    const [both, alone] = ['Вымыслов Пётр Ильич', 'Небывалова Анна Олеговна']
    const known = await buildCase(db, { court: { title, region: 59 }, ...named(both) })
    const learned = await buildCase(db, { court: { title: 'Вымышленный суд', region: 59 }, ...named(both) })
    const other = await buildCase(db, { court: { title: 'Выдуманный суд', region: 59 }, ...named(alone) })
    const before = await personOf(other)
    const court = await learn(learned, {
      title: 'Мировой судья судебного участка №7 Кунгурского судебного района',
      region: 59,
    })
    await sql`update court_case set court_id = ${court} where id = ${other}`.execute(db)
    await sql`update defendant set match_key = ${`НЕБЫВАЛОВА АННА ОЛЕГОВНА|${court}`} where id = ${before.id}`.execute(
      db,
    )
    await seedAnew()
    expect(await personOf(learned)).toEqual(await personOf(known))
    const { court_id } = await caseOf(known)
    expect(await personOf(other)).toEqual({ id: before.id, match_key: `НЕБЫВАЛОВА АННА ОЛЕГОВНА|${court_id}` })
    const { rows: nobody } = await sql`
      select from defendant where not exists (select from case_defendant where defendant_id = defendant.id)`.execute(db)
    expect(nobody).toEqual([])
  })

  it('is found by its code, or by its title however that is written', async () => {
    const title = 'Судебный участок № 7 Кунгурского судебного района Пермского края'
    const [told] = await courtsLike('№ 7 Кунгурского судебного района')
    for (const court of [
      { title: 'Судебный участок №7', region: 59, vnkod: '59MS0096' },
      { title: title.toUpperCase(), region: 59 },
      { title: 'Мировой судья судебного участка № 7 Кунгурского судебного района', region: 59 },
    ])
      expect((await caseOf(await buildCase(db, { court }))).court_id).toBe(told?.id)
  })

  it('stays by itself where its title may mean several, or its code is another', async () => {
    const several = await buildCase(db, { court: neighbour })
    const title = 'Судебный участок № 6 Волгодонского судебного района Ростовской области'
    const unclear = await learn(several, { title, region: 61 })
    const other = await buildCase(db, { court: neighbour })
    const coded = await learn(other, { title: 'Майкопский  городской суд', region: 1, vnkod: '01RS9999' })
    await seedAnew()
    expect((await caseOf(several)).court_id).toBe(unclear)
    expect((await caseOf(other)).court_id).toBe(coded)
  })
})
