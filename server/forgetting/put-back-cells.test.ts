import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'
import { forgottenTraces, personOn } from '../../test/forgotten-person.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { forgetPerson } from './forget-person.ts'
import { undoForgetting } from './undo-forgetting.ts'

const { db } = await testDatabase()

it('what was saved gets its name back although folders became sets, or another cell was changed, meanwhile', async () => {
  const id = await buildCase(db, { defendants: [{ name: 'Вертоградов Пётр Ильич' }] })
  const account = await buildAccount(db)
  const saved = async (n: number) =>
    sql`
      insert into preset (account_id, title, description, position, get_params, filter_key)
      values (${account.id}, ${`Дело Вертоградова ${n}`}, 'Вертоградов Пётр', ${n},
        '{"defendant": "вертоградов", "favorite_folder": ["1"]}', ${Buffer.from(`key ${n}`)})`.execute(db)
  for (const n of [1, 2]) await saved(n)
  await sql`
    insert into subscription (account_id, title, get_params, watch_version, kinds, channels, cadence, send_at, weekday,
      zone, secret, about_person_id)
    values (${account.id}, 'Вертоградов', '{}', 1, '{new}', '{}', 'at_once', '09:00', 1, 'Europe/Moscow', 'x',
      ${await personOn(db, id)})`.execute(db)
  const presets = async () => {
    const { rows } = await sql<{ title: string; description: string; get_params: object; key: string }>`
      select title, description, get_params, convert_from(filter_key, 'UTF8') as key from preset
      order by position`.execute(db)
    return rows
  }
  const by = { db, dataDir: temporaryFolder() }
  const asked = { person: await personOn(db, id), cases: [id], grounds: 'subject', reason: '', until: null } as const
  const decided = await forgetPerson(by, asked, account.id)
  const { rows: masked } = await sql`select title, description, get_params from preset`.execute(db)
  expect(JSON.stringify(masked).toLowerCase()).not.toMatch(forgottenTraces)

  await sql`
    update preset set get_params = get_params - 'favorite_folder' || '{"set": ["51"]}', filter_key = 'of sets'
    where position = 1`.execute(db)
  await sql`update preset set title = 'Иначе' where position = 2`.execute(db)
  await sql`update subscription set title = 'Иначе' where paused_at is not null`.execute(db)
  await undoForgetting(by, decided.is === 'done' ? decided.id : 0, account.id)
  const { rows: watching } = await sql`select title, paused_at from subscription`.execute(db)
  expect(watching).toEqual([{ title: 'Иначе', paused_at: null }])
  expect(await presets()).toEqual([
    {
      title: 'Дело Вертоградова 1',
      description: 'Вертоградов Пётр',
      get_params: { defendant: 'вертоградов', set: ['51'] },
      key: 'of sets',
    },
    {
      title: 'Иначе',
      description: 'Вертоградов Пётр',
      get_params: { defendant: 'вертоградов', favorite_folder: ['1'] },
      key: 'key 2',
    },
  ])
})
