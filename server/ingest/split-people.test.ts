import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase, waitingForLocks } from '../../test/database.ts'
import { buildAccount } from '../../test/factories.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { forgetPerson } from '../forgetting/forget-person.ts'
import { regionKey } from '../names/person-name.ts'
import { caseRecord } from './case-record.ts'
import { ingest } from './ingest.ts'
import { splitAllPeople } from './split-people.ts'

/** People of before, whom a name told within a region, become people of one court each (decision 0060). */
const { db } = await testDatabase()
let serial = 0
const put = async (name: string, ...places: string[]): Promise<number[]> =>
  (
    await ingest(
      db,
      places.map(place =>
        caseRecord.parse({
          source_key: `split|${++serial}`,
          type: 1,
          stage: 1,
          court: { title: `${place} районный суд`, region: 59 },
          case_number: `5-${serial}/2026`,
          articles: [{ codex: 'koap', article_number: '20.2', part: '5' }],
          defendants: [{ name }],
        }),
      ),
      { origin: 'test' },
    )
  ).map(({ case_id }) => case_id)

/** As ingest merged them before: one person for all the region. */
async function gather(name: string, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select min(own_id) as id from (
      select coalesce(own_id, defendant_id) as own_id from case_defendant where case_id = any(${ids})
    ) as one`.execute(db)
  const id = rows[0]?.id ?? 0
  await sql`update case_defendant set defendant_id = ${id}, own_id = null where case_id = any(${ids})`.execute(db)
  await sql`delete from defendant where id <> ${id} and name = ${name}`.execute(db)
  await sql`update defendant set match_key = ${regionKey(name.toUpperCase().replaceAll('Ё', 'Е'), 59)} where id = ${id}`.execute(
    db,
  )
  await sql`truncate people_due, risk_due, case_write`.execute(db)
  return id
}
const gathered = async (name: string, ...places: string[]) => {
  const ids = await put(name, ...places)
  return { ids, id: await gather(name, ids) }
}
const peopleOn = async (ids: readonly number[]) =>
  (
    await sql<{ id: number }>`
      select defendant_id as id from unnest(${ids}::int[]) with ordinality as asked(id, at)
      join case_defendant on case_id = asked.id order by at`.execute(db)
  ).rows.map(({ id }) => id)
const due = async (table: 'people_due' | 'risk_due') =>
  (
    await sql<{ id: number }>`select ${sql.ref(table === 'people_due' ? 'case_id' : 'defendant_id')} as id
    from ${sql.table(table)} order by 1`.execute(db)
  ).rows.map(({ id }) => id)

describe('people gathered by region', () => {
  it('are split by court: who has most cases keeps the number, and all of it is told on', async () => {
    const { ids, id } = await gathered('Хлебов Пётр Ильич', 'Речной', 'Луговой', 'Луговой')
    expect(await splitAllPeople(db)).toBe(1)
    const [river, meadow, again] = await peopleOn(ids)
    expect([meadow, again]).toEqual([id, id])
    expect(river).not.toBe(id)
    expect(await due('people_due')).toEqual(ids)
    expect(await due('risk_due')).toEqual([id, river].toSorted((a = 0, b = 0) => a - b))
    // The copy of the cases learns of the case that has another person now.
    const { rows } = await sql<{ id: number }>`select distinct unnest(case_ids) as id from case_write`.execute(db)
    expect(rows).toEqual([{ id: ids[0] }])
    // The names tell them from now on.
    expect(await peopleOn(await put('Хлебов Пётр Ильич', 'Речной', 'Луговой'))).toEqual([river, id])
  })
  it('are not looked at twice, and what was broken off goes on', async () => {
    const people = [
      await gathered('Сенов Пётр Ильич', 'Речной', 'Луговой'),
      await gathered('Маков Пётр Ильич', 'Речной', 'Луговой'),
    ]
    let asked = 0
    expect(await splitAllPeople(db, () => asked++ >= 0)).toBe(0)
    expect(await splitAllPeople(db)).toBe(2)
    for (const { ids } of people) expect(new Set(await peopleOn(ids)).size).toBe(2)
    expect(await splitAllPeople(db)).toBe(0)
  })
  it('become one where two regions were told of one court', async () => {
    const name = 'Льнов Пётр Ильич'
    const { ids, id } = await gathered(name, 'Речной', 'Речной', 'Речной')
    const { rows } = await sql<{ id: number }>`
      insert into defendant (name, name_normal, gender, match_key)
      values (${name}, 'Льнов П.И.', 'm', ${regionKey('ЛЬНОВ ПЕТР ИЛЬИЧ', 83)}) returning id`.execute(db)
    await sql`update case_defendant set defendant_id = ${rows[0]?.id} where case_id = ${ids[0]}`.execute(db)
    expect(await splitAllPeople(db)).toBe(2)
    expect(new Set(await peopleOn(ids))).toEqual(new Set([id]))
    expect(await peopleOn(await put(name, 'Речной'))).toEqual([id])
  })
  it('are split on ingest when a case names them before that', async () => {
    const { ids, id } = await gathered('Росин Пётр Ильич', 'Речной', 'Речной', 'Луговой')
    const [known, stranger] = await peopleOn(await put('Росин Пётр Ильич', 'Луговой', 'Полевой'))
    const [one, again, other] = await peopleOn(ids)
    expect([one, again]).toEqual([id, id])
    expect(other).toBe(known)
    expect([id, known]).not.toContain(stranger)
    expect(await splitAllPeople(db)).toBe(0)
  })
  it('are not forgotten in part, while another number takes their name (decision 0088)', async () => {
    const { ids, id } = await gathered('Судодолов Пётр Ильич', 'Речной', 'Луговой')
    const { id: accountId } = await buildAccount(db, { isSuperuser: true })
    const asked = { person: id, cases: ids, grounds: 'subject', reason: '', until: null } as const
    const both = await db.transaction().execute(async trx => {
      await sql`lock table risk_due in share mode`.execute(trx)
      const split = splitAllPeople(db)
      await expect.poll(() => waitingForLocks(db)).toHaveLength(1)
      const forgot = forgetPerson({ db, dataDir: temporaryFolder() }, asked, accountId)
      await expect.poll(() => waitingForLocks(db)).toHaveLength(2)
      return { ended: Promise.all([split, forgot]) }
    })
    // Another person has one of these cases now: who is meant is to be decided again.
    expect(await both.ended).toEqual([1, { is: 'not their cases' }])
  })
  it('stay with whom somebody has found them to be, in all their courts', async () => {
    const { id: accountId } = await buildAccount(db, { isSuperuser: true })
    const { ids, id } = await gathered('Травин Пётр Ильич', 'Речной', 'Луговой')
    const [short] = await put('Травин П.И.', 'Речной')
    const [other = 0] = await peopleOn([short ?? 0])
    await sql`update defendant set merged_into = ${id} where id = ${other}`.execute(db)
    await sql`update case_defendant set defendant_id = ${id}, own_id = ${other} where case_id = ${short}`.execute(db)
    await db
      .insertInto('person_merge')
      .values({
        left_id: id,
        right_id: other,
        why: 'desk',
        score: 5,
        name_relation: 'initials',
        evidence: [],
        moved: '[]',
        account_id: accountId,
      })
      .execute()
    await splitAllPeople(db)
    expect(await peopleOn([...ids, short ?? 0])).toEqual([id, id, id])
    const own = await sql<{ own_id: number | null }>`
      select own_id from case_defendant where case_id = any(${ids}) and own_id is not null`.execute(db)
    expect(own.rows).toHaveLength(1)
    expect(
      await db
        .selectFrom('person_merge')
        .select(['account_id'])
        .where('right_id', '=', own.rows[0]?.own_id ?? 0)
        .execute(),
    ).toEqual([{ account_id: accountId }])
  })
  it('stay apart from whom somebody has told apart, and names still tell nobody in that court', async () => {
    const name = 'Мхов Пётр Ильич'
    const { ids, id } = await gathered(name, 'Речной', 'Речной', 'Луговой', 'Луговой', 'Луговой')
    // The last of them is a namesake's.
    const { id: namesake } = await db
      .insertInto('defendant')
      .values({ name, name_normal: 'Мхов П.И.', parted_from: id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`update case_defendant set defendant_id = ${namesake} where case_id = any(${ids.slice(1, 2)})`.execute(db)
    await db
      .insertInto('person_pair')
      .values({ left_id: id, right_id: namesake, score: 0, name_relation: 'full', evidence: [], verdict: 'apart' })
      .execute()
    await splitAllPeople(db)
    const [river, parted, ...meadow] = await peopleOn(ids)
    expect(new Set(meadow)).toEqual(new Set([id]))
    expect(parted).toBe(namesake)
    const apart = await db
      .selectFrom('person_pair')
      .select(['left_id', 'right_id'])
      .where('verdict', '=', 'apart')
      .where(sql<boolean>`${namesake} in (left_id, right_id)`)
      .execute()
    expect(apart.map(({ left_id, right_id }) => left_id + right_id - namesake).toSorted()).toEqual(
      [id, river].toSorted(),
    )
    const [inRiver, inMeadow] = await peopleOn(await put(name, 'Речной', 'Луговой'))
    expect(inMeadow).toBe(id)
    expect([river, namesake, id]).not.toContain(inRiver)
  })
})
