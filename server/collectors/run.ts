import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { askCard, askText, putOff } from './ask-card.ts'
import { askWindow } from './ask-window.ts'
import type { Page, PageReading } from './collector.ts'
import { type FetchOptions, fetchPageWith } from './fetch-page.ts'
import type { Crew } from './fetch-politely.ts'
import { findMoved } from './find-moved.ts'
import { cancelTurn, type HeldTurn, takeTurn } from './host-turn.ts'
import { type Manners, manners } from './manners.ts'
import { leaveTask, nextHost, nextMoment, nextTask, type Only, type Task } from './next-task.ts'
import { adapters } from './parse.ts'
import { readAnswer } from './read-answer.ts'
import { courtDirectory, readCourtTable } from './sites.ts'
import { putOff as putOffWindow } from './windows.ts'

/**
 * The runner: takes what is due, one request at a time a host, several hosts at once, until nothing is left or it is told to
 * stop. Any number of processes run it beside each other; each step is whole in the database, so that whoever is killed
 * leaves at most one request to be repeated.
 */
export type RunOptions = {
  only?: Only | undefined
  /** Hosts asked at a time by this process. */
  lanes?: number
  /** Not to wait longer than this for the next thing to ask, in milliseconds; absent: till nothing is left. */
  patience?: number
  onStep?: (step: Stepped) => void
  onError: (error: unknown) => void
}
export type Stepped = { host: string; task: 'window' | 'card' | 'text' | 'find' }

export async function makeCrew(
  db: Kysely<DB>,
  { rules = manners, ...fetching }: FetchOptions & { rules?: Manners } = {},
): Promise<Crew> {
  const courts = courtDirectory(await readCourtTable(db))
  const read = async (page: Page): Promise<PageReading> => {
    const { layout, ...asItIs } = page
    const reading = await readAnswer(asItIs, courts)
    // By its own marks first, so that a site which has changed is seen to have changed.
    return reading.kind === 'unknown' && layout !== undefined ? readAnswer(page, courts) : reading
  }
  return {
    db,
    fetchPage: fetchPageWith(fetching),
    read,
    searchUrls: (layout, search) => adapters.find(one => one.layout === layout)?.searchUrls(search) ?? [],
    rules,
  }
}

const anyLanes = 4
/** Others may bring new work at any moment: nobody looks away for longer than this part of a gap. */
const lookAgain = 1 / 3
const shortest = 10

export async function runCollecting(crew: Crew, options: RunOptions, signal: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>()
  try {
    while (!signal.aborted) {
      if (running.size >= (options.lanes ?? anyLanes)) {
        await Promise.race(running)
        continue
      }
      // What ends while we look may have brought more: only who was alone all the time can say that nothing is left.
      const isAlone = running.size === 0
      const next = await begin(crew, options, signal)
      if (next?.work !== undefined) {
        const work = next.work.catch(options.onError).finally(() => running.delete(work))
        running.add(work)
        continue
      }
      const at = next?.until ?? (await nextMoment(crew.db, options.only ?? {}))
      const rest = at === undefined ? undefined : at.getTime() - Date.now()
      const isOver = rest === undefined || (options.patience !== undefined && rest > options.patience)
      if (isOver && isAlone) return
      await Promise.race([...running, restFor(crew, rest ?? crew.rules.gap, signal)])
    }
  } catch (error) {
    // Of the database, not of a page.
    if (!signal.aborted) options.onError(error)
  } finally {
    await Promise.all(running)
  }
}

/** The next task of a host whose turn it is, begun; or when to look again, when that is known. */
async function begin(
  crew: Crew,
  options: RunOptions,
  signal: AbortSignal,
): Promise<{ work?: Promise<void>; until?: Date } | undefined> {
  const { db, rules } = crew
  const only = options.only ?? {}
  const ready = await nextHost(db, only)
  if (ready === undefined) return undefined
  const turn = await takeTurn(db, { ...ready, url: '' }, rules)
  // For the platform's sake, or because another worker was quicker.
  if (!('held' in turn)) return { until: turn.refused.calm ? new Date() : turn.refused.until }
  const task = await nextTask(db, turn.held.host, { only, lease: rules.longestRequest })
  if (task !== undefined) return { work: doTask(crew, turn.held, task, options, signal) }
  await cancelTurn(db, turn.held)
  return { until: new Date() }
}

async function doTask(
  crew: Crew,
  held: HeldTurn,
  task: Task,
  { onStep }: RunOptions,
  signal: AbortSignal,
): Promise<void> {
  const { db, rules } = crew
  try {
    await askTask(crew, held, task, signal)
  } catch (error) {
    await putAside(crew, task, error)
    throw error
  } finally {
    await leaveTask(db, task)
    // Whatever was forgotten above; a turn that was given back is not given back twice.
    await sql`
      update court_host set busy_until = '-infinity', next_at = greatest(next_at, clock_timestamp()
        + interval '1 millisecond' * ${rules.gap}::float8)
      from court_request r
      where r.id = ${held.id} and r.answered_at is null and court_host.host = ${held.host}`.execute(db)
  }
  onStep?.({ host: held.host, task: task.kind === 'window' ? 'window' : task.listed.task })
}

const restFor = ({ rules }: Crew, milliseconds: number, signal: AbortSignal): Promise<void> =>
  pause(Math.max(Math.min(milliseconds, rules.gap * lookAgain), shortest), undefined, { signal }).catch(() => undefined)

function askTask(crew: Crew, held: HeldTurn, task: Task, signal: AbortSignal): Promise<void> {
  if (task.kind === 'window') return askWindow(crew, held, task.site, task.window, signal)
  return listedTasks[task.listed.task](crew, held, task.site, task.listed, signal)
}
const listedTasks = { card: askCard, text: askText, find: findMoved } as const

/** What cannot be done does not stand in the way of the rest: it comes again after its pause. */
async function putAside({ db, rules }: Crew, task: Task, error: unknown): Promise<void> {
  const reason = `Сбой: ${error instanceof Error ? error.message : String(error)}`
  if (task.kind === 'window') await putOffWindow(db, task.window, reason, rules)
  else await putOff(db, task.listed, reason, rules)
}
