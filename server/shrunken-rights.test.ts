import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fullCase } from '#shared/api/full-case.ts'
import { type CaseSnapshot, messageKinds } from '#shared/api/messages.ts'
import { addDays } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { type Ask, patch, post, testApp } from '../test/app.ts'
import { buildAccount, buildCase } from '../test/factories.ts'
import { changeAccount } from './accounts/accounts.ts'
import { writeExport } from './exports/request-jobs.ts'
import { channelAdapters } from './subscriptions/channels.ts'
import { composeMessage } from './subscriptions/compose-message.ts'

/**
 * What somebody kept while their rights were wider is told by their rights of today, on every way out (§6, design §14): whatever
 * stands only in cases of a region since closed is told no more, by any call there is, any channel and any secret address.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'sudmonitor-rights-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const publicUrl = 'https://sudmonitor.example'
const { app, db, guest, as } = await testApp({ dataDir, publicUrl })

/** Everything of the closed region has it, and nothing else. */
const mark = /чужедал|99\.77/i
const closed = await buildCase(db, {
  court: { title: 'Чужедальний районный суд', region: 77, city: 'Чужедаль' },
  judge: 'Чужедальняя Вера Ильинична',
  case_number: '5-чужедаль/2026',
  result: 'Чужедальний результат',
  articles: [{ codex: 'koap', article_number: '99.77', part: '3' }],
  events: [{ type: 'Чужедальнее заседание', date: addDays(today(), 9), time: '10:00' }],
  defence_params: [{ key: 'действия', value: 'чужедальнее шествие' }],
  defendants: [{ name: 'Чужедальнов Пётр Ильич' }],
  text: 'Чужедальний текст.',
})
const open = await buildCase(db, {
  court: { title: 'Ближний районный суд', region: 78, city: 'Ближнинск' },
  judge: 'Ближняя Нина Викторовна',
  case_number: '5-ближнее/2026',
  result: 'Ближний результат',
  articles: [{ codex: 'koap', article_number: '98.78', part: '3' }],
  events: [{ type: 'Ближнее заседание', date: addDays(today(), 9), time: '10:00' }],
  defence_params: [{ key: 'действия', value: 'ближнее шествие' }],
  defendants: [{ name: 'Ближнев Пётр Ильич' }],
})
const [closedTag, openTag] = await db
  .insertInto('tag')
  .values([{ value: 'чужедальняя метка' }, { value: 'ближняя метка' }])
  .returning('id')
  .execute()
await db
  .insertInto('case_tag')
  .values([
    { case_id: closed, tag_id: closedTag?.id ?? 0 },
    { case_id: open, tag_id: openTag?.id ?? 0 },
  ])
  .execute()
const valuesOf = async (id: number) => {
  const { rows } = await sql<Record<string, number>>`
    select court_id as court, judge_id as judge, result_type_id as result_type,
      (select event_type_id from case_event where case_id = court_case.id) as event_type,
      (select article_id from case_article where case_id = court_case.id) as codex_articles,
      (select defence_param_id from case_defence_param where case_id = court_case.id) as case_defence_params,
      (select tag_id from case_tag where case_id = court_case.id) as tags,
      (select defendant_id from case_defendant where case_id = court_case.id) as person
    from court_case where id = ${id}`.execute(db)
  const [{ person = 0, ...filters } = {}] = rows
  return { person, filters }
}
const ofClosed = await valuesOf(closed)
const ofOpen = await valuesOf(open)
const both = Object.fromEntries(
  Object.entries(ofClosed.filters).map(([name, id]) => [name, [String(id), String(ofOpen.filters[name])]]),
)

const owner = await buildAccount(db, { groups: ['tag_editor'] })
const asks = await as(owner)
const made = async <T>(schema: z.ZodType<T>, path: string, body: object): Promise<T> => {
  const answer = await asks(path, post(body))
  expect(answer.status, answer.text).toBe(201)
  return schema.parse(answer.body)
}
const numbered = z.object({ id: z.number() })
const lettered = z.object({ id: z.string() })
const subscriptions = [
  (await made(numbered, 'subscriptions/', { get_params: both })).id,
  (await made(numbered, 'subscriptions/', { case: closed })).id,
  (await made(numbered, 'subscriptions/', { person: ofClosed.person })).id,
]
await made(numbered, 'presets/', { title: 'Мой набор', get_params: both, human_readable: { court: 'Чужедальний' } })
const link = await made(lettered, 'links/', { get_params: both })
const citation = await made(lettered, 'data/citations/', {
  rows: 'court',
  columns: 'none',
  metrics: ['cases'],
  get_params: both,
})
const asked = await made(numbered, 'exports/', { selected_columns: ['id', 'court', 'judge'], filters: both })
const context = { db, telegram: undefined, mailer: undefined, publicUrl, dataDir, onError: fail, say: () => undefined }
function fail(error: unknown): never {
  throw error
}
await writeExport(context, asked, new AbortController().signal, { isLast: true })
await made(z.unknown(), 'sets/', { title: 'Подборка' })
await asks('users/me/', { method: 'PATCH', body: { favorite_cases: { add: [closed, open] } } })
await asks('upload-case-tags/', post({ rows: [{ case: closed, tag: 'чужедальнее' }] }))
const feed = z.object({ feed: z.object({ atom: z.string() }) })
const secrets: string[] = []
for (const id of subscriptions) {
  const { feed: addresses } = await made(feed, `subscriptions/${id}/feed/`, {})
  secrets.push(z.string().parse(/feeds\/([\w-]{32})\//.exec(addresses.atom)?.[1]))
}

/** A batch of each kind, with a hit about each of the two cases. */
const batches: { id: number; subscription: number; kind: string }[] = []
const keepSnapshot = async (id: number, change_id: number) => {
  const told = fullCase.parse((await asks(`cases/${id}/`)).body)
  const payload: CaseSnapshot = {
    ...{
      id,
      type: told.type,
      stage: told.stage,
      case_number: told.case_number,
      case_uid: told.case_uid,
      url: told.url,
    },
    court: told.court,
    judge: told.judge?.name ?? null,
    articles: told.codex_articles.map(({ name }) => name),
    defendants: told.defendants.map(({ name }) => name),
    entry_date: told.entry_date,
    result_date: told.result_date,
    result: told.result_type?.title ?? null,
    hearing: null,
    has_text: false,
  }
  await db
    .insertInto('change_snapshot')
    .values({ change_id, case_id: id, revision: 0, details: '[]', payload: JSON.stringify(payload) })
    .execute()
}
await keepSnapshot(closed, 900_001)
await keepSnapshot(open, 900_002)
for (const subscription_id of subscriptions)
  for (const kind of messageKinds) {
    const at = new Date()
    const { id: batch_id } = await db
      .insertInto('subscription_batch')
      .values({
        ...{ subscription_id, kind, opened_at: at, due_at: at, sealed_at: at },
        // A digest of all that was written for this test.
        ...(kind === 'changes' && { from_day: addDays(today(), -2), to_day: addDays(today(), 1) }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    batches.push({ id: batch_id, subscription: subscription_id, kind })
    if (kind === 'news')
      await db
        .insertInto('subscription_hit')
        .values(
          [closed, open].map((case_id, n) => ({
            subscription_id,
            change_id: 900_001 + n,
            case_id,
            kinds: ['new'],
            matched: JSON.stringify(both),
            matched_at: at,
            batch_id,
          })),
        )
        .execute()
  }

/** What stands for `{id}` and `{secret}`: by the beginning of the path. A route that none fits is one that nobody thought of. */
const fills: readonly (readonly [RegExp, readonly (number | string)[]])[] = [
  [/^\/cases\//, [closed, open]],
  [/^\/defendants\//, [ofClosed.person, ofOpen.person]],
  [/^\/subscriptions\//, subscriptions],
  [/^\/links\//, [link.id]],
  [/^\/exports\//, [asked.id]],
  [/^\/data\/citations\//, [citation.id]],
  [/^\/feeds\//, secrets],
  [/^\/unsubscribe\//, secrets],
]
const filters = Object.entries(both).flatMap(([name, ids]) => ids.map(id => `${name}=${id}`))
const wanted = filters.join('&')
/** Calls that are asked in words, or that name what they are asked by number. */
const queries: Readonly<Record<string, readonly string[]>> = {
  '/codexarticles/search/': ['?query=99.77', '?query=98.78'],
  '/courtssearch/': ['?query=чужедал', '?query=ближ'],
  '/judgessearch/': ['?query=вера', '?query=нина'],
  '/citiessearch/': ['?query=чуж', '?query=бли'],
  '/tags/search/': ['?query=метка'],
  '/names/': [`?${wanted.replaceAll(/\b(court|judge)=/g, '$1s=').replaceAll('codex_articles=', 'articles=')}`].map(
    query => query.replaceAll(/(?:result_type|event_type|case_defence_params)=\d+&?/g, ''),
  ),
  '/casesresulttypes/': ['', '?type=1', '?type=1&stage=1', '?type=2'],
  '/codexarticles/': ['?codex=koap', ''],
  '/data/casescsv/about.csv': [`?${wanted}`],
  '/data/pivot/': ['?rows=court', '?rows=judge', '?rows=part', `?rows=court&${wanted}`],
  '/data/pivot/export.csv': ['?rows=court', `?rows=court&${wanted}`],
  '/data/pivot/export.xlsx': ['?rows=court'],
  '/cases/facets/': ['?facets=court&facets=court_city&facets=result_type'],
  '/defendants/expiring/': ['?days=366'],
}
/** One ends the session, the other never ends and tells a number alone. */
const untried = ['/users/logout/', '/today/stream/']
const paths = z.record(z.string(), z.record(z.string(), z.unknown())).parse(app.swagger().paths)
const calls = Object.entries(paths).flatMap(([template, operations]) => {
  const path = template.replace('/api/v1', '')
  if (!('get' in operations) || untried.includes(path)) return []
  const ids = fills.find(([begins]) => begins.test(path))?.[1]
  const filled = /\{\w+\}/.test(path) ? (ids ?? ['?']).map(id => path.replace(/\{\w+\}/, String(id))) : [path]
  return filled.flatMap(one => (queries[path] ?? ['']).map(query => ({ route: path, path: `${one}${query}`.slice(1) })))
})
/** Addresses of pages repeat what was asked. */
const withoutAddresses = (text: string): string => text.replaceAll(/"(next|previous)":"[^"]*"/g, '')
const toldBy = async (ask: Ask): Promise<string[]> => {
  const told: string[] = []
  for (const { path } of calls) {
    const { status, text } = await ask(path)
    expect(status, `${path} ${text}`).toBeLessThan(500)
    if (mark.test(withoutAddresses(text))) told.push(path)
  }
  return told
}
const messages = async (): Promise<string[]> => {
  const told: string[] = []
  for (const { id, subscription, kind } of batches) {
    const message = await composeMessage(db, { batch_id: id, key: 'k', subscription_id: subscription }, publicUrl)
    for (const [name, { kinds, render }] of Object.entries(channelAdapters))
      if (message !== undefined && kinds.some(one => one === kind) && mark.test(JSON.stringify(render(message))))
        told.push(`${name}: ${kind} of ${subscriptions.indexOf(subscription)}`)
  }
  return told
}

describe('what was kept with wider rights', () => {
  it('is told while the rights are wide: the calls below are the right ones', async () => {
    const paths = await toldBy(asks)
    const routes = new Set(calls.flatMap(({ route, path }) => (paths.includes(path) ? [route] : [])))
    for (const route of [
      '/subscriptions/',
      '/subscriptions/{id}/deliveries/',
      '/presets/',
      '/exports/',
      '/exports/{id}/file/',
      '/data/citations/{id}/',
      '/data/casescsv/about.csv',
      '/casesresulttypes/',
      '/caseseventstypes/',
      '/casedefenseparams/',
      '/codexarticles/',
      '/codexarticles/search/',
      '/tags/',
      '/tags/search/',
      '/tag-uploads/',
      '/names/',
      '/courtssearch/',
      '/judgessearch/',
      '/citiessearch/',
    ])
      expect(routes, route).toContain(route)
    expect(await toldBy(guest)).toEqual(
      calls.flatMap(({ route, path }) => (/^\/feeds\/.*(xml|ics)$/.test(route) ? [path] : [])),
    )
    // Five kinds of messages to read, notifications of two that tell cases, and three to programs, of three subscriptions.
    expect(await messages()).toHaveLength(3 * (5 + 5 + 2 + 3))
  })

  it('is told no more by any call, channel or secret address, once the region is closed', async () => {
    await changeAccount(db, { username: owner.username }, { regions: [78] })
    expect({ owner: await toldBy(asks), guest: await toldBy(guest), messages: await messages() }).toEqual({
      owner: [],
      guest: [],
      messages: [],
    })
  })

  it('is told no more by answers to what is written, either', async () => {
    await changeAccount(db, { username: owner.username }, { regions: [78] })
    const writes: readonly (readonly [string, Parameters<Ask>[1]])[] = [
      // It is there already, and the answer says what it is called.
      ['subscriptions/', post({ get_params: both })],
      ['subscriptions/', post({ case: closed })],
      ['subscriptions/', post({ person: ofClosed.person })],
      ['subscriptions/rehearsal/', post({ get_params: both })],
      ['presets/', post({ title: 'Другой', get_params: both })],
      ['links/', post({ get_params: both })],
      ['exports/', post({ selected_columns: ['id'], filters: both })],
      ...subscriptions.map(id => [`subscriptions/${id}/`, patch({ paused: true })] as const),
      ['data/citations/', post({ rows: 'court', columns: 'none', metrics: ['cases'], get_params: both })],
    ]
    const statuses: number[] = []
    for (const [path, asking] of writes) {
      const { status, text } = await asks(path, asking)
      statuses.push(status)
      expect(text, path).not.toMatch(mark)
    }
    expect(statuses).toEqual([400, 400, 400, 200, 400, 201, 201, 200, 200, 200, 201])
  })

  it('is told of the regions that are left', async () => {
    await changeAccount(db, { username: owner.username }, { regions: [78] })
    const { body } = await asks('subscriptions/')
    const told = JSON.stringify(body)
    for (const name of ['Ближний районный суд', 'Ближняя', 'Ближний результат', 'Ближнее заседание', 'ближнее шествие'])
      expect(told).toContain(name)
    expect(told).toContain('суд вне ваших регионов')
  })
})
