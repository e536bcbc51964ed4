import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { askCard, askText, putOff } from './ask-card.ts'
import { askWindow } from './ask-window.ts'
import type { Page, PageReading } from './collector.ts'
import { type FetchOptions, fetchPageWith } from './fetch-page.ts'
import type { Crew } from './fetch-politely.ts'
import { findMoved } from './find-moved.ts'
import { cancelTurn, takeTurn } from './host-turn.ts'
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
const shortest = 20

export async function runCollecting(crew: Crew, options: RunOptions, signal: AbortSignal): Promise<void> {
  const lanes = Array.from({ length: options.lanes ?? anyLanes }, () => runLane(crew, options, signal))
  await Promise.all(lanes)
}

async function runLane(crew: Crew, options: RunOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let stepped: boolean
    try {
      stepped = await takeStep(crew, options, signal)
    } catch (error) {
      // A fault of ours, or of the database: the host is freed by its lease, and others go on.
      options.onError(error)
      stepped = false
    }
    if (stepped) continue
    const at = await nextMoment(crew.db, options.only ?? {})
    if (at === undefined) return
    const rest = at.getTime() - Date.now()
    if (options.patience !== undefined && rest > options.patience) return
    await restFor(crew, rest, signal)
  }
}

const restFor = ({ rules }: Crew, milliseconds: number, signal: AbortSignal): Promise<void> =>
  pause(Math.max(Math.min(milliseconds, rules.gap * lookAgain), shortest), undefined, { signal }).catch(() => undefined)

/** One task of one host, if there is one whose turn it is. */
export async function takeStep(crew: Crew, options: RunOptions, signal: AbortSignal): Promise<boolean> {
  const { db, rules } = crew
  const ready = await nextHost(db, options.only ?? {})
  if (ready === undefined) return false
  const turn = await takeTurn(db, { ...ready, url: '' }, rules)
  if (!('held' in turn)) {
    // Refused for the platform's sake or because another was quicker: a moment later the queue looks different.
    await restFor(crew, turn.refused.calm ? 0 : turn.refused.until.getTime() - Date.now(), signal)
    return true
  }
  const { held } = turn
  const task = await nextTask(db, held.host, { only: options.only ?? {}, lease: rules.longestRequest })
  if (task === undefined) {
    await cancelTurn(db, held)
    return true
  }
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
  options.onStep?.({
    host: held.host,
    task: task.kind === 'window' ? 'window' : task.listed.task,
  })
  return true
}

function askTask(crew: Crew, held: Parameters<typeof askCard>[1], task: Task, signal: AbortSignal): Promise<void> {
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
