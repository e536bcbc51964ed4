import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { collectingWorld, quickLimits as limits } from '../../test/collecting-world.ts'
import { clearFolder, temporaryFolder } from '../../test/temporary-folder.ts'
import { type CollectOptions, collectCommand } from './collect-command.ts'
import { planWindows } from './collect-jobs.ts'
import { writePageFolder } from './pages/page-folder.ts'
import { folderSource, keptSource, replay } from './pages/replay.ts'
import { deleteOldCollectingData } from './retention.ts'
import { runCollecting } from './run.ts'
import { openWindows, windowsOf } from './search-windows.ts'
import { siteCommand } from './site-command.ts'

const { db, url, court, standIn, cases, newContext, collect, goOn, stored, numbers, windows, askedOf } =
  await collectingWorld()

const caseOf = (card: URL): string | null => card.searchParams.get('case_id')

describe('rate limits of a host', () => {
  it('hold for all workers together: one request a host at a time, gaps after it, gaps of the platform', async () => {
    const made = [await court({ cases: cases(6) }), await court({ cases: cases(6) }), await court({ cases: cases(6) })]
    const since = standIn.asked.length
    const sites = made.map(({ site }) => site)
    await Promise.all([
      collect(sites, { concurrency: 3 }),
      goOn(sites, { concurrency: 3 }),
      goOn(sites, { concurrency: 3 }),
    ])
    const asked = standIn.asked.slice(since)
    for (const { host } of made) {
      const own = asked.filter(one => one.host === host)
      expect(own).toHaveLength(2 + 6)
      for (const [at, one] of own.entries())
        expect(one.at - (own[at - 1]?.ended ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(limits.hostGap - 3)
    }
    const { rows } = await sql<{ gap: number | null }>`
      select extract(epoch from asked_at - lag(asked_at) over (order by asked_at)) * 1000 as gap
      from court_request where platform = 'sudrf.ru'`.execute(db)
    for (const { gap } of rows.slice(1)) expect(gap).toBeGreaterThanOrEqual(limits.platformGap)
    expect(asked.at(-1)?.agent).toContain('mailto:sudy@example.org')
  })

  it('leave a host alone after a 429, while other hosts are asked', async () => {
    const [refusing, other] = [await court({ cases: cases(3) }), await court({ cases: cases(6) })]
    standIn.fail(refusing.host, 429)
    // Longer than a busy machine needs to ask the other twice.
    const cooldown = 3_000
    const context = await newContext({ cooldown, longestCooldown: cooldown })
    await collect([refusing.site, other.site], { context, longestWait: 30_000 })
    const [first, second] = askedOf(refusing.host)
    expect((second?.at ?? 0) - (first?.ended ?? 0)).toBeGreaterThanOrEqual(cooldown - 5)
    expect(askedOf(other.host)[1]?.at).toBeLessThan(second?.at ?? 0)
    expect(await stored(refusing.court_id)).toHaveLength(3)
  })

  it('outlive kill -9: the host is free when the time of its request is over, another worker completes the rest', async () => {
    const all = cases(24)
    const { site, host, court_id } = await court({ cases: all })
    const context = await newContext()
    await openWindows(
      db,
      windowsOf(site, { type: 1, stage: 1, from: '2026-03-01', to: '2026-03-09' }, context.searchUrls),
      { why: 'command' },
    )
    // The worker is killed while it waits for the tenth card, the others entered.
    const cardsAsked = (): number => askedOf(host).filter(({ url }) => caseOf(url) !== null).length
    standIn.fail(host, 'unanswered', () => cardsAsked() === 10)
    const told = JSON.stringify({ url, proxy: standIn.url, site: site.id, limits })
    const child = fork(new URL('../../test/collecting-child.ts', import.meta.url), [told])
    await expect.poll(() => stored(court_id), { timeout: 30_000 }).toHaveLength(9)
    await expect.poll(cardsAsked).toBe(10)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const before = askedOf(host).length
    const kept = (await stored(court_id)).map(one => caseOf(new URL(one.url ?? '')))
    await goOn([site], { longestWait: limits.lease + 900 })
    expect(numbers(await stored(court_id))).toEqual(numbers(all))
    const asked = askedOf(host)
      .slice(before)
      .map(one => caseOf(one.url))
    // Of what was entered the last alone may be asked for again: it is done in a transaction of its own.
    expect(asked.filter(one => kept.includes(one)).length).toBeLessThanOrEqual(1)
    expect(asked.length).toBeGreaterThan(0)
  })

  it('stop at once when told to, and go on later', async () => {
    const all = cases(9)
    const { site, host, court_id } = await court({ cases: all })
    const stopping = new AbortController()
    const context = await newContext()
    await openWindows(
      db,
      windowsOf(site, { type: 1, stage: 1, from: '2026-03-01', to: '2026-03-09' }, context.searchUrls),
      { why: 'command' },
    )
    const running = runCollecting(
      context,
      { only: { sites: [site.id] }, longestWait: 900, onError: error => expect(error).toBeUndefined() },
      stopping.signal,
    )
    await expect.poll(() => askedOf(host).length, { interval: 10 }).toBeGreaterThan(0)
    const asked = askedOf(host).length
    stopping.abort()
    await running
    // What was on its way is finished, and nothing else is begun.
    expect(askedOf(host).length).toBeLessThanOrEqual(asked + 1)
    await goOn([site])
    expect(numbers(await stored(court_id))).toEqual(numbers(all))
  })
})

const newFolder = (): string => {
  const folder = temporaryFolder()
  onTestFinished(() => clearFolder(folder))
  return folder
}

describe('pages that were kept', () => {
  it('give the same cases without the network, from the database and from a folder', async () => {
    const all = cases(6, at => (at < 2 ? { text: { html: '<p>постановил: прекратить.</p>', apart: at === 0 } } : {}))
    const { site, host, court_id } = await court({ cases: all })
    await collect([site])
    const records = async () =>
      (
        await sql`select source_key, digest from case_source s join court_case k on k.id = s.case_id
          where court_id = ${court_id} order by source_key`.execute(db)
      ).rows
    const [before, requests] = [await records(), standIn.asked.length]
    const folder = newFolder()
    expect(await writePageFolder(db, folder, [host])).toBe(2 + 6 + 1)
    const [context, width] = [await newContext(), 2]
    const again = await replay(db, keptSource(db), { ...context, width })
    expect(again.outcomes).toMatchObject({ new: 0, changed: 0, refused: 0 })

    await db.deleteFrom('court_case').where('court_id', '=', court_id).execute()
    const { outcomes, kinds } = await replay(db, await folderSource(folder), { ...context, width })
    expect(outcomes).toEqual({ new: 6, changed: 0, same: 0, refused: 0 })
    expect(kinds).toEqual(
      new Map([
        ['list', 2],
        ['card', 6],
        ['text', 1],
      ]),
    )
    expect(await records()).toEqual(before)
    expect(standIn.asked).toHaveLength(requests)
  })

  it('say where they came from by their index, or by what a browser has noted', async () => {
    const folder = newFolder()
    await writeFile(`${folder}/a.html`, '<!-- saved from url=(0030)http://vymysel.prm.sudrf.ru/a -->\n<html></html>')
    await writeFile(`${folder}/b.html`, '<html></html>')
    const list = async () => {
      const found: string[] = []
      for await (const { page } of (await folderSource(folder)).pages()) found.push(page.url)
      return found
    }
    expect(await list()).toEqual(['http://vymysel.prm.sudrf.ru/a', ''])
    await writeFile(`${folder}/pages.ndjson`, '{"file":"b.html","url":"http://vymysel.prm.sudrf.ru/b"}\n')
    expect(await list()).toEqual(['http://vymysel.prm.sudrf.ru/b'])
    await writeFile(`${folder}/pages.ndjson`, '{"file":"../b.html"}\n')
    await expect(list()).rejects.toThrow('не из этой папки')
    await expect(folderSource(`${folder}/none`)).rejects.toThrow('нет')
  })
})

describe('the schedule', () => {
  it('asks watched courts for the days since they were last seen whole, with an overlap, and nothing twice', async () => {
    const { site } = await court({ cases: [] })
    await db.updateTable('court_site').set({ is_watched: false }).execute()
    await db.updateTable('court_site').set({ is_watched: true }).where('id', '=', site.id).execute()
    const context = await newContext()
    const at = new Date('2026-03-11T20:00:00Z')
    await planWindows(db, context.searchUrls, at)
    await planWindows(db, context.searchUrls, at)
    const planned = await windows(site)
    expect(planned.map(({ type, stage }) => `${type} ${stage}`)).toEqual(['1 1', '1 2', '2 1', '2 2'])
    expect(planned[0]).toMatchObject({ from_day: '2026-02-25', to_day: '2026-03-11', state: 'open' })
    await sql`update collect_window set state = 'done', to_day = '2026-02-20', from_day = '2026-02-01'
      where site_id = ${site.id}`.execute(db)
    await planWindows(db, context.searchUrls, at)
    expect((await windows(site)).at(-1)).toMatchObject({ from_day: '2026-02-06', to_day: '2026-03-11' })
  })
})

describe('npx sudmonitor collect', () => {
  it('asks a court for its days, says what came, keeps the pages in a folder and reads them from there', async () => {
    const { host, court_id } = await court({ cases: cases(3) })
    const run = async (options: CollectOptions) => {
      const said: string[] = []
      const into = (lines: string[]) =>
        new Writable({
          write: (line, _, done) => {
            lines.push(String(line))
            done()
          },
        })
      const fetching = { proxy: standIn.url, contact: 'mailto:sudy@example.org', limits: { ...limits, lease: 20_000 } }
      await collectCommand(db, options, {
        stdout: into(said),
        stderr: into([]),
        fetching,
        signal: new AbortController().signal,
      })
      return said.join('').replaceAll('\u00a0', ' ')
    }
    const days = { from: '2026-03-01', to: '2026-03-09', codex: 'koap', stage: '1' } as const
    expect(await run({ court: [host], ...days })).toBe(
      'Новых: 3 дела, изменённых: 0, исчезнувших: 0; 4 запроса.\nСайт обещал 3 дела, показал 3.\n',
    )
    expect(await stored(court_id)).toHaveLength(3)
    const folder = newFolder()
    expect(await run({ court: [host], keep: folder })).toContain('Сохранено: 4 страницы')
    const again = await run({ replay: folder })
    expect(again).toMatch(/^Прочитано: 4 страницы за .* памяти до [\d\s]+ МБ\.$/m)
    expect(again).toContain('Новых: 0 дел, изменённых: 0, без изменений: 3, отвергнуто: 0. Строк в списках: 3.')
    await expect(run({ court: ['нет такого суда'], ...days })).rejects.toThrow('с известным сайтом нет')
    await expect(run({ court: [host], ...days, from: '2026-04-01' })).rejects.toThrow('Начало срока позже его конца.')
  })
})

describe('what only tells of the past', () => {
  it('goes when it is old, but for the last search of its kind', async () => {
    const { site, court_id, host } = await court({ cases: [] })
    const days = (count: number) => sql`now() - interval '1 day' * ${count}::integer`
    const at = (count: number): string => new Date(Date.now() - count * 86_400_000).toISOString()
    for (const [state, ago] of [
      ['done', 200],
      ['failed', 95],
      ['done', 100],
      ['split', 181],
    ] as const)
      await sql`insert into collect_window (site_id, why, type, stage, from_day, to_day, state, ended_at)
        values (${site.id}, 'schedule', 1, 1, '2026-01-01', '2026-01-02', ${state}, ${days(ago)})`.execute(db)
    for (const ago of [10, 91])
      await sql`insert into court_request (host, platform, asked_at) values (${host}, 'x', ${days(ago)})`.execute(db)
    for (const ago of [10, 31])
      await sql`insert into captcha (host, url, layout, picture, media_type, ended_at)
        values (${host}, '', 'sudrf_tabs', '', 'image/png', ${days(ago)})`.execute(db)
    const notes = [1, 190, 20].map(ago => ({ code: 'unknown_role', where: '', value: `${ago}`, at: at(ago) }))
    await sql`insert into court_check (court_id, last_tried_at, not_understood)
      values (${court_id}, ${days(300)}, ${JSON.stringify(notes)}::jsonb)`.execute(db)
    await deleteOldCollectingData(db)
    expect((await windows(site)).map(({ state, ended_at }) => [state, ended_at === null])).toEqual([['done', false]])
    const { rows } = await sql<Record<string, unknown>>`
      select (select count(*) from court_request where host = ${host}) as requests,
        (select count(*) from captcha where host = ${host}) as captchas,
        (select jsonb_path_query_array(not_understood, '$[*].value') from court_check where court_id = ${court_id}) as notes`.execute(
      db,
    )
    expect(rows).toEqual([{ requests: 1, captchas: 1, notes: ['1', '20'] }])
    await db.deleteFrom('court_site').where('court_id', '=', court_id).execute()
    await deleteOldCollectingData(db)
    expect(await db.selectFrom('court_check').where('court_id', '=', court_id).selectAll().execute()).toEqual([])
  })
})

describe('a site of a court', () => {
  const lines = async (options: Parameters<typeof siteCommand>[1]) => {
    const said: string[] = []
    await siteCommand(db, options, line => said.push(line))
    return said
  }
  it('is set by the operator, that of a court nobody knows as well', async () => {
    const court = 'Судебный участок № 95 Вымышленского района'
    const url = 'http://95.vym.msudrf.ru/'
    await expect(lines({ court, url })).rejects.toThrow('назовите и регион')
    await lines({ court, url, region: 50, layout: 'msudrf', servers: [1, 2], watch: false })
    expect(await lines({ court: '95.vym.msudrf.ru' })).toEqual([
      `${court} — ${url}: msudrf; серверы 1, 2; не по расписанию; ещё не проверен`,
    ])
    expect(await lines({ court, watch: true })).toEqual([expect.stringContaining('; по расписанию;')])
    await expect(lines({ court: 'Ленинский районный суд', watch: true })).rejects.toThrow('несколько')
    await expect(lines({ court: 'нет такого' })).rejects.toThrow('нет')
  })
})
