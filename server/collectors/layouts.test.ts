import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { CollectedLayout } from '#shared/domain/court-layouts.ts'
import { collectingWorld, quickLimits } from '../../test/collecting-world.ts'
import type { Fault } from '../../test/court-stand-in.ts'
import type { StandInCase } from '../../test/court-stand-in-cases.ts'
import { buildCase } from '../../test/factories.ts'
import { answerCaptcha, pendingCaptchas } from './captcha.ts'
import type { Site } from './sites.ts'

const { db, court, portal, standIn, cases, collect, goOn, stored, numbers, windows, askedOf } = await collectingWorld()

/** Each text in another form: printed, on a page, in a file. */
const files = ['doc', 'docx', 'rtf'] as const
const withTexts = (count: number): StandInCase[] =>
  cases(count, at => ({
    ...(at < files.length
      ? { text: { html: `<p>Суд постановил: взыскать ${at + 1} рубль</p>`, apart: true, file: files[at] ?? 'doc' } }
      : {}),
  }))
const result = 'Вынесено постановление о назначении административного наказания'

type Way = {
  open: (all: StandInCase[]) => Promise<{ host: string; site: Site; court_id: number }>
  isCard: (url: URL) => boolean
  /** Requests for texts that lie apart from their cards. */
  texts: number
  faults: readonly Fault[]
}
const opName = (name: string, value: string) => (url: URL) => url.searchParams.get(name) === value
const usual = [500, 'cut', 'unavailable', 'php', 429] as const
const ways: Readonly<Record<Exclude<CollectedLayout, 'sudrf_tabs'>, Way>> = {
  sudrf_lawcase: {
    open: all => court({ layout: 'sudrf_lawcase', cases: all }),
    isCard: opName('name_op', 'case'),
    texts: 0,
    faults: usual,
  },
  msudrf: {
    open: all => court({ layout: 'msudrf', cases: all }),
    isCard: opName('op', 'cs'),
    texts: files.length,
    faults: usual,
  },
  mos_gorsud: {
    open: async all => {
      const [one] = await portal({ cases: all }, ['tverskoj'])
      if (one === undefined) throw new Error('no court')
      return one
    },
    isCard: url => url.pathname.includes('/details/'),
    texts: files.length,
    faults: [...usual, 'smart_captcha'],
  },
}
const each = Object.entries(ways)

/** Each file of a decision is read in a thread of its own, which a busy machine is slow to begin. */
const testTimeout = 180_000

describe.concurrent.each(each)('collecting from a site of the layout %s (domain §6)', (layout, way) => {
  it('loses and doubles nothing, whatever the site does, and sees what changes, moves and goes', {
    timeout: testTimeout,
  }, async () => {
    const all = withTexts(6)
    const { site, host, court_id } = await way.open(all)
    for (const [at, fault] of way.faults.entries()) standIn.fail(host, fault, url => way.isCard(url) === (at % 2 === 0))
    await collect([site], { longestWait: 3_500 })
    expect(askedOf(host)).toHaveLength(2 + 6 + way.texts + way.faults.length)
    const first = await held(court_id)
    expect(numbers(first)).toEqual(numbers(all))
    expect((await windows(site)).map(({ state, promised }) => [state, promised])).toEqual([['done', 6]])
    const texts = await db
      .selectFrom('case_text')
      .where(
        'case_id',
        'in',
        first.map(({ id }) => id),
      )
      .select('body')
      .orderBy('case_id')
      .execute()
    expect(texts.map(({ body }) => body.trim()).sort()).toEqual(
      [1, 2, 3].map(at => `Суд постановил: взыскать ${at} рубль`),
    )

    const [changed, gone, moved] = all.slice(3)
    if (changed === undefined || gone === undefined || moved === undefined) throw new Error('too few cases')
    changed.result = result
    gone.gone = true
    moved.guid = `${moved.guid}a`
    all.push({ ...moved, number: '5-99/2026', guid: `${moved.guid}b`, uid: '59RS0001-01-2026-000099-11' })
    await collect([site], { longestWait: 1_500 })
    const second = await held(court_id)
    expect(numbers(second)).toEqual(numbers(all))
    expect(second.filter(one => first.every(({ id }) => id !== one.id))).toHaveLength(1)
    expect(second.filter(one => one.gone_at !== null).map(one => one.case_number)).toEqual([gone.number])
    const { rows } = await sql<{ case_number: string; result: string }>`
      select k.case_number, r.title as result from court_case k join result_type r on r.id = k.result_type_id
      where k.court_id = ${court_id}`.execute(db)
    expect(rows).toEqual([{ case_number: changed.number, result }])

    // What says the same is asked for by its list alone.
    const before = askedOf(host).length
    await collect([site])
    expect(askedOf(host)).toHaveLength(before + 2)
    const { rows: checks } = await sql`
      select layout, promised, held, errors, not_understood from court_check where court_id = ${court_id}`.execute(db)
    expect(checks).toMatchObject([{ layout, promised: 6, held: 6, errors: 0 }])
  })
})

const held = async (courtId: number) =>
  (await stored(courtId)).toSorted((one, other) => one.case_number.localeCompare(other.case_number))

describe.concurrent('the portal of Moscow', () => {
  it('asks two courts of one host in turn, and takes up a case that a file has brought, though its lists say no day', async () => {
    const own = cases(2, () => ({ folder: 'savelovskij' }))
    const all = [...own, ...cases(2, at => ({ folder: 'zyuzinskij', guid: `2a${at}b` }))]
    const [first, second] = await portal({ cases: all }, ['savelovskij', 'zyuzinskij'])
    if (first === undefined || second === undefined) throw new Error('no courts')
    const [one] = own
    const known = await buildCase(db, {
      court: { title: first.site.title, region: 77, vnkod: first.site.vnkod ?? '' },
      case_number: one?.number ?? '',
      entry_date: one?.entry ?? '',
    })
    await collect([first.site, second.site], { concurrency: 3 })
    const [ofFirst, ofSecond] = [await stored(first.court_id), await stored(second.court_id)]
    expect([ofFirst.length, ofSecond.length]).toEqual([2, 2])
    expect(ofFirst.map(({ id }) => id)).toContain(known)
    const requests = askedOf(first.host)
    for (const [at, request] of requests.entries())
      expect(request.at - (requests[at - 1]?.ended ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(
        quickLimits.hostGap - 3,
      )
  })

  it('brings a case without its text where the file cannot be read, and says so', async () => {
    const all = cases(1, () => ({ text: { html: 'Суд постановил', file: 'broken' }, folder: 'tushinskij' }))
    const [one] = await portal({ cases: all }, ['tushinskij'])
    if (one === undefined) throw new Error('no court')
    await collect([one.site])
    expect(await stored(one.court_id)).toMatchObject([{ has_text: false }])
    const { rows } = await sql<{ not_understood: unknown }>`
      select not_understood from court_check where court_id = ${one.court_id}`.execute(db)
    expect(rows[0]?.not_understood).toMatchObject([
      { code: 'unreadable_file', where: 'text', value: 'Файл повреждён или обрывается.' },
    ])
  })
})

describe.concurrent('a court of the lawcase layout', () => {
  it('is asked on each of its servers, with the code of its picture, and a card that moves between them is found', async () => {
    const all = cases(6, at => ({ server: 1 + (at % 2) }))
    const { site, host, court_id } = await court(
      { layout: 'sudrf_lawcase', cases: all, servers: 2, captcha: { answer: '48121', serves: 20 } },
      [1, 2],
    )
    await collect([site])
    const [waiting] = (await pendingCaptchas(db)).filter(one => one.host === host)
    await answerCaptcha(db, waiting?.id ?? 0, '48121', null)
    await goOn([site])
    expect(numbers(await stored(court_id))).toEqual(numbers(all))
    const [moved] = all
    if (moved) moved.server = 2
    await sql`update listed_case set due_at = now() where site_id = ${site.id}`.execute(db)
    await goOn([site])
    const found = await stored(court_id)
    expect(numbers(found)).toEqual(numbers(all))
    expect(found.find(one => one.case_number === moved?.number)?.url).toContain('srv_num=2')
  })
})
