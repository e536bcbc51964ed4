import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { searchAnswer } from '#shared/api/search.ts'
import { type Answer, asking, post } from '../../../test/app.ts'
import { testDatabase } from '../../../test/database.ts'
import { withDatabase } from '../../../test/database-url.ts'
import { buildAccount, buildCases, wholeRecord } from '../../../test/factories.ts'
import { beOn, wereOn } from '../../../test/past-days.ts'
import { movingAddress } from '../../../test/standby.ts'
import { addSubscription, feedIsSettled, storedHits } from '../../../test/subscriptions.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { buildApp } from '../../app.ts'
import { restore } from '../../db/backup/restore.ts'
import { writeBackup } from '../../db/backup/write-backup.ts'
import { connect } from '../../db/connect.ts'
import { databaseTrouble } from '../../db/database-trouble.ts'
import type { DB } from '../../db/schema.ts'
import { checkTextNodes, knownNodes, textNodeStates } from '../../db/text-nodes.ts'
import { demoCases } from '../../demo/generate.ts'
import { writeExport } from '../../exports/request-jobs.ts'
import { ingestBatch } from '../../ingest/ingest-many.ts'
import { rereadTexts } from '../../ingest/reread-texts.ts'
import { matchChanges } from '../../subscriptions/match-changes.ts'
import { WatchList } from '../../subscriptions/watch-list.ts'
import { foundCases } from '../found-cases.ts'
import { writeTexts } from '../stored-texts.ts'
import { reindexTexts } from '../text-index.ts'
import { searching, withinTime } from '../text-search.ts'
import { mendTornTexts } from '../torn-texts.ts'
import { distribute } from './distribute.ts'
import { here, layoutOf } from './layout.ts'

/**
 * Texts on several PostgreSQL servers are found and written as on one (decision 0132). The servers are databases of one
 * PostgreSQL, each with its own address that can be cut off: what matters is another session, snapshot and commit.
 */
const admin = connect(inject('adminUrl'), { max: 1 })
const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
  await admin.destroy()
})

type Node = { url: string; own: string; away: boolean; leave: () => void }
async function node(): Promise<Node> {
  const name = `sudmonitor_texts_${randomBytes(6).toString('hex')}`
  await sql`create database ${sql.id(name)} template template0 encoding 'UTF8'`.execute(admin)
  closing.push(() => sql`drop database ${sql.id(name)} with (force)`.execute(admin))
  const own = withDatabase(inject('adminUrl'), name)
  const made: Node = { url: '', own, away: false, leave: () => undefined }
  const address = await movingAddress(() => (made.away ? 1 : Number(new URL(own).port)))
  closing.push(address.close)
  const url = Object.assign(new URL(own), { port: String(address.port), search: '' })
  made.url = url.href
  made.leave = () => {
    made.away = true
    address.cut()
  }
  return made
}

const demo = [...demoCases(300, { seed: 5, today: '2026-11-21', textShare: 1 })].flatMap(({ text }) => text ?? [])
const texts = [...demo.slice(0, 68), 'Ещё раз: ПЛАКАТ на ст.20.2, ч.5, вину не признал.', '😀 — вину не признал']
async function world() {
  const { db, url } = await testDatabase()
  const ids = await buildCases(
    db,
    texts.map((text, n) => ({ source_key: `test:spread-${n}`, case_number: `5-${n}/2026`, text })),
  )
  await wereOn(db, '2026-03-02')
  await beOn(db, '2026-03-05')
  const app = await buildApp({ db, dataDir: temporaryFolder() })
  closing.push(() => app.close())
  const account = await buildAccount(db, { isSuperuser: true, username: 'решающая' })
  const ask = await asking(app, db).as(account)
  return { db, url, ids, app, account, ask }
}
const [one, several] = [await world(), await world()]
const [first, second, third] = [await node(), await node(), await node()]
const spread = (nodes: readonly Node[], say: (sentence: string) => void = () => undefined, lost = false) =>
  distribute({ db: several.db, url: several.url, nodes: nodes.map(({ url }) => url), lost, say })
/** On the server itself. */
async function there({ own }: Node, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: own })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
/** Freezes a server, which accepts queries and answers none. Returns a function that ends this. */
async function freeze({ own }: Node): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: own })
  await client.connect()
  await client.query(`begin; do $$ declare one text; begin
    for one in select tablename from pg_tables where schemaname = 'text_nodes' loop execute format('lock table text_nodes.%I', one); end loop; end $$`)
  return () => client.end()
}
const sameAbout = async (at: Node): Promise<void> => {
  const { rows } = await sql<{ owner: string; digest: string }>`select * from text_nodes.about_text_node_1`.execute(
    several.db,
  )
  for (const { owner, digest } of rows)
    await there(
      at,
      `create schema if not exists text_nodes; create table if not exists text_nodes.about (owner text, digest text);
      delete from text_nodes.about; insert into text_nodes.about values ('${owner}', '${digest}')`,
    )
}
/** As if the command were killed after copying this many parts. */
const broken = (nodes: readonly Node[], copied: string) =>
  expect(
    spread(nodes, said => {
      if (said.includes(copied)) throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
const record = (n: number, text: string | undefined) => ({
  source_key: `test:spread-${n}`,
  case_number: `5-${n}/2026`,
  text,
})
const onBoth = async (work: (to: typeof one) => Promise<unknown>): Promise<void> => {
  for (const to of [one, several]) await work(to)
}

// Everything is copied, then something is written, and then the command continues.
await broken([first, second], ': 16 из 16')
const whileCopied = [await mendTornTexts(several.db), await textNodeStates(several.db)]
await there(
  first,
  `delete from text_nodes.part_00 where case_id = (select min(case_id) from text_nodes.part_00); update text_nodes.part_01 set words = 'чужой';
  update text_nodes.copied set origin = 'database of another cluster' where part = 1;
  update text_nodes.copied set since = since - 2147483648 - 10000 where part = 2`,
)
await onBoth(async ({ db, ids }) => {
  await buildCases(db, [record(10, 'Изменился, пока копировали.'), record(11, undefined), record(600, 'Новый.')])
  await sql`update case_text set words = ' переписан ' where case_id = ${ids[12] ?? 0}`.execute(db)
})
// Concurrent searches wait, and are not cancelled by a deadlock.
let isMoving = true
const search = async (): Promise<void> => {
  while (isMoving) await sql`select count(*) from case_text_seen`.execute(several.db)
}
const readers: Promise<void>[] = []
await spread([first, second], said => {
  if (said.includes(': 16 из 16')) readers.push(search(), search())
})
isMoving = false
const searched = (await Promise.allSettled(readers)).map(({ status }) => status)

/** Without values that depend on the current time. */
const told = ({ status, body, text }: Answer): unknown => [
  status,
  typeof body === 'object'
    ? JSON.parse(JSON.stringify(body, (key, value) => (/^(?:.*_)?at$/.test(key) ? null : value)))
    : text,
]
const words = [
  ['вину не признал', 'plain'],
  ['"вину не признал"', 'phrase'],
  ['вину !признал', 'raw'],
  ['!плакат', 'raw'],
  ['ст.20.2', 'exact_match'],
  ['ину не приз', 'exact_match'],
  ['а', 'exact_match'],
  ['плакат|штраф.{1,9}руб', 'regexp'],
  ['(', 'regexp'],
] as const
const asked = (text: string, mode: string): string =>
  new URLSearchParams({ result_text_search: text, text_search_type: mode }).toString()
const id = one.ids[3] ?? 0
const searches: readonly string[] = words.flatMap(([text, mode]) => [
  `cases/ids/?${asked(text, mode)}`,
  `cases/ids/?${asked(text, mode)}&as_of=2026-03-04`,
])
const questions: readonly string[] = [
  ...searches,
  ...words.flatMap(([text, mode]) => [
    `cases/?${asked(text, mode)}&size=5&ordering=relevance`,
    `cases/${id}/text/hits/?${asked(text, mode)}`,
  ]),
  `cases/facets/?${asked('плакат', 'plain')}&facets=type`,
  `cases/${id}/text/`,
  `cases/${id}/similar/`,
  `cases/${id}/journal/`,
  'data/casescsv/export.csv?fields=id,result_text',
  'data/casescsv/export.csv?fields=id,result_text&as_of=2026-03-04',
]
const answersOf = async ({ ask }: typeof one, paths: readonly string[]) => {
  const all: (readonly [path: string, answer: unknown])[] = []
  for (const path of paths) {
    const answer = await ask(path)
    expect([path, answer.status]).toEqual([path, path.includes('search=%28&') ? 400 : 200])
    all.push([path, told(answer)])
  }
  return all
}
const answersAlike = async (paths = questions): Promise<void> =>
  expect(await answersOf(several, paths)).toEqual(await answersOf(one, paths))
/** Everything that is stored for texts. */
const stored = async ({ db }: typeof one): Promise<unknown> => {
  const { rows } = await sql`
    select 'now' as what, case_id::text, md5(body || words || grams || letters || prints::text) as text, reading, known_from, known_until from case_text
    union all select 'then', case_id::text, md5(body || words || grams || letters || prints::text), reading, known_from, known_until from past_case_text
    union all select distinct 'form', form, '', 0, null::date, null::date from text_form
    union all select 'former', case_id::text, md5(body), 0, null, null from former_text
    order by 1, 2, 3, 5`.execute(db)
  return rows
}
const placesNow = async () => Map.groupBy((await layoutOf(several.db)) ?? [], place => place)

it('lie there half and half, as they were and as they became while they were copied', async () => {
  expect([...(await placesNow())].map(([place, all]) => [place, all.length])).toEqual([
    ['text_node_1', 8],
    ['text_node_2', 8],
  ])
  expect(await stored(several)).toEqual(await stored(one))
  // Until all parts are in use, texts are read from one table, and no server is queried.
  expect(whileCopied).toEqual([[], []])
  expect(searched).toEqual(['fulfilled', 'fulfilled'])
})

it('are found, read, ranked, compared and written to files as on one', () => answersAlike())
it('of a search words go to the servers at once, and ids come back', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (verbose) select case_id from case_text_seen where held_words @@ 'признал'::tsquery`.execute(several.db)
  const plan = rows.map(row => row['QUERY PLAN']).join('\n')
  expect(plan.match(/Async Foreign Scan/g)).toHaveLength(16)
  expect(plan.match(/Remote SQL: SELECT case_id FROM text_nodes.seen_\d\d WHERE \(\(held_words @@/g)).toHaveLength(16)
})

it('what is remembered of a search is no newer than what it has seen', async () => {
  const search = (on: Kysely<DB>) =>
    foundCases({ db: several.db, on, words: { text: 'небывальщина', mode: 'plain' }, others: async () => null })
  await withinTime(several.db, 30, async on => {
    await sql`select from case_text_seen`.execute(on)
    await onBoth(({ db }) => buildCases(db, [record(500, 'Небывальщина о плакате.')]))
    expect(await search(on)).toEqual({ list: '[]' })
  })
  expect(await search(several.db)).not.toEqual({ list: '[]' })
})

describe('are written as on one', () => {
  const writes: readonly (readonly [what: string, write: (to: typeof one) => Promise<unknown>])[] = [
    ['a text changes', ({ db }) => buildCases(db, [record(3, 'Вину не признал, плакат изъят.'), record(4, texts[4])])],
    ['a text is taken off', ({ db }) => buildCases(db, [record(5, undefined)])],
    [
      'a text comes',
      ({ db }) => buildCases(db, [record(5, 'Снова с плакатом.'), record(700, 'Новое дело о плакате.')]),
    ],
    [
      'a case goes',
      ({ db, ids }) =>
        db
          .deleteFrom('court_case')
          .where('id', '=', ids[9] ?? 0)
          .execute(),
    ],
    [
      'texts are indexed again',
      ({ db }) =>
        sql`update case_text set reading = 0, words = '' where case_id % 3 = 0`
          .execute(db)
          .then(() => reindexTexts(db)),
    ],
    [
      'texts are read again',
      ({ db }) => sql`update case_decision set reader = 0`.execute(db).then(() => rereadTexts(db)),
    ],
    [
      'somebody is forgotten',
      async ({ db, ask }) => {
        await buildCases(db, [
          {
            ...record(800, 'Вертоградов П. И. вину не признал. Вертоградова доставили.'),
            defendants: [{ name: 'Вертоградов Пётр Ильич' }],
          },
        ])
        const { rows } = await sql<{ id: number; case_id: number }>`
          select defendant_id as id, case_id from case_defendant where name like 'Вертоградов%'`.execute(db)
        const body = { cases: rows.map(({ case_id }) => case_id), grounds: 'subject', reason: 'Просит' }
        expect((await ask(`defendants/${rows[0]?.id}/forgetting/`, post(body))).status).toBe(201)
      },
    ],
    [
      'and is put back',
      async ({ ask }) => {
        const { results } = z
          .object({ results: z.array(z.object({ id: z.number() })) })
          .parse((await ask('forgetting/decisions/')).body)
        expect((await ask(`forgetting/${results[0]?.id}/undo/`, post())).status).toBe(200)
      },
    ],
  ]
  it.each(writes)('%s', async (_, write) => {
    await onBoth(write)
    expect(await stored(several)).toEqual(await stored(one))
    expect(await mendTornTexts(several.db)).toEqual([])
  })
  it('and then answer as on one', () => answersAlike())
})

/** A case whose text is on that server and is long enough to be compared with others. */
const caseOn = async (place: string): Promise<number> => {
  const parts = ((await layoutOf(several.db)) ?? []).flatMap((where, part) => (where === place ? [part] : []))
  const cases = parts.map(
    part => sql`
      select case_id from ${sql.table(`text_nodes.far_${String(part).padStart(2, '0')}`)}
      where case_id > ${several.ids[30]} and prints <> '{}'`,
  )
  const { rows } = await sql<{ id: number | null }>`
    select min(case_id) as id from (${sql.join(cases, sql` union all `)}) there`.execute(several.db)
  return rows[0]?.id ?? expect.fail(`no case on ${place}`)
}
/** Writes while a server fails before the commit. */
async function cutBefore(leaving: Node, ids: readonly number[]): Promise<void> {
  const writing = await several.db.startTransaction().execute()
  await writeTexts(
    writing,
    ids.map(case_id => ({ case_id, body: 'Не останется.' })),
  )
  leaving.leave()
  await expect(writing.commit().execute()).rejects.toThrow()
  await writing
    .rollback()
    .execute()
    .catch(() => undefined)
}

describe('a server that is away', () => {
  const sentence =
    'Сервер текстов решений не отвечает: тексты не читаются и слова в них не ищутся. Повторите через минуту.'
  const state = async () => ((await several.ask('/readyz')).body as { texts: unknown }).texts
  const states = (second_: string) => [
    { node: expect.stringMatching(/^127.0.0.1:\d+\/sudmonitor_texts_\w+$/), state: 'ready' },
    { node: expect.not.stringMatching(/@/), state: second_ },
  ]
  /** Groups that are named have time: all of them together have 45 ms. */
  const groupsFound = async (q: string) => {
    const { body } = await several.ask(`search/?${new URLSearchParams({ q })}&groups=case&groups=person&groups=text`)
    return Object.fromEntries(searchAnswer.parse(body).groups.map(group => [group.kind, group]))
  }
  const sameText = (id_: number) => {
    const n = several.ids.indexOf(id_)
    return [{ ...record(n, texts[n]), events: [{ type: 'Судебное заседание', date: '2026-12-13', time: '11:00' }] }]
  }
  /** What has become of a file with texts, asked for then, after its last attempt. */
  const fileAskedFor = async (created_at: Date) => {
    const { id: id_ } = await several.db
      .insertInto('export_request')
      .values({
        account_id: several.account.id,
        selected_columns: ['id', 'result_text'],
        filters: '{}',
        ordering: '-entry_date',
        origin: 'http://localhost',
        telegram: null,
        created_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const context = {
      db: several.db,
      telegram: undefined,
      mailer: undefined,
      publicUrl: undefined,
      dataDir: temporaryFolder(),
      onError: () => undefined,
      say: () => undefined,
    }
    await writeExport(context, { id: id_ }, new AbortController().signal, { isLast: true })
    const { rows } = await sql`
      select status, error, (
        select count(*)::integer from pgboss.job where name = 'write-export' and (data->>'id')::integer = export_request.id and start_after > now()
      ) as jobs from export_request where id = ${id_}`.execute(several.db)
    return rows[0]
  }
  it('is told of in a sentence by what needs it, and by /readyz; all else is answered and written, hearings of cases without a text too, and nothing is written by half', async () => {
    const [near, far] = [await caseOn('text_node_1'), await caseOn('text_node_2')]
    const withoutText = (date: string) =>
      texts
        .slice(0, 16)
        .map((_, n) => ({
          ...record(910 + n, undefined),
          events: [{ type: 'Судебное заседание', date, time: '10:00' }],
        }))
    await onBoth(({ db }) => buildCases(db, withoutText('2026-03-10')))
    expect(await state()).toEqual(states('ready'))
    const history = told(await several.ask(`cases/${far}/journal/`))
    await cutBefore(second, [far])
    const paths: readonly (readonly [path: string, status: number])[] = [
      [`cases/?${asked('плакат', 'plain')}`, 503],
      [`cases/?${asked('ину не приз', 'exact_match')}`, 503],
      [`cases/?${asked('плакат', 'plain')}&as_of=2026-03-04`, 503],
      [`cases/facets/?${asked('плакат', 'plain')}&facets=type`, 503],
      [`cases/${far}/text/`, 503],
      [`cases/${far}/similar/`, 503],
      [`cases/${near}/similar/`, 503],
      ['data/casescsv/export.csv?fields=id,result_text', 503],
      [`cases/${near}/text/`, 200],
      ['data/casescsv/export.csv?fields=id', 200],
      ['cases/', 200],
      [`cases/${far}/`, 200],
      ['frontcountcases/', 200],
    ]
    for (const [path, status] of paths) {
      const answer = await several.ask(path)
      expect([path, answer.status]).toEqual([path, status])
      if (status === 503) expect(answer.body).toEqual({ detail: sentence })
    }
    expect(told(await several.ask(`cases/${far}/journal/`))).toEqual(history)
    const stateOf = async (id_: number) => (await several.ask(`cases/${id_}/state/`)).body
    expect(await stateOf(far)).toMatchObject({
      record: { case_number: expect.stringMatching(/^5-/) },
      text: null,
      text_is_away: true,
    })
    expect(await stateOf(near)).toMatchObject({ text: expect.any(String), text_is_away: false })
    expect(await groupsFound('5-3/2026')).toMatchObject({ case: { items: [{ title: '5-3/2026' }] } })
    expect(await groupsFound('плакат')).toMatchObject({
      text: { items: [], late: true, away: true },
      person: { late: false },
    })
    expect(await state()).toEqual(states('away'))
    for (const [asked, told_] of [
      [new Date(), { status: 'waiting', error: null, jobs: 1 }],
      [
        new Date('2026-01-01'),
        { status: 'failed', error: expect.stringContaining('сервер текстов решений не отвечает'), jobs: 0 },
      ],
    ] as const)
      expect(await fileAskedFor(asked)).toEqual(told_)
    // Hearings do not depend on texts, whichever server stores them.
    await onBoth(({ db }) => buildCases(db, [...withoutText('2026-12-12'), ...sameText(far)]))
    await expect(
      buildCases(several.db, [
        record(901, 'Не войдёт.'),
        record(902, 'Не войдёт.'),
        record(903, 'Не войдёт.'),
        record(904, 'Не войдёт.'),
        record(905, 'Не войдёт.'),
      ]),
    ).rejects.toThrow()
    // Only the cases of the batch with texts on that server wait.
    const other = (id_: number) => wholeRecord(record(several.ids.indexOf(id_), 'Другой текст.'))
    await expect(
      ingestBatch(
        several.db,
        [far, near].map(id_ => ({ record: other(id_) })),
        { origin: 'test', onResults: undefined, onRefused: () => expect.fail('is no bad record') },
      ),
    ).rejects.toThrow('could not connect to server "text_node_2"')
    expect(await stateOf(near)).toMatchObject({ text: 'Другой текст.' })

    second.away = false
    expect(await state()).toEqual(states('ready'))
    await onBoth(({ db }) => buildCases(db, [record(several.ids.indexOf(near), 'Другой текст.')]))
    expect(await stored(several)).toEqual(await stored(one))
    await answersAlike(searches)
  })

  it('frozen, is told of in the same sentence, and what it has not answered is no empty answer', async () => {
    const near = await caseOn('text_node_1')
    const words = { result_text_search: { text: 'вину', mode: 'plain' } }
    const search = (on: Kysely<DB>) =>
      foundCases({ db: several.db, on, words: words.result_text_search, others: async () => null })
    const thaw = await freeze(second)
    try {
      const answer = searching(several.db, words, search, 0.3)
      expect(databaseTrouble(await answer.catch((error: unknown) => error))).toBe('texts')
      for (const path of [`cases/?${asked('вину', 'plain')}`, `cases/${near}/similar/`])
        expect([path, await several.ask(path)]).toMatchObject([path, { status: 503, body: { detail: sentence } }])
      expect(await groupsFound('плакат')).toMatchObject({ text: { away: true }, person: { late: false } })
    } finally {
      await thaw()
    }
    expect(await state()).toEqual(states('ready'))
    expect(await searching(several.db, words, search)).not.toEqual({ list: '[]' })
  })

  it('holds up news by words alone, which come once when it is back', async () => {
    const { db, ids } = several
    const follower = await buildAccount(db, { isSuperuser: true, username: 'следящая' })
    const filters = [
      { case_number: '5-' },
      ...(['plain', 'regexp'] as const).map(mode => ({ result_text_search: { text: 'плакат', mode } })),
    ]
    const subscriptions: number[] = []
    for (const values of filters) subscriptions.push(await addSubscription(db, follower.id, { values }))
    const list = new WatchList()
    const hits = async () => {
      await feedIsSettled(db)
      await matchChanges(db, list, { now: new Date(), onError: error => expect.fail(String(error)) })
      const all = await Promise.all(subscriptions.map(subscription => storedHits(db, subscription)))
      return all.map(told_ => told_.map(({ case_id }) => case_id))
    }
    const [near, far] = [await caseOn('text_node_1'), await caseOn('text_node_2')]
    const changes = (case_id: number) => buildCases(db, [record(ids.indexOf(case_id), `С плакатом, дело ${case_id}.`)])
    // The words of the first are on the available server: the query goes to both.
    for (const [n, changed] of [near, far].entries()) {
      await changes(changed)
      const thaw = changed === near ? await freeze(second) : second.leave()
      expect(await hits()).toEqual([[near, far].slice(0, n + 1), [], []])
      await thaw?.()
      second.away = false
      await state()
    }
    // Reported at once when it is followed, and found again when missed changes are caught up.
    const next = ids[40] ?? 0
    await changes(next)
    for (const _ of ['once', 'not again'])
      expect((await hits()).map(told_ => told_.toSorted((a, b) => a - b))).toEqual(
        subscriptions.map(() => [near, far, next].toSorted((a, b) => a - b)),
      )
    expect(await db.selectFrom('change_reader').select('name').execute()).toEqual([{ name: 'news' }])
  })
})

describe('a write that one server kept and this database did not', () => {
  /** As on a server that has committed alone. */
  const alone = async (work: (trx: Transaction<DB>) => Promise<unknown>): Promise<void> => {
    await several.db.transaction().execute(async trx => {
      await work(trx)
      await sql`delete from text_write`.execute(trx)
    })
  }
  const bodyOf = async (id_: number) =>
    (await several.db.selectFrom('case_text').select('body').where('case_id', '=', id_).executeTakeFirst())?.body

  it('is found, and mended by the next reading of the case, which is news as it would have been', async () => {
    const ids = several.ids
    const [changed = 0, lost = 0, none = 0, whole = 0, named = 0] = [ids[20], ids[21], ids[22], ids[23], ids[24]]
    // Servers commit one after another, in an order chosen by PostgreSQL: when one of two fails, the other keeps its writes.
    const both = [await caseOn('text_node_1'), await caseOn('text_node_2')]
    for (const leaving of [first, second]) {
      await cutBefore(leaving, both)
      leaving.away = false
    }
    const kept = await Promise.all(both.map(bodyOf))
    const torn = both[kept.indexOf('Не останется.')] ?? 0
    expect(kept.filter(body => body === 'Не останется.')).toHaveLength(1)
    await buildCases(several.db, [record(22, undefined)])
    await alone(async trx => {
      for (const [case_id, body] of [
        [changed, 'Чужой.'],
        [none, 'Чужой.'],
        [999_999, 'Ничей.'],
      ] as const) {
        await sql`delete from case_text where case_id = ${case_id}`.execute(trx)
        await sql`insert into case_text (case_id, body) values (${case_id}, ${body})`.execute(trx)
      }
      await sql`delete from case_text where case_id = ${lost}`.execute(trx)
      // As on a server restored to the state before somebody was forgotten.
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`update case_journal set forgotten_on = '2026-03-01' where case_id = ${named}`.execute(trx)
      await sql`update case_text set body = 'Назван.', read_at = '2026-01-01' where case_id = ${named}`.execute(trx)
      await sql`insert into case_text (case_id, body, read_at) values (999998, 'Давно ничей.', '2026-01-01')`.execute(
        trx,
      )
    })
    expect((await mendTornTexts(several.db)).toSorted((a, b) => a - b)).toEqual(
      [changed, lost, torn, named].toSorted((a, b) => a - b),
    )
    // A text without a case may belong to a case that is being written.
    expect(await Promise.all([none, 999_999, 999_998, named].map(bodyOf))).toEqual([
      undefined,
      'Ничей.',
      undefined,
      undefined,
    ])
    const again = [20, 21, 23, 24, ids.indexOf(torn)]
    await buildCases(
      several.db,
      again.map(n => record(n, texts[n])),
    )
    expect(await Promise.all([changed, lost, whole, named, torn].map(bodyOf))).toEqual(again.map(n => texts[n]))
    expect(await mendTornTexts(several.db)).toEqual([])
    await sql`delete from case_text where case_id = 999999`.execute(several.db)
    // Read again before the check.
    await alone(trx => sql`insert into case_text (case_id, body) values (${none}, 'С плакатом.')`.execute(trx))
    await buildCases(several.db, [record(22, 'С плакатом.')])
    const { rows } = await sql`
      select 'text' = any(kinds) as told from case_change where case_id = ${none} order by xid desc, id desc limit 1`.execute(
      several.db,
    )
    expect(rows).toEqual([{ told: true }])
    expect((await several.db.selectFrom('text_write').selectAll().execute()).length).toBeGreaterThan(0)
  })
})

it('a backup has them, and is restored into one database; none is restored over texts that lie elsewhere', async () => {
  const file = join(temporaryFolder(), 'backup.ndjson')
  await writeBackup(several.url, file)
  expect(await readFile(file, 'utf8')).not.toContain(new URL(first.own).password)
  const back = await testDatabase()
  await restore(back.db, file)
  expect(await stored({ ...several, db: back.db })).toEqual(await stored(several))
  await expect(restore(several.db, file)).rejects.toThrow('Тексты этой базы лежат на других серверах.')
})

it('a server is not told to be away because every connection to this database is busy', async () => {
  const few = connect(several.url, { max: 1 })
  const states = textNodeStates(few)
  // Gets the connection between the query for the list of servers and the query for their state.
  const busy = few.connection().execute(() => pause(2_000))
  expect((await states).map(({ state }) => state)).toEqual(['ready', 'ready'])
  await busy
  await few.destroy()
})

it('a start tells of a server that is away, and refuses one that another version has prepared', async () => {
  const said: string[] = []
  second.leave()
  await checkTextNodes(several.db, sentence => said.push(sentence))
  expect(said).toEqual([expect.stringMatching(/^Сервер текстов 127.0.0.1:\d+\/\w+ не отвечает: /)])
  second.away = false
  await there(second, `update text_nodes.about set digest = 'другая'`)
  await expect(checkTextNodes(several.db)).rejects.toThrow('подготовлен другой версией программы')
  await expect(spread([first, second])).rejects.toThrow('подготовлен другой версией программы')
  await expect(checkTextNodes(several.db)).rejects.toThrow('подготовлен другой версией программы')
  await sameAbout(second)
})

it('is refused in a sentence: an address twice, of the database itself, of a server that is known by another, of texts of somebody else', async () => {
  const all = await stored(several)
  for (const [nodes, sentence] of [
    [[second, second], 'дважды названа'],
    [[{ ...first, url: several.url }], 'сама база'],
    [[{ ...first, url: 'файл' }], 'вида postgres://'],
    [[{ ...first, url: `${first.url},${second.url}` }], 'Несколько — через пробел'],
    [[{ ...first, url: first.own }, second], 'База сервера текстов text_node_1 известна и под другим адресом'],
  ] as const)
    await expect(spread(nodes)).rejects.toThrow(sentence)
  const { port, pathname } = new URL(first.own)
  const leadTo = (to: string, database: string) =>
    sql
      .raw(`alter server text_node_2 options (set port '${to}', set dbname '${database.slice(1)}')`)
      .execute(several.db)
  await leadTo(port, pathname)
  await expect(spread([first])).rejects.toThrow('База сервера текстов text_node_2 известна и под другим адресом')
  await leadTo(new URL(second.url).port, new URL(second.own).pathname)
  await there(second, `alter table text_nodes.about rename to about_gone`)
  await expect(spread([first, second])).rejects.toThrow('должны лежать тексты, а она пуста')
  await there(second, `alter table text_nodes.about_gone rename to about`)
  expect(await stored(several)).toEqual(all)
  await expect(distribute({ db: one.db, url: one.url, nodes: [first.url], say: () => undefined })).rejects.toThrow(
    'лежат тексты другой установки',
  )
  const former = new pg.Client({ connectionString: one.url, application_name: 'sudmonitor' })
  await former.connect()
  await expect(distribute({ db: one.db, url: one.url, nodes: [third.url], say: () => undefined })).rejects.toThrow(
    'работает сервер другой версии',
  )
  await former.end()
})

it('parts go on to a third server and back here; stopped on the way, they lie in both and are whole', async () => {
  const [all, answers] = [await stored(several), await answersOf(several, searches)]
  const isWhole = async (places: readonly string[]): Promise<void> => {
    expect([...(await placesNow()).keys()]).toEqual(places)
    expect(await stored(several)).toEqual(all)
    expect(await answersOf(several, searches)).toEqual(answers)
    expect(await mendTornTexts(several.db)).toEqual([])
  }
  // As if this database reached another one under that address than the command.
  await sameAbout(third)
  await there(
    third,
    `alter table text_nodes.about rename to known; create function text_nodes.asker() returns text stable language sql as
      $$ select case when current_setting('application_name') = 'postgres_fdw' then 'другая' else owner end from text_nodes.known $$;
    create view text_nodes.about as select text_nodes.asker() as owner, digest from text_nodes.known`,
  )
  await expect(spread([third])).rejects.toThrow('PostgreSQL из DATABASE_URL находит другую базу, чем эта команда')
  await there(third, `drop schema text_nodes cascade`)
  // A server without parts that another version has prepared is prepared again.
  await sameAbout(third)
  await there(third, `update text_nodes.about set digest = 'другая'`)
  await broken([third], ': 5 из 16')
  await isWhole(['text_node_3', 'text_node_1', 'text_node_2'])
  // The fifth is copied but not in use yet.
  await there(
    third,
    `do $$ begin assert (select count(*) from text_nodes.copied) = 1; end $$;
    create function text_nodes.lose() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger lose before insert on text_nodes.part_04 for each row execute function text_nodes.lose();
    delete from text_nodes.part_04`,
  )
  await expect(spread([third])).rejects.toThrow('Часть 4 скопирована не вся: ')
  await isWhole(['text_node_3', 'text_node_1', 'text_node_2'])
  await there(third, `drop function text_nodes.lose() cascade`)
  await spread([third])
  await broken([], ': 5 из 16')
  await isWhole([here, 'text_node_3'])
  await spread([])
  await isWhole([here])
  expect((await sql`select from text_nodes.copied`.execute(several.db)).rows).toEqual([])
})

it('a server is not lost that this database reaches, that has no connection to give, or that answers at another address', async () => {
  await spread([second, third])
  const all = await stored(several)
  const { port } = new URL(second.url)
  const [{ server } = { server: '' }] = (await knownNodes(several.db)).filter(known => known.port === port)
  const alter = (what: string) => sql.raw(`alter ${what}`).execute(several.db)
  const loses = (nodes: readonly Node[]) => expect(spread(nodes, undefined, true)).rejects

  await alter(`server ${server} options (set host '127.0.0.77', add hostaddr '127.0.0.1')`)
  await loses([third]).toThrow('он не потерян')
  await alter(`server ${server} options (set host '127.0.0.1', drop hostaddr)`)

  const guest = `guest_${randomBytes(6).toString('hex')}`
  await sql.raw(`create role ${guest} login password 'a' connection limit 0`).execute(admin)
  closing.push(() => sql.raw(`drop role ${guest}`).execute(admin))
  const { username, password } = new URL(second.own)
  const signIn = (user: string, secret: string) =>
    alter(`user mapping for current_user server ${server} options (set user '${user}', set password '${secret}')`)
  await signIn(guest, 'a')
  await loses([third]).toThrow('их слишком много')
  await signIn(username, password)

  second.leave()
  await loses([{ ...second, url: second.own }, third]).toThrow('лежат части потерянного сервера')
  second.away = false
  expect(await stored(several)).toEqual(all)
})

it('parts of a server that is lost for good begin empty elsewhere, when it is said so, and their texts are read again', async () => {
  await spread([second, third])
  const allBodies = async () => {
    const rows = await several.db.selectFrom('case_text').select(['case_id', 'body']).execute()
    return new Map(rows.map(({ case_id, body }) => [case_id, body]))
  }
  const bodies = await allBodies()
  await expect(spread([third], undefined, true)).rejects.toThrow('ни один не потерян')
  second.leave()
  const comesBack = (said: string): void => {
    second.away = !said.includes(': 3 из 8')
  }
  await expect(spread([third], comesBack, true)).rejects.toThrow('он не потерян')
  expect([...(await placesNow())].map(([, { length }]) => length)).toEqual([11, 5])
  second.leave()
  await expect(spread([third])).rejects.toThrow('По адресу text_node_')
  const said: string[] = []
  await spread([third], sentence => said.push(sentence), true)
  expect(said[0]).toMatch(/^По адресу text_node_.+ Его части начнутся пустыми\.$/)
  expect([...(await placesNow()).keys()]).toHaveLength(1)
  expect((await textNodeStates(several.db)).map(({ state }) => state)).toEqual(['ready'])
  const unread = await mendTornTexts(several.db)
  expect(unread.length).toBeGreaterThan(texts.length / 4)
  await several.db.transaction().execute(trx =>
    writeTexts(
      trx,
      unread.map(case_id => ({ case_id, body: bodies.get(case_id) ?? '' })),
    ),
  )
  expect(await mendTornTexts(several.db)).toEqual([])
  expect(await allBodies()).toEqual(bodies)
})
