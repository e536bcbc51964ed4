import { type Kysely, sql } from 'kysely'
import { addDays } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import { type CommandOutput, progressLine } from '../db/progress-line.ts'
import { Refusal } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import { pendingCaptchas } from './captcha.ts'
import { type PageKind, pageKinds } from './collector.ts'
import { raiseFlags } from './court-checks.ts'
import type { FetchOptions } from './fetch-page.ts'
import { writePageFolder } from './pages/page-folder.ts'
import { readingThreads } from './pages/reading-threads.ts'
import { folderSource, keptSource, type ReplaySummary, replay } from './pages/replay.ts'
import type { RateLimits } from './rate-policy.ts'
import { collectContext, runCollecting, type Stepped } from './run.ts'
import { openWindows, type SearchUrls, windowsOf } from './search-windows.ts'
import { readCourtTable, type Site, sitesNamed } from './sites.ts'

/** `sudmonitor collect`: collects a court's cases of some days, or everything due, or rereads stored pages. */
export type CollectOptions = {
  court?: string[]
  from?: string
  to?: string
  codex?: 'koap' | 'uk'
  stage?: '1' | '2'
  article?: string
  replay?: string | true
  keep?: string
}
type Told = {
  stdout?: CommandOutput
  stderr?: CommandOutput
  fetching?: FetchOptions & { limits?: RateLimits }
  signal: AbortSignal
}

const pageForms = ['страница', 'страницы', 'страниц'] as const
const requestForms = ['запрос', 'запроса', 'запросов'] as const
/** Failures are retried while the command waits; later retries are left to the schedule. */
const longestWait = 10 * 60_000
const usualDays = 14

export async function collectCommand(db: Kysely<DB>, options: CollectOptions, told: Told): Promise<void> {
  const { stdout = process.stdout } = told
  const say = (line: string): void => void stdout.write(`${line}\n`)
  if (options.replay !== undefined) return replayCommand(db, options.replay, told, say)
  if (options.keep !== undefined) {
    const hosts = options.court && (await sitesOf(db, options.court)).map(({ host }) => host)
    const written = await writePageFolder(db, options.keep, hosts)
    return say(`Сохранено: ${counted(written, pageForms)}, ${options.keep}`)
  }
  await collectNow(db, options, told, say)
}

async function collectNow(db: Kysely<DB>, options: CollectOptions, told: Told, say: (line: string) => void) {
  const { stderr = process.stderr, fetching = {}, signal } = told
  const context = await collectContext(db, fetching)
  const sites = options.court && (await sitesOf(db, options.court))
  const began = new Date()
  const windows: number[] = []
  for (const site of sites ?? []) windows.push(...(await openAsked(db, site, options, context.searchUrls)))
  if (sites !== undefined && windows.length === 0) throw new Refusal('Сайт этого суда так спросить нельзя.')
  if (fetching.contact === undefined) stderr.write('COLLECT_CONTACT не задана: сайты судов не узнают, кому написать.\n')
  let requests = 0
  const onStep = ({ host, task }: Stepped): void => {
    requests += 1
    const line = `${counted(requests, requestForms)}, ${host}: ${stepTitles[task]}`
    if (stderr.isTTY) stderr.write(`\r${line}\u001b[K`)
    else if (requests % 100 === 0) stderr.write(`${line}\n`)
  }
  const faults: unknown[] = []
  await runCollecting(
    context,
    { only: { sites: sites?.map(({ id }) => id) }, longestWait, onStep, onError: fault => faults.push(fault) },
    signal,
  )
  if (stderr.isTTY) stderr.write('\r\u001b[K')
  await raiseFlags(db)
  for (const line of await resultLines(db, began, windows)) say(line)
  if (faults.length > 0) throw faults[0]
}
const stepTitles: Record<Stepped['task'], string> = {
  window: 'список',
  card: 'карточка',
  text: 'текст',
  find: 'поиск переехавшей карточки',
}

const openAsked = async (
  db: Kysely<DB>,
  site: Site,
  { from, to = today(), codex, stage, article }: CollectOptions,
  searchUrls: SearchUrls,
): Promise<number[]> => {
  const days = { from: from ?? addDays(to, -usualDays), to }
  if (days.from > days.to) throw new Refusal('Начало срока позже его конца.')
  const types = codex === undefined ? ([1, 2] as const) : ([codex === 'koap' ? 1 : 2] as const)
  const stages = stage === undefined ? ([1, 2] as const) : ([stage === '1' ? 1 : 2] as const)
  const ids: number[] = []
  for (const type of types)
    for (const asked of stages)
      ids.push(
        ...(await openWindows(db, windowsOf(site, { type, stage: asked, article, ...days }, searchUrls), {
          why: 'command',
        })),
      )
  return ids
}

/** An ambiguous name is refused with a list of the courts, unless it is a host or a code. */
async function sitesOf(db: Kysely<DB>, names: readonly string[]): Promise<Site[]> {
  const found = await Promise.all(names.map(name => sitesNamed(db, name)))
  return names.flatMap((name, at) => {
    const sites = found[at] ?? []
    const titles = [...new Set(sites.map(({ title, host }) => `${title} (${host})`))]
    if (sites.length === 0)
      throw new Refusal(`Суда «${name}» с известным сайтом нет. Назовите его, код (ВНКОД) или адрес сайта.`)
    if (new Set(sites.map(({ court_id }) => court_id)).size > 1)
      throw new Refusal(`Судов «${name}» несколько:\n${titles.slice(0, 20).join('\n')}`)
    return sites
  })
}

async function resultLines(db: Kysely<DB>, began: Date, windows: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ fresh: number; changed: number; gone: number; asked: number }>`
    select count(*) filter (where k.created_at >= ${began}) as fresh,
      count(*) filter (where k.created_at < ${began} and k.changed_at >= ${began} and k.gone_at is null) as changed,
      count(*) filter (where k.gone_at >= ${began}) as gone,
      (select count(*) from court_request where asked_at >= ${began}) as asked
    from listed_case l join court_case k on k.id = l.case_id where k.changed_at >= ${began}`.execute(db)
  const { fresh = 0, changed = 0, gone = 0, asked = 0 } = rows[0] ?? {}
  const { rows: sums } = await sql<{ promised: number; held: number; open: number; failed: number; captcha: number }>`
    with recursive all_of as (
      select * from collect_window where id = any(${windows}::integer[])
      union all select w.* from collect_window w join all_of on w.parent_id = all_of.id
    )
    select coalesce(sum(promised) filter (where state in ('done', 'short')), 0) as promised,
      coalesce(sum((select count(*) from collect_window_row r where r.window_id = all_of.id))
        filter (where state in ('done', 'short')), 0) as held,
      count(*) filter (where state = 'open') as open, count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'captcha') as captcha
    from all_of`.execute(db)
  const { promised = 0, held = 0, open = 0, failed = 0, captcha = 0 } = sums[0] ?? {}
  const pictures = captcha > 0 ? (await pendingCaptchas(db)).map(({ host }) => host).join(', ') : ''
  return [
    `Новых: ${counted(fresh, caseForms)}, изменённых: ${showNumber(changed)}, исчезнувших: ${showNumber(gone)}; ${counted(asked, requestForms)}.`,
    ...(windows.length === 0 ? [] : [`Сайт обещал ${counted(promised, caseForms)}, показал ${showNumber(held)}.`]),
    ...(captcha > 0 ? [`Ждут проверочного кода: ${pictures}.`] : []),
    ...(open + failed > 0
      ? [`Не получилось спросить: поисков — ${showNumber(open + failed)}; причины — в таблице collect_window.`]
      : []),
  ]
}

async function replayCommand(db: Kysely<DB>, from: string | true, told: Told, say: (line: string) => void) {
  const { stderr = process.stderr } = told
  const source = from === true ? keptSource(db) : await folderSource(from)
  const threads = readingThreads(await readCourtTable(db))
  const progress = progressLine(stderr)
  const onPage = (read: ReplaySummary): void =>
    progress.show(passed => `Прочитано: ${counted(read.pages, pageForms)}, ${perSecond(read, passed)}`)
  try {
    const summary = await replay(db, source, { ...threads, onPage })
    progress.end()
    for (const line of replayLines(summary, progress.passed())) say(line)
  } finally {
    await threads.stop()
  }
}

const perSecond = ({ pages }: ReplaySummary, milliseconds: number): string =>
  `${showNumber(Math.round((pages * 10_000) / Math.max(milliseconds, 1)) / 10)} в секунду`

function replayLines(summary: ReplaySummary, milliseconds: number): string[] {
  const { outcomes } = summary
  const memory = Math.round(process.resourceUsage().maxRSS / 1024)
  return [
    `Прочитано: ${counted(summary.pages, pageForms)} за ${showNumber(Math.round(milliseconds / 100) / 10)}\u00a0с (${perSecond(summary, milliseconds)}), памяти до ${showNumber(memory)}\u00a0МБ.`,
    ...[...summary.kinds]
      .sort(([, left], [, right]) => right - left)
      .map(([kind, count]) => `  ${kindTitle(kind)}: ${showNumber(count)}`),
    `Новых: ${counted(outcomes.new, caseForms)}, изменённых: ${showNumber(outcomes.changed)}, без изменений: ${showNumber(outcomes.same)}, отвергнуто: ${showNumber(outcomes.refused)}. Строк в списках: ${showNumber(summary.rows)}.`,
    ...[...summary.notes].map(([code, count]) => `  не понято (${code}): ${showNumber(count)}`),
    ...summary.reasons.map(reason => `  отвергнуто: ${reason}`),
  ]
}
const kindTitle = (kind: PageKind): string => pageKinds[kind]
