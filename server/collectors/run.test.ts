import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { collectingWorld } from '../../test/collecting-world.ts'
import { buildCase } from '../../test/factories.ts'
import { revisionsIn } from '../../test/revisions.ts'
import { answerCaptcha, pendingCaptchas } from './captcha.ts'
import { raiseFlags } from './court-checks.ts'
import { refreshCase, refreshState } from './refresh-case.ts'

const { db, court, standIn, cases, collect, goOn, newContext, stored, numbers, windows, askedOf } =
  await collectingWorld()

/** What is on record as read to its end, for coverage. */
const readDays = (site: number) =>
  db
    .selectFrom('collect_reading')
    .innerJoin('collect_series', 'id', 'series_id')
    .where('site_id', '=', site)
    .select(['type', 'stage', 'from_day', 'to_day'])
    .orderBy('from_day')
    .execute()

describe.concurrent('collecting from a court site (domain §6)', () => {
  it('brings every case of every page with its text, once, and keeps each page it has seen', async () => {
    const all = cases(12, at => (at === 3 ? { text: { html: '<p>п о с т а н о в и л:<br>прекратить.</p>' } } : {}))
    const { site, host, court_id } = await court({ cases: all })
    await collect([site])
    const found = await stored(court_id)
    expect(numbers(found)).toEqual(numbers(all))
    expect(found.filter(one => one.has_text)).toHaveLength(1)
    expect(await windows(site)).toMatchObject([{ state: 'done', promised: 12 }])
    expect(await readDays(site.id)).toEqual([{ type: 1, stage: 1, from_day: '2026-03-01', to_day: '2026-03-09' }])
    // Three pages of the list, twelve cards, nothing twice.
    expect(askedOf(host)).toHaveLength(3 + 12)
    const { rows } = await sql<{ kept: number }>`
      select count(*) as kept from court_request r join page p on p.hash = r.page_hash where r.host = ${host}`.execute(
      db,
    )
    expect(rows[0]?.kept).toBe(15)

    await collect([site])
    expect(numbers(await stored(court_id))).toEqual(numbers(all))
    // What says the same is not read again: only the list was asked.
    expect(askedOf(host)).toHaveLength(15 + 3)
    // How each was answered is kept, also of a page that is there already.
    const readings = await sql<{ status_line: string; headers: [string, string][]; took: number }>`
      select status_line, headers, extract(epoch from answered_at - asked_at)::float8 as took from page_reading
      where url like ${`%//${host}/%`}`.execute(db)
    expect(readings.rows).toHaveLength(15 + 3)
    for (const { status_line, headers, took } of readings.rows) {
      expect(status_line).toMatch(/^HTTP\/1\.1 200/)
      expect(headers.map(([name]) => name.toLowerCase())).toContain('content-type')
      expect(took).toBeGreaterThanOrEqual(0)
    }
  })

  it('reads a card again when its row changes, and the change history names the page', async () => {
    const all = cases(3)
    const { site, court_id } = await court({ cases: all })
    await collect([site])
    const [first] = all
    if (first) first.result = 'Вынесено постановление о назначении административного наказания'
    await collect([site])
    const { rows } = await sql<{ case_number: string; url: string }>`
      select case_number, page.url from case_journal r join court_case on court_case.id = r.case_id
      join page on page.hash = r.page_hash where court_id = ${court_id} and number > 0`.execute(db)
    expect(rows).toMatchObject([{ case_number: first?.number }])
    expect(rows[0]?.url).toContain('name_op=case')
  })

  it('fetches a text that lies apart, and enters the case with it', async () => {
    const { site, host, court_id } = await court({
      cases: cases(1, () => ({ text: { html: '<p>постановил: назначить штраф 5000 рублей.</p>', apart: true } })),
    })
    await collect([site])
    const [one] = await stored(court_id)
    expect(one).toMatchObject({ has_text: true })
    expect(await revisionsIn(db, one?.id ?? 0)).toEqual([])
    await refreshCase(db, one?.id ?? 0)
    await sql`update listed_case set urgency = 0, due_at = now() where case_id = ${one?.id}`.execute(db)
    await goOn([site])
    // The card again, the text from what was kept.
    expect(askedOf(host).filter(({ url }) => url.searchParams.get('name_op') === 'doc')).toHaveLength(1)
    expect(await stored(court_id)).toMatchObject([{ has_text: true }])
  })

  it('asks every server of a court', async () => {
    const all = cases(8, at => ({ server: 1 + (at % 2) }))
    const { site, court_id } = await court({ cases: all, servers: 2 }, [1, 2])
    await collect([site])
    expect(numbers(await stored(court_id))).toEqual(numbers(all))
  })

  it('asks for less when a list shows less than it promises, and says what still lacks', async () => {
    const all = cases(7)
    const { site, court_id } = await court({ cases: all, hides: 2 })
    await collect([site], { from: '2026-03-04', to: '2026-03-07' })
    expect(await stored(court_id)).toHaveLength(4)
    const states = (await windows(site)).map(({ state }) => state)
    expect(states.filter(state => state === 'split').length).toBeGreaterThan(0)
    expect(new Set(states)).toEqual(new Set(['split', 'done']))
    expect(await db.selectFrom('court_check').where('court_id', '=', court_id).selectAll().execute()).toMatchObject([
      { promised: 4, held: 4, errors: 0, flag: null },
    ])
  })

  it('finds a card that has moved to another server, and keeps one case', async () => {
    const all = cases(3)
    const { site, court_id } = await court({ cases: all, servers: 2 }, [1, 2])
    await collect([site])
    const [first] = all
    if (first === undefined) throw new Error('no case')
    first.server = 2
    first.result = 'Вынесено постановление о назначении административного наказания'
    const [before] = await stored(court_id)
    await refresh(before?.id)
    await goOn([site])
    const found = await stored(court_id)
    expect(found).toHaveLength(3)
    expect(found.find(one => one.case_number === first.number)?.url).toContain('srv_num=2')
    const listed = await db
      .selectFrom('listed_case')
      .where('case_id', '=', before?.id ?? 0)
      .select(['former_urls'])
      .execute()
    expect(listed).toMatchObject([{ former_urls: [expect.stringContaining('srv_num=1')] }])
  })

  it('knows a case that got another address by its number, day and person', async () => {
    const all = cases(4)
    const { site, court_id } = await court({ cases: all })
    await collect([site])
    const [first] = all
    if (first) first.guid = 'feed0'
    await collect([site])
    expect(await stored(court_id)).toHaveLength(4)
  })

  it('takes up a case that came by another way, and keeps its number', async () => {
    const { site, court_id } = await court({ cases: cases(2) })
    const id = await buildCase(db, {
      court: { title: site.title, region: 59 },
      case_number: '5-1/2026',
      entry_date: '2026-03-01',
      case_uid: '59RS0001-01-2026-000001-11',
    })
    await collect([site])
    const found = await stored(court_id)
    expect(found).toHaveLength(2)
    expect(found.find(one => one.case_number === '5-1/2026')?.id).toBe(id)
  })

  it('marks as gone what is nowhere to be found, and deletes nothing', async () => {
    const all = cases(3)
    const { site, court_id } = await court({ cases: all })
    await collect([site])
    const [first] = all
    if (first) first.gone = true
    await collect([site])
    const found = await stored(court_id)
    expect(found.map(one => [one.case_number, one.gone_at !== null])).toEqual([
      ['5-1/2026', true],
      ['5-2/2026', false],
      ['5-3/2026', false],
    ])
  })

  const refresh = async (id: number | undefined) => {
    // As if the minute were over.
    await sql`update listed_case set card_at = now() - interval '2 minutes' where case_id = ${id}`.execute(db)
    await sql`update court_request set url = '' where url = (select url from listed_case where case_id = ${id})`.execute(
      db,
    )
    return refreshCase(db, id ?? 0)
  }

  it('reads one case now when it is asked to, once a minute (§7 refresh)', async () => {
    const { site, host, court_id } = await court({ cases: cases(2) })
    await collect([site])
    const [one] = await stored(court_id)
    expect(await refreshCase(db, one?.id ?? 0)).toMatchObject({ kind: 'too_soon' })
    const before = askedOf(host).length
    expect(await refresh(one?.id)).toEqual({ kind: 'asked' })
    expect(await refreshState(db, one?.id ?? 0)).toMatchObject({ waiting: true, error: null })
    await goOn([site])
    expect(askedOf(host)).toHaveLength(before + 1)
    expect(await refreshState(db, one?.id ?? 0)).toMatchObject({ waiting: false, error: null })
    expect(await refreshCase(db, 0)).toEqual({ kind: 'no_address' })
  })
})

describe.concurrent('a site that lets one down', () => {
  it.each([
    ['the events', 'ДВИЖЕНИЕ ДЕЛА', 'Карточка пришла без движения дела.', [0, 1]],
    ['the people', 'СТОРОНЫ ПО ДЕЛУ', 'Карточка пришла без лиц.', [1, 0]],
  ])('withdraws no hearing and nobody by one card without %s; five of them are believed', async (_, tab, why, left) => {
    const all = cases(1, () => ({ events: [['Судебное заседание', '20.03.2026', '10:00']] }))
    const { site, host } = await court({ cases: all })
    await collect([site])
    const shown = async () => {
      const { rows } = await sql<{ events: number; people: number; last_error: string | null }>`
        select jsonb_array_length(record -> 'events') as events, jsonb_array_length(record -> 'defendants') as people, last_error
        from listed_case join case_record using (source_key) where site_id = ${site.id}`.execute(db)
      return rows.map(({ events, people, last_error }) => [events ?? 0, people ?? 0, last_error])
    }
    expect(await shown()).toEqual([[1, 1, null]])
    const readAgain = async (backoff: number[]) => {
      await sql`update listed_case set due_at = now(), urgency = 0 where site_id = ${site.id}`.execute(db)
      await goOn([site], { context: await newContext({ backoff }) })
    }
    for (const one of all) one.lacks = [tab]
    await readAgain([3_600_000])
    expect(await shown()).toEqual([[1, 1, why]])
    for (const one of all) one.lacks = []
    await readAgain([3_600_000])
    expect(await shown()).toEqual([[1, 1, null]])
    for (const one of all) one.lacks = [tab]
    const before = askedOf(host).length
    await readAgain([1])
    expect(await shown()).toEqual([[...left, null]])
    expect(askedOf(host)).toHaveLength(before + 5)
  })
  it('records no new card whose tabs are all empty, until five readings say so', async () => {
    const all = cases(1)
    for (const one of all) one.isEmpty = true
    const { site, court_id } = await court({ cases: all })
    const readAgain = async (backoff: number[]) => {
      await sql`update listed_case set due_at = now(), attempts = 0 where site_id = ${site.id}`.execute(db)
      await goOn([site], { context: await newContext({ backoff }) })
      const { rows } = await sql<{ last_error: string | null }>`
        select last_error from listed_case where site_id = ${site.id}`.execute(db)
      return [(await stored(court_id)).length, ...rows.map(one => one.last_error)]
    }
    await collect([site], { context: await newContext({ backoff: [3_600_000] }) })
    expect(await readAgain([3_600_000])).toEqual([0, 'Карточка пришла пустой.'])
    expect(await readAgain([1])).toEqual([1, null])
    // What is believed is not doubted again.
    expect(await readAgain([3_600_000])).toEqual([1, null])
  })
  it('tells nothing of a card that is again as it was before, until five readings say so', async () => {
    const all = cases(1)
    const { site, host } = await court({ cases: all })
    await collect([site])
    const shown = async () => {
      const { rows } = await sql<{ result: string | null; last_error: string | null }>`
        select record ->> 'result' as result, last_error
        from listed_case join case_record using (source_key) where site_id = ${site.id}`.execute(db)
      return rows.map(({ result, last_error }) => [result, last_error])
    }
    const readAgain = async (result: string | undefined, backoff: number[]) => {
      for (const one of all) one.result = result
      await sql`update listed_case set due_at = now(), urgency = 0, attempts = 0 where site_id = ${site.id}`.execute(db)
      await goOn([site], { context: await newContext({ backoff }) })
    }
    const result = 'Вынесено постановление о назначении административного наказания'
    await readAgain(result, [3_600_000])
    expect(await shown()).toEqual([[result, null]])
    await readAgain(undefined, [3_600_000])
    expect(await shown()).toEqual([[result, 'Карточка пришла такой, какой была раньше.']])
    await readAgain('Производство по делу прекращено', [3_600_000])
    const [[other] = []] = await shown()
    expect(other).not.toBe(result)
    const before = askedOf(host).length
    await readAgain(undefined, [1])
    expect(await shown()).toEqual([[null, null]])
    expect(askedOf(host)).toHaveLength(before + 5)
  })
  it('loses and doubles nothing: 429, 500, a cut connection, a delay, excuses, a notice of PHP', async () => {
    const all = cases(8)
    const { site, host, court_id } = await court({ cases: all })
    const isCard = (url: URL) => url.searchParams.get('name_op') === 'case'
    for (const fault of [500, 'cut', 'slow', 'unavailable', 'php', 429] as const) {
      standIn.fail(host, fault, isCard)
      standIn.fail(host, fault, url => !isCard(url))
    }
    await collect([site], { longestWait: 2_500 })
    expect(standIn.faultsLeft()).toBe(0)
    expect(numbers(await stored(court_id))).toEqual(numbers(all))
    expect((await windows(site)).map(({ state }) => state)).toEqual(['done'])
    const requests = await db.selectFrom('court_request').where('host', '=', host).select(['error', 'kind']).execute()
    expect(requests.flatMap(({ error }) => error?.split(':')[0] ?? []).sort()).toEqual(
      ['cut', 'cut', 'php_notice', 'php_notice', 'php_notice', 'php_notice', 'unavailable', 'unavailable'].sort(),
    )
  })

  it.each([
    ['УИД', {}],
    ['day', { uid: undefined }],
  ])(
    'puts nobody in the place of another: a card of another number and %s is not that of the row',
    async (_, given) => {
      const all = cases(2, () => given)
      const [first, other] = all
      const { site } = await court({ cases: all })
      await collect([site])
      const shown = async () => {
        const { rows } = await sql<{ name: string; last_error: string | null }>`
        select record -> 'defendants' -> 0 ->> 'name' as name, last_error
        from listed_case join case_record using (source_key) where site_id = ${site.id} order by case_number`.execute(
          db,
        )
        return rows.map(({ name, last_error }) => [name, last_error])
      }
      const readAgain = async () => {
        await sql`update listed_case set due_at = now(), task = 'card', urgency = 0 where site_id = ${site.id}`.execute(
          db,
        )
        await goOn([site], { context: await newContext({ backoff: [3_600_000] }) })
      }
      if (first) first.shows = other
      await readAgain()
      const why = 'Сайт называет дело, но не показывает его карточки.'
      expect(await shown()).toEqual([
        [first?.person, why],
        [other?.person, null],
      ])
      if (first) first.shows = undefined
      await readAgain()
      expect(await shown()).toEqual([
        [first?.person, null],
        [other?.person, null],
      ])
    },
  )

  it('gets the code of its picture from a person, and is searched on', async () => {
    const all = cases(7)
    const { site, host, court_id } = await court({ cases: all, captcha: { answer: '48121', serves: 1 } })
    await collect([site])
    expect(await windows(site)).toMatchObject([{ state: 'captcha' }])
    const answer = async (digits: string) => {
      const [waiting, ...others] = (await pendingCaptchas(db)).filter(one => one.host === host)
      expect(others).toEqual([])
      expect(waiting).toMatchObject({ media_type: 'image/png', waiting: 1 })
      expect(waiting?.picture.subarray(1, 4).toString()).toBe('PNG')
      expect(await answerCaptcha(db, waiting?.id ?? 0, digits, null)).toBe(true)
      expect(await answerCaptcha(db, waiting?.id ?? 0, digits, null)).toBe(false)
      await goOn([site])
    }
    await answer('00000')
    expect(await windows(site)).toMatchObject([{ state: 'captcha', page: 1 }])
    await answer('48121')
    // It serves one search here: the second page wants another.
    expect(await windows(site)).toMatchObject([{ state: 'captcha', page: 2 }])
    await answer('48121')
    expect(await windows(site)).toMatchObject([{ state: 'done', promised: 7 }])
    expect(numbers(await stored(court_id))).toEqual(numbers(all))
  })

  it('is passed through its gate once, and knows us by its cookie afterwards', async () => {
    const all = cases(6)
    const { site, host, court_id } = await court({ cases: all, gate: { answer: '7215' } })
    await collect([site])
    expect(await windows(site)).toMatchObject([{ state: 'captcha' }])
    const [waiting] = (await pendingCaptchas(db)).filter(one => one.host === host)
    expect(waiting).toMatchObject({ media_type: 'image/png', picture: Buffer.from('89504e47', 'hex') })
    await answerCaptcha(db, waiting?.id ?? 0, '7215', null)
    await goOn([site])
    expect(numbers(await stored(court_id))).toEqual(numbers(all))
    // The form, its picture, two pages of the list, six cards.
    expect(askedOf(host)).toHaveLength(2 + 2 + 6)
  })

  it('cannot send us elsewhere: a card at another host, or a redirect to one, is not fetched', async () => {
    const [luring, other] = [await court({ cases: cases(1) }), await court({ cases: [] })]
    await collect([luring.site])
    await sql`update listed_case set url = ${`http://${other.host}/inside`}, due_at = now() where site_id = ${luring.site.id}`.execute(
      db,
    )
    await goOn([luring.site], { longestWait: 10 })
    standIn.fail(luring.host, { to: `http://${other.host}/inside` })
    await collect([luring.site], { longestWait: 10 })
    expect(askedOf(other.host)).toEqual([])
  })

  it('that is no longer understood, or keeps rows back, raises a flag', async () => {
    const changed = await court({ cases: cases(1, () => ({ entry: '2026-03-04' })) })
    standIn.fail(changed.host, 'strange')
    await collect([changed.site])
    const keeping = await court({ cases: cases(2, () => ({ entry: '2026-03-02' })) })
    await collect([keeping.site], { from: '2026-03-02', to: '2026-03-02' })
    await sql`update collect_window set state = 'short', promised = 3 where site_id = ${keeping.site.id}`.execute(db)
    await raiseFlags(db)
    const flags = await db
      .selectFrom('court_check')
      .where('court_id', 'in', [changed.court_id, keeping.court_id])
      .select(['court_id', 'flag', 'flag_why'])
      .orderBy('court_id')
      .execute()
    expect(flags).toMatchObject([{ flag: 'not_understood' }, { flag: 'short' }])
  })

  it('that falls silent raises a flag within days of its usual rate, and takes it down by itself', async () => {
    const { site, court_id } = await court({ cases: [] })
    await sql`
      insert into listed_case (site_id, source_key, place, url, type, stage, case_number, entry_date, due_at)
      select ${site.id}, 'k' || n, 'k' || n, '', 1, 1, n, date '2026-02-01' + n % 28, null from generate_series(1, 40) n`.execute(
      db,
    )
    await sql`insert into court_check (court_id, last_good_at) values (${court_id}, now())`.execute(db)
    const flagOn = async (day: string) => {
      await raiseFlags(db, new Date(`${day}T12:00:00Z`))
      const row = await db.selectFrom('court_check').where('court_id', '=', court_id).select('flag').executeTakeFirst()
      return row?.flag
    }
    // A case every working day: one quiet day says nothing, eight do.
    expect(await flagOn('2026-03-03')).toBeNull()
    expect(await flagOn('2026-03-13')).toBe('silent')
    expect(await flagOn('2026-03-03')).toBeNull()
  })
})
