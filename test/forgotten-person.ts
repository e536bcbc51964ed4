import { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { createAccount } from '../server/accounts/accounts.ts'
import type { Account } from '../server/accounts/sessions.ts'
import { recordAudit } from '../server/db/audit.ts'
import type { DB } from '../server/db/schema.ts'
import { countNames } from '../server/defendants/resolve/count-names.ts'
import { decidePair } from '../server/defendants/resolve/desk.ts'
import { keepFile, storeFile } from '../server/exports/stored-file.ts'
import type { CaseRecordInput } from '../server/ingest/case-record.ts'
import { checkFilters } from '../server/saved/checked-filters.ts'
import { linkTo } from '../server/saved/links.ts'
import { citationUrl, cite } from '../server/statistics/citations.ts'
import type { PublicFigures } from '../server/statistics/public-table.ts'
import { takeSnapshots } from '../server/subscriptions/case-snapshots.ts'
import type { CitationRequest } from '../shared/api/citations.ts'
import type { WatchEvidence } from '../shared/api/set-watch.ts'
import { buildCases, testPassword } from './factories.ts'
import { keepCollected, keepDirectories, pageUrl } from './forgotten-collected.ts'
import { addSubscription, keepMessage } from './subscriptions.ts'

/** An invented person with a unique name, in every place of a database where a name can be. */
export const forgottenName = 'Вертоградов Пётр Ильич'
/** Lower case, ё as е: must occur nowhere afterwards. */
export const forgottenTraces = /вертоград|bepтoгpaд/

export const personRecord = {
  source_key: 'test:forgotten-1',
  type: 1,
  stage: 1,
  court: { title: 'Вымышленный районный суд', region: 77, city: 'Москва' },
  judge: 'Вертопрахова Нина Викторовна',
  case_number: '5-777/2026',
  case_uid: '77RS9999-01-2026-000777-45',
  protocol_number: 'АБ 7777777',
  entry_date: '2026-03-02',
  result_date: '2026-03-20',
  result: 'Вынесено постановление о назначении административного наказания',
  result_ground: 'по заявлению Вертоградова П.И.',
  appeal_result: 'жалоба Вертоградова оставлена без движения',
  articles: [{ codex: 'koap', article_number: '20.2', part: '5' }],
  defendants: [
    {
      name: forgottenName,
      articles: [{ codex: 'koap', article_number: '20.2', part: '5' }],
      result: 'Вертоградову — штраф',
    },
    { name: 'Синичкин Олег Павлович', articles: [{ codex: 'koap', article_number: '20.2', part: '5' }] },
  ],
  participants: [
    { role: 'Защитник', name: 'Прозоров А. Б.' },
    { role: 'Заинтересованное лицо', name: 'Вертоградов П. И.' },
  ],
  events: [
    {
      type: 'Рассмотрение дела по существу',
      date: '2026-03-20',
      time: '12:40',
      result: 'допрошен Вертоградов',
      note: 'с участием Вертоградова П. И.',
    },
  ],
  penalties: [{ type: 'fine', value: 10_000, text: 'Вертоградову П.И. штраф 10 000 рублей', person: forgottenName }],
  text: `Суд рассмотрел дело в отношении Вертоградова Петра Ильича и Синичкина О. П. ВЕРТОГРАДОВ П.И. вину не признал.
    Защитник П. И. Вертоградова просил прекратить дело. Вертограду\u00adшка. С Вертоградовым Петром был Синичкин.
    Постановил: признать Вертоградова П. И. виновным, назначить Вертоградову штраф 10 000 рублей.`,
  url: pageUrl,
} as const satisfies Partial<CaseRecordInput>

export async function forgottenWorld(db: Kysely<DB>) {
  const superuser = await createAccount(db, { username: 'решающий', password: testPassword, isSuperuser: true })
  const reader = await createAccount(db, { username: 'читающая', password: testPassword })
  const spare = personRecord.text.replace('Вертоградушка. ', '').replace('Вертограду\u00adшка. ', '')
  const [first = 0] = await buildCases(db, [{ ...personRecord, text: `${spare} Ранее Вертоградова уже привлекали.` }])
  const [second = 0, other = 0] = await buildCases(db, [
    { ...personRecord, text: spare, result: 'Постановление изменено' },
    {
      defendants: [
        { name: 'Синичкин Олег Павлович', articles: [{ codex: 'koap', article_number: '20.2', part: '5' }] },
      ],
      text: 'Суд установил: Синичкин вышел.',
    },
  ])
  const [elsewhere = 0] = await buildCases(db, [
    {
      source_key: 'test:forgotten-2',
      court: { title: 'Другой вымышленный суд', region: 78 },
      defendants: [
        { name: 'ВЕРТОГРАДОВ ПЕТР ИЛЬИЧ', articles: [{ codex: 'koap', article_number: '20.2', part: '5' }] },
      ],
    },
  ])
  if (first !== second) throw new Error('a case became two')
  const person = await personOn(db, first)
  await keepEverywhere(db, { first, elsewhere, person, superuser, reader })
  return { superuser, reader, first, other, elsewhere, person }
}

export const personOn = async (db: Kysely<DB>, caseId: number): Promise<number> => {
  const { defendant_id } = await db
    .selectFrom('case_defendant')
    .where('case_id', '=', caseId)
    .where('ordinal', '=', 0)
    .select('defendant_id')
    .executeTakeFirstOrThrow()
  return defendant_id ?? 0
}

type World = { first: number; elsewhere: number; person: number; superuser: Account; reader: Account }

async function keepEverywhere(db: Kysely<DB>, { first, elsewhere, person, superuser, reader }: World): Promise<void> {
  const pair = await db
    .insertInto('person_pair')
    .values({ left_id: person, right_id: await personOn(db, elsewhere), score: 9, name_relation: 'full', evidence: [] })
    .returning('id')
    .executeTakeFirstOrThrow()
  await decidePair(db, pair.id, 'same', superuser.id)
  const [beside] = await db.selectFrom('defendant').where('name', 'like', 'Синичкин%').select('id').execute()
  await db
    .insertInto('person_pair')
    .values({ left_id: person, right_id: beside?.id ?? 0, score: 3, name_relation: 'full', evidence: [] })
    .execute()
  await countNames(db, () => false)
  await sql`insert into person_key (key, defendant_id) values (7777777777777, ${person})`.execute(db)
  await sql`
    insert into defendant_risk (defendant_id, rule, counted, coming, at_line, until, until_is_earliest)
    values (${person}, '20.2.8', '{}', '{}', false, '2027-01-01', true)`.execute(db)

  const filters = checkFilters({ defendant: 'вертоградов' }, reader)
  const values = { get_params: JSON.stringify(filters.stored), filter_key: filters.key }
  await db
    .insertInto('preset')
    .values({
      account_id: reader.id,
      title: 'Дело Вертоградова',
      description: 'Вертоградов Пётр',
      position: 1,
      ...values,
    })
    .execute()
  await db.insertInto('preset_category').values({ account_id: reader.id, title: 'По Вертоградову' }).execute()
  await linkTo(db, reader.id, filters)
  await addSubscription(db, reader.id, { personId: person, title: '' })
  const watched = await addSubscription(db, reader.id, { caseId: first, title: 'Суд над Вертоградовым' })
  await db
    .insertInto('subscription_feed')
    .values({ subscription_id: watched, secret: 'f'.repeat(32) })
    .execute()
  await addSubscription(db, reader.id, { values: filters.values, title: 'Новости' })
  const snapshot = (await takeSnapshots(db, [first])).get(first)
  await keepMessage(db, reader.id, first, { ...snapshot, result: 'Вертоградову П. И. — штраф' })
  await sql`
    update change_snapshot set details = ${JSON.stringify([{ kind: 'changed', before: null, after: forgottenName }])}::jsonb;`.execute(
    db,
  )
  await sql`update subscription_hit set matched = '{"defendant":"вертоградов"}'`.execute(db)
  await sql`
    update case_change set details = ${JSON.stringify([{ kind: 'changed', before: null, after: `Вертоградов П. И. (ст. 20.2)` }])}::jsonb where case_id = ${first} and kinds <> '{}'`.execute(
    db,
  )
  await sql`insert into favourite (account_id, case_id) values (${reader.id}, ${first})`.execute(db)
  await db
    .insertInto('case_note')
    .values({ account_id: reader.id, case_id: first, text: 'Позвонить вертоградову П.И.' })
    .execute()
  await sql`
    with work as (insert into case_set (title, created_by) values ('Дело Вертоградова', ${reader.id}) returning id),
    member as (insert into case_set_member (set_id, account_id, role) select id, ${reader.id}, 'owner' from work),
    own_column as (insert into case_set_column (set_id, key, title, position) select id, 'c1', 'Кто Вертоградову пишет', 0 from work),
    item as (
      insert into case_set_item (set_id, case_id, position, note, columns)
      select id, ${first}, 1, 'передать вертоградову', '{"c1": "Мать Вертоградова", "c2": "письмо Вертоградову П. И."}' from work),
    label as (insert into case_set_label (set_id, title) select id, 'Вертоградов' from work returning id, set_id)
    insert into case_set_item_label (set_id, case_id, label_id) select set_id, ${first}, id from label`.execute(db)
  await sql`
    with watch as (
      insert into case_set_watch (set_id, kind, text, court, article)
      select id, 'name', ${forgottenName}, 'где судят Вертоградова', 'Вертоградов, 20.2' from case_set returning id),
    watched as (
      insert into case_set_watch_case (watch_id, case_id, state, evidence)
      select id, ${first}, 'perhaps', ${JSON.stringify(initialsOnly)} from watch),
    file as (
      insert into case_set_import (set_id, file_name, heads, kinds)
      select id, 'Дело Вертоградова.xlsx', '["Пишем Вертоградову"]', '["name"]' from case_set returning id)
    insert into case_set_row (import_id, line, cells, outcome, reason)
    select id, 2, '["Вертоградов Пётр Ильич"]', 'not_found', 'Дела Вертоградова здесь нет.' from file`.execute(db)
  const tag = await db
    .insertInto('tag')
    .values({ value: 'сбор Вертоградову' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('case_tag').values({ case_id: first, tag_id: tag.id }).execute()
  await db
    .insertInto('tag_upload')
    .values({ account_id: reader.id, action: 'add', file_name: 'вертоградов.csv', rows: 1, cases: 1, tags: 1 })
    .execute()
  await recordAudit(db, { accountId: superuser.id }, 'people_split', { name: forgottenName, cases: 2 })
  const about = JSON.stringify([['Привлекаемое лицо', 'вертоградов']])
  const { id: file } = await db
    .insertInto('export_request')
    .values({
      account_id: reader.id,
      selected_columns: ['defendants'],
      ...{ filters: values.get_params, about, ordering: '-entry_date', origin: 'http://localhost' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update export_request set status = 'ready', file_name = 'Вертоградов.csv', bytes = 10, format = 'csv' where id = ${file}`.execute(
    db,
  )
  const stored = await storeFile(db, file, Readable.from([Buffer.from(forgottenName)]))
  await db.transaction().execute(trx => keepFile(trx, file, stored))
  await keepFigures(db, reader, filters.stored)
  await sql`
    insert into asked_act (account_id, key, request_hash, rights, lease_until, body, location)
    values (${reader.id}, 'k', 'h', '', now(), ${`{"title":"Дело Вертоградова"}`}, '/persons/Вертоградов')`.execute(db)
  await keepCollected(db, first, forgottenName)
  await keepDirectories(db, first, forgottenName)
}

const initialsOnly = {
  ...{ spelling: 'initials', name: 'Вертоградов П. И.' },
  ...{ agrees: ['region'], differs: [], several: false, is_accused: true },
} satisfies WatchEvidence

/**
 * A shared table and chart, counted as the product counts them; then a court whose title contains the name together
 * with public words.
 */
async function keepFigures(db: Kysely<DB>, reader: Account, get_params: CitationRequest['get_params']): Promise<void> {
  const urlOf = citationUrl({ siteOrigin: 'https://sudmonitor.example' })
  await cite({ db }, reader, { rows: 'court', columns: 'none', metrics: ['cases'], get_params }, urlOf)
  const { id } = await cite({ db }, reader, { chart: 'courts', get_params }, urlOf)
  const told = JSON.stringify('Суд над Вертоградовым')
  await sql`
    update citation set title = 'Дела Вертоградова', pivot = jsonb_set(pivot, '{rows,1,label}', ${told}),
      chart = jsonb_set(chart, '{chart,marks,0,title}', ${told})`.execute(db)
  const published = {
    title: 'Дела Вертоградова',
    source: `Судмонитор, ${forgottenName}`,
    method: { lines: [['Выборка', 'Привлекаемое лицо: вертоградов']], warning: null },
    table: {
      ...{ head: 'Суды', columns: ['К Вертоградову'], rows: [{ label: 'Суд над Вертоградовым', cells: [12] }] },
      ...{ rest: 0, total: 12, metric: null, notes: ['Вертоградов стоит в нескольких строках.'] },
    },
  } satisfies Omit<PublicFigures, 'made_at'>
  await sql`
    update citation set published = ${JSON.stringify(published)}, published_at = now() where id = ${id}`.execute(db)
}
