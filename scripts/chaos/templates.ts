import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { addDays } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { openSession } from '../../server/accounts/sessions.ts'
import { writeBackup } from '../../server/db/backup/write-backup.ts'
import { connect } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../server/db/open-database.ts'
import type { DB } from '../../server/db/schema.ts'
import { loadDemo } from '../../server/demo/load.ts'
import type { CaseRecordInput } from '../../server/ingest/case-record.ts'
import { writeCasesFile } from '../../server/operations/cases-file.ts'
import { renewFeedLinks } from '../../server/subscriptions/feed-links.ts'
import { newWebhookSecret } from '../../server/subscriptions/webhooks.ts'
import { buildAccount } from '../../test/factories.ts'
import { addSubscription } from '../../test/subscriptions.ts'

/** Data folders that rounds start from, made once and copied. */
export type Templates = {
  /** Migrated, without rows. */
  bare: string
  /** With an account, without cases. */
  empty: string
  /** With cases, an account and subscriptions. */
  full: string
  /** At the schema of an earlier version. */
  old: string
  /** The cases of `full` as an import file, and its backup. */
  cases: string
  backup: string
  /** Session tokens for `empty` and `full`. */
  tokens: { empty: string; full: string }
  subscriptions: number[]
  feeds: string[]
  count: number
}
const demoCases = 1_500
const oldSchema = '0040-odd-uids'

const openFolder = (dataDir: string): Promise<OpenDatabase> =>
  openDatabase({ databaseUrl: undefined, dataDir, dataDirGiven: true })
export async function inFolder<T>(dataDir: string, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openFolder(dataDir)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

export async function makeTemplates(folder: string): Promise<Templates> {
  const place = (name: string): string => join(folder, name, 'data')
  const [bare, empty, full, old] = [place('bare'), place('empty'), place('full'), place('old')]
  const [cases, backup] = [join(folder, 'cases.ndjson'), join(folder, 'backup.ndjson.gz')]
  await inFolder(bare, async () => undefined)
  const token = await inFolder(empty, async ({ db }) => openSession(db, (await buildAccount(db, {})).id))
  await inFolder(old, ({ url }) => makeOld(url))
  const made = await inFolder(full, async ({ db, url }) => {
    await loadDemo(db, { count: demoCases })
    const owner = await buildAccount(db, {})
    await sql`update account set email = 'lawyer@example.org' where id = ${owner.id}`.execute(db)
    const subscriptions = await subscribe(db, owner.id)
    const feeds: string[] = []
    for (const id of subscriptions) feeds.push(secretOf(await renewFeedLinks(db, owner.id, id, 'http://127.0.0.1')))
    // The cases that exist already are not reported as news.
    await sql`update change_reader set xid = last.xid, id = last.id
      from (select xid, id from case_change order by xid desc, id desc limit 1) as last`.execute(db)
    await writeCasesFile(url, cases)
    await writeBackup(url, backup, { withPages: false, product: '0' })
    return { tokens: { empty: token, full: await openSession(db, owner.id) }, subscriptions, feeds }
  })
  return { bare, empty, full, old, cases, backup, ...made, count: demoCases }
}
const secretOf = (links: { atom: string }): string => /feeds\/([\w-]{32})\//.exec(links.atom)?.[1] ?? ''

async function subscribe(db: Kysely<DB>, owner: number): Promise<number[]> {
  const subscriptions: number[] = []
  for (const [n, values] of [{ type: '1' }, { regions: [77] }, { defendant: 'вихрев' }].entries()) {
    const id = await addSubscription(db, owner, { values, title: `sub-${n}`, channels: ['webhook', 'email'] })
    const webhook = { subscription_id: id, url: '', secret: newWebhookSecret() }
    await db
      .insertInto('subscription_webhook')
      .values({ ...webhook, secret_at: new Date(), created_at: new Date() })
      .execute()
    subscriptions.push(id)
  }
  return subscriptions
}

/** Cases that each of the subscriptions reports. */
export const newCases = (mark: number, count: number): CaseRecordInput[] =>
  Array.from({ length: count }, (_, n) => ({
    source_key: `chaos:${mark}:${n}`,
    type: 1,
    stage: 1,
    court: { title: 'Буревестный районный суд', region: 77, city: 'Буревестник' },
    judge: 'Штормова Нина Викторовна',
    case_number: `5-${mark}${n}/2026`,
    entry_date: today(),
    articles: [{ codex: 'koap', article_number: '20.2', part: '5' }],
    defendants: [{ name: `Вихрев Пётр ${['Ильич', 'Львович', 'Наумович'][n % 3]}` }],
    events: [{ type: 'Судебное заседание', date: addDays(today(), 9 + n), time: '10:00' }],
  }))

/** Rows in each of the tables that later migrations change. */
async function makeOld(url: string): Promise<void> {
  const then = connect(url, { max: 2 })
  try {
    await sql`drop schema public cascade; create schema public; drop schema if exists pgboss cascade`.execute(then)
    await migrate(then, oldSchema)
    await sql`insert into court (title, region, time_zone) values ('Прежний суд', 77, 'Europe/Moscow')`.execute(then)
    await sql`insert into court_case (type, stage, court_id, region, case_number)
      select 1, 1, court.id, 77, '5-' || n from court, generate_series(1, 20000) as n where title = 'Прежний суд'`.execute(
      then,
    )
    await sql`insert into case_penalty (case_id, ordinal, type, value) select id, 0, 'fine', 500 from court_case`.execute(
      then,
    )
    await sql`insert into defendant (name, name_normal, gender)
      select 'Прежнев ' || n, 'прежнев ' || n, 'm' from generate_series(1, 2000) as n`.execute(then)
    await sql`insert into case_defendant (case_id, ordinal, defendant_id, name, gender, hidden)
      select court_case.id, 0, defendant.id, defendant.name, 'm', false
      from court_case join defendant on defendant.id = 1 + court_case.id % 2000`.execute(then)
  } finally {
    await then.destroy()
  }
}
