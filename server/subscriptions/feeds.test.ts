import { XMLParser, XMLValidator } from 'fast-xml-parser'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import nodeIcal from 'node-ical'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { calendarMade, feedAnswer } from '#shared/api/other-programs.ts'
import { addDays } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { addSubscription, feedIsSettled } from '../../test/subscriptions.ts'
import { changeAccount } from '../accounts/accounts.ts'
import type { CaseRecordInput } from '../ingest/case-record.ts'
import { takeSnapshots } from './case-snapshots.ts'
import { matchChanges } from './match-changes.ts'
import { WatchList } from './watch-list.ts'

/** Feeds and calendars by secret addresses (§2 /subscriptions), read by programs that are not ours. */
const { db, guest, as } = await testApp()
const list = new WatchList()
const follow = async () => {
  await feedIsSettled(db)
  await matchChanges(db, list, {
    now: new Date(),
    onError: error => {
      throw error
    },
  })
}
const dayAhead = (days: number): string =>
  new Date(Date.parse(`${today()}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const hearing = (days: number, time: string | undefined, hall = '3') => ({
  type: 'Рассмотрение дела по существу',
  date: dayAhead(days),
  ...(time !== undefined && { time }),
  hall,
})
const comes = (given: Partial<CaseRecordInput>) =>
  buildCases(db, [
    {
      source_key: 'test:feed',
      case_number: '5-66/2026',
      entry_date: today(),
      court: { title: 'Заречный суд', region: 77 },
      ...given,
    },
  ])
const readPaths = z.object({ feed: z.object({ atom: z.string(), rss: z.string(), calendar: z.string() }) })

async function subscribed(groups: string[] = []) {
  const account = await buildAccount(db, { regions: [77], groups })
  await follow()
  const id = await addSubscription(db, account.id, {
    values: { case_number: '5-66' },
    title: 'Дела «А&Б»',
    channels: [],
  })
  const ask = await as(account)
  const made = await ask(`subscriptions/${id}/feed/`, { method: 'POST' })
  const { feed } = readPaths.parse(made.body)
  const path = (url: string) => new URL(url).pathname
  return { account, id, ask, atom: path(feed.atom), rss: path(feed.rss), calendar: path(feed.calendar) }
}

const texts = z.union([z.string(), z.object({ '#text': z.string() }).transform(({ '#text': text }) => text)])
const link = z.object({ '@_href': z.url(), '@_rel': z.string().optional() })
/** What RFC 4287 asks of a feed and its entries. */
const atomFeed = z.object({
  feed: z.object({
    '@_xmlns': z.literal('http://www.w3.org/2005/Atom'),
    id: z.string().regex(/^urn:/),
    title: texts,
    updated: z.iso.datetime(),
    author: z.object({ name: z.string() }),
    link: z.array(link),
    entry: z
      .array(
        z.object({
          id: z.string().regex(/^urn:/),
          title: texts,
          updated: z.iso.datetime(),
          link,
          content: z.object({ '@_type': z.literal('html'), '#text': z.string() }),
        }),
      )
      .default([]),
  }),
})
const xml = new XMLParser({
  ignoreAttributes: false,
  isArray: (name, path) => name === 'entry' || name === 'item' || String(path) === 'feed.link',
})

describe('a feed of news', () => {
  it('is Atom and RSS that say what happened, and is not sent again unchanged', async () => {
    const { atom, rss } = await subscribed()
    const [id] = await comes({ source_key: 'test:atom', defendants: [{ name: 'Ветров <А> & Б\u0001' }] })
    await follow()
    const answer = await guest(atom)
    expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(XMLValidator.validate(answer.text)).toBe(true)
    const { feed } = atomFeed.parse(xml.parse(answer.text))
    expect(feed.title).toBe('Дела «А&Б»')
    expect(feed.entry).toHaveLength(1)
    expect(feed.entry[0]).toMatchObject({ title: '5-66/2026, Заречный суд: новое дело' })
    expect(feed.entry[0]?.link['@_href']).toMatch(new RegExp(`/cases/${id}$`))
    expect(feed.entry[0]?.content['#text']).toContain('Ветров &lt;А&gt; &amp; Б')
    expect(feed.link.find(one => one['@_rel'] === 'self')?.['@_href']).toMatch(/atom\.xml$/)
    const again = await guest(atom, { headers: { 'if-none-match': String(answer.headers.etag) } })
    expect([again.status, again.text]).toEqual([304, ''])

    const other = await guest(rss)
    expect(XMLValidator.validate(other.text)).toBe(true)
    const { channel } = z
      .object({
        rss: z.object({
          channel: z.object({
            title: z.string(),
            link: z.url(),
            item: z.array(z.object({ title: texts, link: z.url(), guid: z.unknown(), pubDate: z.string() })),
          }),
        }),
      })
      .parse(xml.parse(other.text)).rss
    expect(channel.item.map(({ title }) => title)).toEqual(['5-66/2026, Заречный суд: новое дело'])
    expect(Date.parse(channel.item[0]?.pubDate ?? '')).not.toBeNaN()
  })

  it('shows what its owner may see when it is read, and nobody else’s', async () => {
    const { account, id, ask, atom, calendar } = await subscribed()
    await comes({ source_key: 'test:regional', events: [hearing(5, '10:00')] })
    await follow()
    expect((await guest(atom)).text).toContain('5-66/2026')
    expect((await guest(calendar)).text).toContain('5-66/2026')
    await changeAccount(db, { username: account.username }, { regions: [78] })
    expect((await guest(atom)).text).not.toContain('5-66/2026')
    expect((await guest(calendar)).text).not.toContain('5-66/2026')
    await changeAccount(db, { username: account.username }, { regions: [77] })

    const stranger = await as(await buildAccount(db, {}))
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      expect((await stranger(`subscriptions/${id}/feed/`, { method })).status).toBe(404)
    // A new address takes the place of the former; a revoked one is not there.
    const renewed = feedAnswer.parse((await ask(`subscriptions/${id}/feed/`, { method: 'POST' })).body).feed
    const now = new URL(renewed?.atom ?? '').pathname
    expect([(await guest(atom)).status, (await guest(now)).status]).toEqual([404, 200])
    expect(feedAnswer.parse((await ask(`subscriptions/${id}/feed/`)).body).feed?.read_at).not.toBeNull()
    await ask(`subscriptions/${id}/feed/`, { method: 'DELETE' })
    expect((await guest(now)).status).toBe(404)
    expect((await ask(`subscriptions/${id}/feed/`)).body).toEqual({ feed: null, is_public: false })
  })

  it('says whether it is made of the public address of the server, or of the one at which it was asked', async () => {
    const body = { get_params: { in_favorites: 'true' } }
    for (const publicUrl of [undefined, 'https://sud.example']) {
      const site = await testApp(publicUrl === undefined ? {} : { publicUrl })
      const ask = await site.as(await buildAccount(site.db))
      const made = calendarMade.parse((await ask('calendars/', { method: 'POST', body })).body)
      const is_public = publicUrl !== undefined
      expect([made.is_public, made.calendar.startsWith('https://sud.example/')]).toEqual([is_public, is_public])
      for (const method of ['GET', 'POST'] as const)
        expect((await ask(`subscriptions/${made.subscription}/feed/`, { method })).body).toMatchObject({ is_public })
    }
  })

  it.each(['blocked', 'not approved', 'deleted'])('is not there when it is %s', async what => {
    const { account, id, ask, atom, calendar } = await subscribed()
    if (what === 'blocked') await changeAccount(db, { username: account.username }, { blocked: true })
    else if (what === 'deleted') await ask(`subscriptions/${id}/`, { method: 'DELETE' })
    else await sql`update account set approved_at = null where id = ${account.id}`.execute(db)
    expect([(await guest(atom)).status, (await guest(calendar)).status]).toEqual([404, 404])
  })

  it('is silent when a filter of it is the owner’s no more', async () => {
    const { account, id, atom, calendar } = await subscribed(['tag_editor'])
    await comes({ source_key: 'test:tags', events: [hearing(5, '10:00')] })
    await sql`update subscription set get_params = '{"case_number":"5-66","tags_not":["1"]}' where id = ${id}`.execute(
      db,
    )
    await sql`update account set groups = '{}' where id = ${account.id}`.execute(db)
    expect((await guest(calendar)).text).not.toContain('BEGIN:VEVENT')
    // Empty, it is as old as the subscription.
    const { feed } = atomFeed.parse(xml.parse((await guest(atom)).text))
    expect(feed.entry).toEqual([])
    expect(Date.now() - Date.parse(feed.updated)).toBeLessThan(3_600_000)
  })
})

/** The same calendar as two parsers read it. */
function opened(text: string) {
  for (const zone of new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vtimezone'))
    ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  const one = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map(part => {
    const event = new ICAL.Event(part)
    return {
      uid: event.uid,
      sequence: event.sequence,
      status: String(part.getFirstPropertyValue('status')),
      start: event.startDate.toJSDate().toISOString(),
      zone: event.startDate.isDate ? undefined : event.startDate.zone.tzid,
      alarms: part.getAllSubcomponents('valarm').map(alarm => String(alarm.getFirstPropertyValue('trigger'))),
      location: event.location,
      summary: event.summary,
    }
  })
  const other = Object.values(nodeIcal.sync.parseICS(text)).flatMap(part =>
    part?.type === 'VEVENT'
      ? [
          {
            uid: part.uid,
            sequence: Number(part.sequence),
            status: String(part.status),
            start: part.start.toISOString(),
            zone: part.datetype === 'date' ? undefined : part.start.tz,
            alarms: (part.alarms ?? []).map(({ trigger }) => String(trigger)),
            location: String(part.location),
            summary: String(part.summary),
          },
        ]
      : [],
  )
  expect(other).toEqual(one)
  return one
}

describe('a calendar of hearings', () => {
  it('keeps a hearing that is moved, says when one is cancelled, and where and before whom it is', async () => {
    const { calendar } = await subscribed()
    await sql`delete from court_case`.execute(db)
    const read = async () => opened((await guest(calendar)).text)
    const mine = { source_key: 'test:calendar', judge: 'Белоозёрова Н. В.' }
    await comes({ ...mine, events: [hearing(5, '10:00')] })
    const answer = await guest(calendar)
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    // Lines of at most 75 octets end as RFC 5545 says.
    const lines = answer.text.split('\r\n')
    expect(lines.every(line => Buffer.byteLength(line) <= 75 && !line.includes('\n'))).toBe(true)
    const [set] = opened(answer.text)
    expect(set).toMatchObject({
      sequence: 0,
      status: 'CONFIRMED',
      start: `${dayAhead(5)}T07:00:00.000Z`,
      zone: 'Europe/Moscow',
      alarms: [],
      location: 'Заречный суд, зал 3',
      summary: '5-66/2026, Рассмотрение дела по существу',
    })
    expect(answer.text.replaceAll(/\r\n[ \t]/g, '')).toContain('10:00 по времени суда\\nСудья: Белоозёрова Н.В.')
    const again = await guest(calendar, { headers: { 'if-none-match': String(answer.headers.etag) } })
    expect(again.status).toBe(304)

    await comes({ ...mine, events: [hearing(12, '11:30', 'зал 7')] })
    expect(await read()).toEqual([
      { ...set, sequence: 1, start: `${dayAhead(12)}T08:30:00.000Z`, location: 'Заречный суд, зал 7' },
    ])
    await comes({ ...mine, events: [] })
    expect(await read()).toMatchObject([{ uid: set?.uid, sequence: 2, status: 'CANCELLED' }])
    await comes({ ...mine, events: [hearing(20, undefined)] })
    expect(await read()).toMatchObject([
      { uid: set?.uid, status: 'CANCELLED' },
      { sequence: 0, status: 'CONFIRMED' },
    ])
    expect((await guest(calendar)).text).toContain(`DTSTART;VALUE=DATE:${dayAhead(20).replaceAll('-', '')}`)
  })

  it('says what the card says of a hearing ahead, of the same event, and is quiet again (RFC 5545)', async () => {
    const { calendar, atom } = await subscribed()
    await sql`delete from court_case`.execute(db)
    const read = async () => opened((await guest(`${calendar}?alarm=60`)).text)
    const mine = { source_key: 'test:put-off' }
    const first = hearing(5, '10:00')
    await comes({ ...mine, events: [first] })
    const [set] = await read()
    const off = { ...first, result: 'Заседание отложено' }
    const [id = 0] = await comes({ ...mine, events: [off, hearing(12, '10:00')] })
    const told = {
      ...{ ...set, sequence: 1, status: 'TENTATIVE' },
      summary: '5-66/2026, Рассмотрение дела по существу (в карточке: «Заседание отложено»)',
    }
    for (let times = 0; times < 2; times++)
      expect(await read()).toMatchObject([told, { sequence: 0, status: 'CONFIRMED' }])
    expect((await takeSnapshots(db, [id])).get(id)?.hearing).toMatchObject({ said: 'Заседание отложено' })
    const over = { ...hearing(-1, '10:00'), result: 'Заседание отложено' }
    const [past = 0] = await comes({ ...mine, source_key: 'test:put-off-today', events: [over] })
    expect((await takeSnapshots(db, [past])).get(past)?.hearing).toMatchObject({ time: '10:00', said: null })
    await comes({ ...mine, source_key: 'test:put-off-new', events: [off] })
    await follow()
    const { feed } = atomFeed.parse(xml.parse((await guest(atom)).text))
    expect(feed.entry[0]?.content['#text']).toContain('по существу (в карточке: «Заседание отложено»)')
  })

  it('tells the hearing of the court’s today, where UTC has another day', async () => {
    const [utc, hour] = [new Date().toISOString().slice(0, 10), new Date().getUTCHours()]
    const [zone, there] = hour < 12 ? ['Etc/GMT+12', -1] : ['Etc/GMT-14', 1]
    const events = [-1, 0, 1].map(days => ({ ...hearing(0, undefined), date: addDays(utc, days) }))
    const [id = 0] = await comes({ source_key: 'test:far-court', court: { title: 'Дальний суд', region: 77 }, events })
    await sql`update court set time_zone = ${zone} where title = 'Дальний суд'`.execute(db)
    expect((await takeSnapshots(db, [id])).get(id)?.hearing).toMatchObject({ date: addDays(utc, there) })
  })

  it('says of what is perhaps a hearing that it is perhaps one, and takes it off quietly', async () => {
    const { atom, calendar } = await subscribed()
    await sql`delete from court_case`.execute(db)
    const read = async () => opened((await guest(calendar)).text)
    const mine = { source_key: 'test:perhaps' }
    const presence = { type: 'Явка сторон', date: dayAhead(5), time: '10:00' }
    const [id = 0] = await comes({ ...mine, events: [presence, { ...presence, type: 'Регистрация протеста' }] })
    expect((await takeSnapshots(db, [id])).get(id)?.hearing).toMatchObject({ date: dayAhead(5), is_possible: true })
    await follow()
    const [set, ...more] = await read()
    expect(more).toEqual([])
    expect(set).toMatchObject({ status: 'TENTATIVE', summary: 'Вероятно, заседание: 5-66/2026, Явка сторон' })
    const { feed } = atomFeed.parse(xml.parse((await guest(atom)).text))
    expect(feed.entry[0]?.title).toBe('5-66/2026, Заречный суд: новое дело, вероятно, заседание назначено')
    expect(feed.entry[0]?.content['#text']).toContain('<p>Вероятно, заседание назначено: ')

    await sql`update event_type set is_hearing = true where title = 'Явка сторон'`.execute(db)
    expect(await read()).toMatchObject([
      { uid: set?.uid, sequence: 1, status: 'CONFIRMED', summary: '5-66/2026, Явка сторон' },
    ])
    await sql`update event_type set is_hearing = null where title = 'Явка сторон'`.execute(db)
    expect(await read()).toMatchObject([{ uid: set?.uid, sequence: 2, status: 'TENTATIVE' }])
    // Once its day has passed nobody knows whether it was one.
    const shift = (days: number) =>
      sql`update case_event set event_date = event_date + ${days}::int, happens_at = happens_at + ${days}::int * interval '1 day'
        where case_id = ${id}`.execute(db)
    await sql`update calendar_hearing set event_date = event_date - 7 where case_id = ${id}`.execute(db)
    await shift(-7)
    expect(await read()).toEqual([])
    expect((await takeSnapshots(db, [id])).get(id)?.hearing).toBeNull()
    await sql`update calendar_hearing set event_date = event_date + 7 where case_id = ${id}`.execute(db)
    await shift(7)
    expect(await read()).toMatchObject([{ uid: set?.uid, status: 'TENTATIVE' }])
    await comes({ ...mine, events: [] })
    expect(await read()).toEqual([])
  })

  it('is by the clock of each court, with alarms by choice, none of them for a cancelled hearing (decision 0036)', async () => {
    const { calendar, ask } = await subscribed()
    await sql`delete from court_case`.execute(db)
    const far = { source_key: 'test:far', case_number: '5-67/2026', court: { title: 'Дальний суд', region: 25 } }
    const mine = { source_key: 'test:near' }
    await comes({ ...mine, events: [hearing(5, '10:00'), hearing(6, undefined)] })
    const [id = 0] = await comes({ ...far, events: [hearing(5, '10:00')] })
    const member = await as(await buildAccount(db, { isSuperuser: true }))
    const read = async (query: string) => opened((await member(`hearings.ics?${query}`)).text)
    expect(await read(`case=${id}&alarm=60`)).toMatchObject([
      { zone: 'Asia/Vladivostok', start: `${dayAhead(5)}T00:00:00.000Z`, alarms: ['-PT1H'] },
    ])
    const ring = async () => opened((await guest(`${calendar}?alarm=60&alarm=1440`)).text).map(({ alarms }) => alarms)
    // Without an hour: at nine of the day before, and none of an hour before.
    expect(await ring()).toEqual([['-PT1H', '-P1D'], ['-PT15H']])
    await comes({ ...mine, events: [hearing(6, undefined)] })
    expect(await ring()).toEqual([[], ['-PT15H']])
    expect((await guest(`${calendar}?alarm=61`)).text).toContain('Напоминание: минуты, 60, 1440, 10080.')
    for (const query of ['case=1&person=1', 'case=1&regions=77'])
      expect((await ask(`hearings.ics?${query}`)).text).toContain('Нужно одно из трёх')
    expect((await ask(`hearings.ics?case=${id}`)).text).toContain('Такого дела нет.')
    expect((await ask('hearings.ics?regions=25')).text).not.toContain('VEVENT')
  })

  it('of a case, a person or a folder is one press away, and hangs on one subscription', async () => {
    const ask = await as(await buildAccount(db, { regions: [77] }))
    const [id = 0] = await comes({
      source_key: 'test:press',
      events: [hearing(5, '10:00')],
      defendants: [{ name: 'Ветрогонов Пётр Ильич' }],
    })
    const { defendant_id: person } = await db
      .selectFrom('case_defendant')
      .where('case_id', '=', id)
      .select('defendant_id')
      .executeTakeFirstOrThrow()
    await ask('users/me/', { method: 'PATCH', body: { favorite_cases: { add: [id] } } })
    const make = async (body: object) => {
      const made = await ask('calendars/', { method: 'POST', body })
      expect(made.status, made.text).toBe(201)
      return calendarMade.parse(made.body)
    }
    for (const about of [{ case: id }, { person }, { get_params: { in_favorites: 'true' } }]) {
      const made = await make(about)
      expect(opened((await guest(new URL(made.calendar).pathname)).text)).toHaveLength(1)
      expect(await make(about)).toEqual(made)
    }
    expect((await ask('calendars/', { method: 'POST', body: { case: id, person } })).status).toBe(400)
  })

  it('has one of each hearing, however many programs read at once', async () => {
    const { calendar } = await subscribed()
    await comes({ source_key: 'test:many', events: [hearing(6, '10:00'), hearing(7, '10:00')] })
    const read = await Promise.all(Array.from({ length: 6 }, () => guest(calendar)))
    const [first = ''] = read.map(({ text }) => text)
    expect(new Set(opened(first).map(({ uid }) => uid)).size).toBe(opened(first).length)
    expect(read.every(({ text }) => opened(text).length === opened(first).length)).toBe(true)
  })
})
