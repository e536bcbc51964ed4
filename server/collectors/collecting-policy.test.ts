import { createServer } from 'node:http'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { listenLocally } from '../../test/local-port.ts'
import { guardedConnection, isPublic, sendRequest } from '../outgoing/guarded-request.ts'
import { cookiesAfter, pictureInPage } from './captcha.ts'
import type { ListRow } from './collector.ts'
import { fetchPageWith, userAgent } from './fetch-page.ts'
import { matching, waysToFind } from './find-task.ts'
import {
  backoffAfter,
  decideRequest,
  isNight,
  type RateDecision,
  type RequestCounts,
  rateLimits,
} from './rate-policy.ts'
import { nextReading } from './reread-schedule.ts'
import { halves, longestList, nextStep } from './search-windows.ts'
import { hostOf, platformOf } from './site-address.ts'
import type { Site } from './sites.ts'
import { tabsSearchUrls } from './sudrf-search.ts'
import type { ListedCase } from './task-queue.ts'

const at = new Date('2026-03-11T20:00:00Z')
const long = new Date(0)
const ago = (milliseconds: number): Date => new Date(at.getTime() - milliseconds)
const ahead = (milliseconds: number): Date => ago(-milliseconds)
const free: RequestCounts = {
  busy_until: long,
  next_at: long,
  silent_until: long,
  calm_until: long,
  day: '2026-03-11',
  asked: 0,
  asked_by_day: 0,
  platform: { next_at: long, silent_until: long, day: '2026-03-11', asked: 0 },
}
const asked = (given: Partial<RequestCounts>, { zone = 'Europe/Moscow', urgent = false } = {}): RateDecision =>
  decideRequest({ ...free, ...given }, at, { zone, urgent, limits: rateLimits })
const why = (decision: RateDecision): string => (decision.granted ? 'granted' : decision.why)

describe('the rate-limit policy (domain §6)', () => {
  it.each<[string, Partial<RequestCounts>, string]>([
    ['a host that nobody has asked', {}, 'granted'],
    ['while a request is on its way', { busy_until: ahead(1) }, 'leased'],
    ['in the gap after an answer', { next_at: ahead(1) }, 'gap'],
    ['in the gap of the platform', { platform: { ...free.platform, next_at: ahead(1) } }, 'platform_gap'],
    ['in the cooldown after a 429', { silent_until: ahead(1) }, 'cooldown'],
    ['when the whole platform cools down', { platform: { ...free.platform, silent_until: ahead(1) } }, 'cooldown'],
    ['at the ceiling of the day', { asked: rateLimits.hostPerDay }, 'daily_limit'],
    [
      'at the ceiling of the platform',
      { platform: { ...free.platform, asked: rateLimits.platformPerDay } },
      'daily_limit',
    ],
    ['at a ceiling of yesterday', { asked: rateLimits.hostPerDay, day: '2026-03-10' }, 'granted'],
    ['with the share of the day used up, at night', { asked_by_day: rateLimits.hostByDaylight }, 'granted'],
  ])('%s', (_, counted, answer) => expect(why(asked(counted))).toBe(answer))

  it('keeps work that nobody waits for till the night of the court', () => {
    const used = { asked_by_day: rateLimits.hostByDaylight }
    // Six in the morning in Vladivostok is night, eight in Kamchatka is day.
    expect(why(asked(used, { zone: 'Asia/Vladivostok' }))).toBe('granted')
    const decision = asked(used, { zone: 'Asia/Kamchatka' })
    expect(decision).toMatchObject({
      granted: false,
      why: 'daylight_limit',
      backgroundOnly: true,
      until: new Date('2026-03-12T09:00:00Z'),
    })
    expect(why(asked(used, { zone: 'Asia/Kamchatka', urgent: true }))).toBe('granted')
  })
  it('knows the night by the clock of the court', () => {
    expect(isNight(new Date('2026-03-11T18:00:00Z'), 'Europe/Moscow')).toBe(true)
    expect(isNight(new Date('2026-03-11T17:59:00Z'), 'Europe/Moscow')).toBe(false)
    expect(isNight(new Date('2026-03-11T04:00:00Z'), 'Europe/Moscow')).toBe(false)
  })
  it('is refused until a moment that lies ahead, whatever is counted', () =>
    fc.assert(
      fc.property(
        fc.record({
          busy_until: fc.date({ min: long, max: ahead(1e9), noInvalidDate: true }),
          next_at: fc.date({ min: long, max: ahead(1e9), noInvalidDate: true }),
          silent_until: fc.date({ min: long, max: ahead(1e9), noInvalidDate: true }),
          asked: fc.nat(4_000),
          asked_by_day: fc.nat(800),
        }),
        fc.constantFrom('Europe/Moscow', 'Asia/Kamchatka', 'Asia/Yekaterinburg'),
        fc.boolean(),
        (counted, zone, urgent) => {
          const decision = asked(counted, { zone, urgent })
          expect(decision.granted || decision.until > at).toBe(true)
          if (decision.granted) expect(counted.next_at <= at && counted.busy_until <= at).toBe(true)
        },
      ),
    ))
  it('tries again after pauses that grow', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7].map(attempts => backoffAfter(rateLimits, attempts))
    expect(pauses).toEqual([...pauses].sort((left, right) => left - right))
    expect(pauses[0]).toBe(60_000)
  })
  it.each([
    ['http://WWW.Leninsky--kir.sudrf.ru/modules.php', 'leninsky.kir.sudrf.ru', 'sudrf.ru'],
    ['https://95.mo.msudrf.ru/', '95.mo.msudrf.ru', 'msudrf.ru'],
    ['https://mos-gorsud.ru/mgs', 'mos-gorsud.ru', 'mos-gorsud.ru'],
    ['http://127.0.0.1:8080/', '127.0.0.1:8080', '127.0.0.1:8080'],
  ])('%s is the host %s of the platform %s', (url, host, platform) => {
    expect(hostOf(url)).toBe(host)
    expect(platformOf(host)).toBe(platform)
  })
})

describe('a page that is packed', () => {
  it.each(['constructor', 'zstd', 'gzip'])('in a way that its body is not is unreadable: %s', async coding => {
    const proxy = createServer((_, answer) => answer.setHeader('content-encoding', coding).end('<html>'))
    const fetchPage = fetchPageWith({ proxy: `http://127.0.0.1:${await listenLocally(proxy)}` })
    const failure = await fetchPage({ url: 'http://vymysel.sudrf.ru/' }).catch(error => error.kind)
    proxy.close()
    expect(failure).toBe('unreadable')
  })
})

describe('what is reached', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '100.64.1.1',
    '::1',
    '::',
  ])('is not %s', address => expect(isPublic(address)).toBe(false))
  it.each(['fe80::1', 'fd00::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', 'localhost', ''])(
    'is not %s',
    address => expect(isPublic(address)).toBe(false),
  )
  it.each(['93.184.216.34', '2a02:6b8::2:242'])('is %s', address => expect(isPublic(address)).toBe(true))
  it.each(['http://127.0.0.1:1/', 'http://localhost:1/', 'http://[::ffff:127.0.0.1]:1/', 'http://0x7f000001:1/'])(
    'is not the page %s, also by its name',
    async url => expect(await fetchPageWith({})({ url }).catch(error => error.kind)).toBe('not_public'),
  )
  it('is only what was checked, also at the connection itself', async () => {
    const url = new URL('http://93.184.216.34/')
    const { agent } = await guardedConnection(url, { plainHttp: true })
    const inner = { method: 'GET', headers: {}, largest: 10, connection: { agent }, signal: AbortSignal.timeout(5_000) }
    for (const address of ['http://127.0.0.1:1/', 'http://localhost:1/'])
      await expect(sendRequest(new URL(address), inner)).rejects.toThrow('private IP address')
  })
  it('is told whom to write to', () => {
    expect(userAgent('mailto:a@example.org')).toContain('mailto:a@example.org')
    expect(userAgent(undefined)).toContain('Sudmonitor')
  })
})

describe('a window of days', () => {
  const window = { page: 1, walk: 1, from_day: '2026-03-01', to_day: '2026-03-07' }
  it.each([
    ['has a next page', window, { total: 30, hasMore: true, rows: 25 }, 25, 'page'],
    [
      'has a next page that it does not fill',
      { ...window, page: 2 },
      { total: 30, hasMore: true, rows: 0 },
      25,
      'again',
    ],
    ['holds what was promised', window, { total: 3, hasMore: false, rows: 3 }, 3, 'done'],
    ['promises nothing', window, { total: 0, hasMore: false, rows: 0 }, 0, 'done'],
    ['says no total', window, { total: null, hasMore: false, rows: 3 }, 3, 'done'],
    ['lacks a row', window, { total: 4, hasMore: false, rows: 3 }, 3, 'again'],
    ['lacks it again', { ...window, walk: 2 }, { total: 4, hasMore: false, rows: 3 }, 3, 'split'],
    [
      'lacks it on one day',
      { ...window, walk: 2, to_day: '2026-03-01' },
      { total: 4, hasMore: false, rows: 3 },
      3,
      'short',
    ],
    [
      'promises more than can be read in one go',
      window,
      { total: longestList + 1, hasMore: true, rows: 25 },
      25,
      'split',
    ],
  ] as const)('that %s', (_, one, page, held, step) => expect(nextStep(one, page, held).kind).toBe(step))

  it('falls into halves that share no day and leave none out', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 1, max: 400 }), (start, length) => {
        const text = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
        const [first, second] = halves({ from_day: text(start), to_day: text(start + length) })
        expect([first?.[0], second?.[1]]).toEqual([text(start), text(start + length)])
        expect(Date.parse(second?.[0] ?? '') - Date.parse(first?.[1] ?? '')).toBe(86_400_000)
      }),
    ))
})

describe('a card is read again', () => {
  const day = (text: string): Date => new Date(`${text}T00:00:00Z`)
  const now = new Date('2026-03-11T00:00:00Z')
  const open = { entry_date: '2026-03-01', events: [] }
  it.each([
    ['the day after a hearing that is near', { ...open, events: [hearing('2026-03-12')] }, day('2026-03-13')],
    ['in three days while it is open', open, day('2026-03-14')],
    ['in a week when it is old', { ...open, entry_date: '2025-12-01' }, day('2026-03-18')],
    ['while its text may come', { ...open, result: 'Прекращено', result_date: '2026-03-01' }, day('2026-03-16')],
    [
      'no more when nothing is to come',
      { ...open, result: 'Прекращено', result_date: '2026-03-01', result_valid_date: '2026-03-10', text: 'т' },
      undefined,
    ],
    ['no more when years have passed', { ...open, result: 'Прекращено', result_date: '2020-03-01' }, undefined],
  ])('%s', (_, record, due) => expect(nextReading(record, now)).toEqual(due))
  function hearing(date: string) {
    return { type: 'Рассмотрение дела по существу', date, result: '', hall: '', note: '' }
  }
})

describe('a card that has moved', () => {
  const site: Site = {
    id: 1,
    court_id: 1,
    host: 'vymysel.prm.sudrf.ru',
    url: 'http://vymysel.prm.sudrf.ru',
    layout: 'sudrf_tabs',
    servers: [1, 2],
    title: 'Вымышленный районный суд',
    region: 59,
    city: '',
    vnkod: null,
    kind: 'district',
    time_zone: 'Asia/Yekaterinburg',
  }
  const listed: ListedCase = {
    id: 1,
    source_key: 'k',
    place: 'sudrf|vymysel.prm.sudrf.ru|ab',
    url: 'http://vymysel.prm.sudrf.ru/1',
    type: 1,
    stage: 1,
    server: 2,
    case_number: '5-17/2026',
    case_uid: '59RS0001-01-2026-000017-11',
    entry_date: '2026-03-02',
    people: 'Вымыслов Пётр Ильич',
    case_id: 1,
    card_hash: null,
    text_url: null,
    text_hash: null,
    task: 'find',
    way: 0,
    urgency: 2,
    attempts: 0,
  }
  it('is searched for by УИД, number and person, on its own server first', () => {
    const ways = waysToFind({ searchUrls: (_, search) => tabsSearchUrls(search) }, site, listed)
    expect(ways.map(({ search }) => search.case_uid ?? search.case_number ?? search.name)).toEqual([
      listed.case_uid,
      listed.case_uid,
      listed.case_number,
      listed.case_number,
      listed.people,
      listed.people,
    ])
    expect(ways.map(({ search }) => search.server)).toEqual([2, 1, 2, 1, 2, 1])
  })
  it('is searched for up to today by Moscow’s calendar where its list told no day', () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T21:30:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    const [way] = waysToFind({ searchUrls: () => [site.url] }, site, { ...listed, entry_date: null })
    expect(way?.search).toMatchObject({ from: '2005-01-01', to: '2026-11-22' })
  })
  const row = (given: Partial<ListRow>): ListRow => ({
    case_number: '5-17/2026',
    former_numbers: [],
    url: 'http://vymysel.prm.sudrf.ru/2',
    source_key: 'sudrf|vymysel.prm.sudrf.ru|cd',
    entry_date: '2026-03-02',
    people: [{ name: 'Вымыслов Пётр Ильич', articles: '' }],
    text_urls: [],
    ...given,
  })
  it.each<[string, ListRow[], boolean, boolean]>([
    ['its number, day and person', [row({})], false, true],
    ['its former number', [row({ case_number: '5-90/2026', former_numbers: ['5-17/2026'] })], false, true],
    ['another day', [row({ entry_date: '2026-03-03' })], false, false],
    ['another person', [row({ people: [{ name: 'Другой А.А.', articles: '' }] })], false, false],
    ['two that fit', [row({}), row({ url: 'http://vymysel.prm.sudrf.ru/3' })], false, false],
    ['one row for its УИД', [row({ case_number: '5-1/2027', entry_date: '2027-01-11' })], true, true],
    ['two rows for its УИД', [row({ case_number: '5-1/2027' }), row({ case_number: '5-2/2027' })], true, false],
  ])('is known by %s: %#', (_, rows, byUid, found) => expect(matching(rows, listed, byUid) !== undefined).toBe(found))
})

describe('a captcha', () => {
  it('is a picture that runs nothing', () => {
    expect(pictureInPage('data:image/png;base64,iVBORw0KGgo=')).toMatchObject({ media_type: 'image/png' })
    expect(pictureInPage('data:image/svg+xml;base64,PHN2Zz4=')).toBeUndefined()
    expect(pictureInPage('https://example.org/captcha.php')).toBeUndefined()
  })
  it('is answered by whom the site has given its cookies', () => {
    expect(cookiesAfter('a=1; b=2', ['b=3; path=/; HttpOnly', 'c=4'])).toBe('a=1; b=3; c=4')
    expect(cookiesAfter('', undefined)).toBe('')
  })
})
