import { randomBytes } from 'node:crypto'
import { createServer, connect as dial } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { withDatabase } from '../../test/database-url.ts'
import { freePort, listenLocally } from '../../test/local-port.ts'
import { connect } from './connect.ts'
import { openDatabase } from './open-database.ts'
import { checkOwnServer, refuseUnfit } from './own-server.ts'
import { neededTriggers } from './triggers.ts'

const open = (databaseUrl: string, say?: (sentence: string) => void) =>
  openDatabase(
    { databaseUrl, dataDir: '/nonexistent', dataDirGiven: true },
    { longestAbsence: say ? 20_000 : 0, ...(say && { say }) },
  )

/** An empty database made with these options on the server of the tests. */
async function database(options: string): Promise<string> {
  const name = `sudmonitor_test_${randomBytes(6).toString('hex')}`
  const admin = connect(inject('adminUrl'), { max: 1 })
  await sql.raw(`create database ${name} template template0 ${options}`).execute(admin)
  onTestFinished(async () => {
    await sql.raw(`drop database ${name} with (force)`).execute(admin)
    await admin.destroy()
  })
  return withDatabase(inject('adminUrl'), name)
}

const changed = (change: (url: URL) => void): string => {
  const url = new URL(inject('adminUrl'))
  change(url)
  return url.href
}

describe('a PostgreSQL of one’s own (design §2, §8)', () => {
  it('is migrated and gets its reference data, once; several may use it at a time', async () => {
    const url = await database(`encoding 'UTF8' locale 'C.UTF-8'`)
    const [first, second] = await Promise.all([open(url), open(url)])
    expect([first, second].flatMap(({ migrated }) => migrated).filter(name => name === '0001-cases')).toHaveLength(1)
    expect(await first.db.selectFrom('court').select('id').limit(1).execute()).toHaveLength(1)
    await Promise.all([first.claimServing('http://one.example'), second.claimServing('http://two.example')])
    await first.close()
    expect(await second.db.selectFrom('article').select('id').limit(1).execute()).toHaveLength(1)
    await second.close()
    const third = await open(url)
    expect(third.migrated).toEqual([])
    await third.close()
  })

  it('is refused when it cannot hold Russian', async () => {
    await expect(open(await database(`encoding 'SQL_ASCII' locale 'C'`))).rejects.toThrow(
      'в кодировке SQL_ASCII, а нужна UTF8',
    )
    await expect(open(await database(`encoding 'UTF8' locale 'C'`))).rejects.toThrow(
      'не различает регистр русских букв',
    )
  })

  it.each([
    [{ version: 14, name: '14.9' }, 'отвечает PostgreSQL 14.9, а нужен 15 или новее'],
    [{ standby: true }, 'отвечает резервный сервер: он только читает. Назовите основной.'],
    [{ writes: false }, 'открыта только для чтения (default_transaction_read_only = on)'],
    [{ fires: false }, 'задано session_replication_role = replica'],
    [{ encoding: 'WIN1251' }, 'в кодировке WIN1251, а нужна UTF8'],
    [{ russian: false }, 'не различает регистр русских букв'],
  ])('is refused where it is %o', (unlike, sentence) => {
    const fit = {
      version: 15,
      name: '15.0',
      encoding: 'UTF8',
      russian: true,
      standby: false,
      writes: true,
      fires: true,
    }
    const facts = { ...fit, compiles: true, database: '1 2' }
    expect(() => refuseUnfit(facts, 'DATABASE_URL')).not.toThrow()
    expect(() => refuseUnfit({ ...facts, ...unlike }, 'DATABASE_URL')).toThrow(sentence)
  })

  it('is waited for when it does not answer yet, which is said once', async () => {
    const { url } = await testDatabase()
    const { hostname, port } = new URL(url)
    const ownPort = await freePort()
    const later = createServer(one => {
      const there = dial(Number(port || 5432), hostname)
      one.pipe(there).pipe(one)
      for (const end of [one, there]) end.on('error', () => undefined)
    })
    onTestFinished(() => void later.close())
    const said: string[] = []
    const awaited = new URL(url)
    awaited.port = String(ownPort)
    awaited.search = ''
    const opened = await open(awaited.href, sentence => {
      said.push(sentence)
      void listenLocally(later, ownPort)
    })
    await opened.close()
    expect(said).toEqual(['PostgreSQL по адресу DATABASE_URL пока не отвечает, жду до 20\u00a0с.'])
  })

  it('is refused without the triggers by which others learn of what is written, or when they do not fire', async () => {
    const { db, url } = await testDatabase()
    const { rows } = await sql<{ trigger: string }>`
      select tgrelid::regclass || '.' || tgname as trigger from pg_trigger
      where not tgisinternal and not tgrelid::regclass::text like 'pgboss.%'
        -- They serve writers of the version before.
        and tgrelid <> 'case_text'::regclass`.execute(db)
    expect(neededTriggers.map(one => one.join('.')).toSorted()).toEqual(rows.map(({ trigger }) => trigger).toSorted())
    await sql`alter table case_event disable trigger noted_update`.execute(db)
    await expect(open(url)).rejects.toThrow('они выключены: noted_update таблицы case_event. Включите их')
    await sql`alter table case_event enable always trigger noted_update`.execute(db)
    // By this one a member of some regions is shown the items of a set.
    await sql`alter table court_case disable trigger kept_inbox_regions`.execute(db)
    await expect(open(url)).rejects.toThrow('они выключены: kept_inbox_regions таблицы court_case. Включите их')
    await sql`alter table court_case enable trigger kept_inbox_regions`.execute(db)
    await sql`drop trigger noted_delete on case_event`.execute(db)
    await sql`drop trigger kept_gone on defendant`.execute(db)
    await expect(open(url)).rejects.toThrow('noted_delete таблицы case_event и ещё 1')
    await sql
      .raw(
        `alter role current_user in database ${new URL(url).pathname.slice(1)} set session_replication_role = replica`,
      )
      .execute(db)
    await expect(open(url)).rejects.toThrow('задано session_replication_role = replica')
  })

  it('is waited for no longer than that when it signs in and says nothing, as a paused pooler does', async () => {
    const { hostname, port, username, password, pathname } = new URL(inject('adminUrl'))
    const readyForQuery = Buffer.from('Z\0\0\0\x05I')
    const paused = createServer(client => {
      const server = dial(Number(port || 5432), hostname)
      client.pipe(server)
      server.on('data', (part: Buffer) => {
        if (part.subarray(-readyForQuery.length).equals(readyForQuery)) client.unpipe(server).resume()
        client.write(part)
      })
      client.on('close', () => server.destroy())
      for (const end of [client, server]) end.on('error', () => undefined)
    })
    onTestFinished(() => void paused.close())
    const address = `postgres://${username}:${password}@127.0.0.1:${await listenLocally(paused)}${pathname}`
    const patience = { longestMs: 0, say: undefined, longestAnswerMs: 200 }
    await expect(checkOwnServer(address, patience)).rejects.toThrow('не отвечает PostgreSQL: Query read timeout.')
  })

  it('is refused in a sentence when it is not there', async () => {
    const silent = createServer()
    const port = await listenLocally(silent)
    silent.on('connection', socket => socket.destroy())
    onTestFinished(() => void silent.close())
    await expect(open('postgres://name@127.0.0.1:1/base')).rejects.toThrow('(127.0.0.1:1) никто не отвечает')
    await expect(open(`postgres://name@127.0.0.1:${port}/base`)).rejects.toThrow(
      `(127.0.0.1:${port}) не отвечает PostgreSQL`,
    )
    await expect(open('postgres://name@sudmonitor.invalid/base')).rejects.toThrow(
      'Узел из DATABASE_URL (sudmonitor.invalid) не найден.',
    )
    await expect(open(withDatabase(inject('adminUrl'), 'not_there'))).rejects.toThrow(
      'Базы, названной в DATABASE_URL, нет',
    )
    await expect(
      open(changed(url => Object.assign(url, { username: 'nobody_of_ours', password: 'wrong' }))),
    ).rejects.toThrow('PostgreSQL не принял имя или пароль из DATABASE_URL')
  })
})
