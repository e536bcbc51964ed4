import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely } from 'kysely'
import pg from 'pg'
import { databaseTrouble } from '../db/database-trouble.ts'
import type { DB } from '../db/schema.ts'
import type { CopyState } from '../http/feature.ts'
import { type Checkpoint, registerCopy, registerSeeded } from './checkpoint.ts'
import { type CopyFile, openCopyFile, seedName } from './copy-file.ts'
import { copyMemory } from './copy-memory.ts'
import { duckdbDialect } from './duckdb-dialect.ts'
import { CopyOutdated, catchUp, resume, tellCheckpoint } from './follow.ts'
import { KeptAnswers } from './kept-answers.ts'
import { load } from './load.ts'
import { Poller } from './poller.ts'
import { copySource, releaseLoadLock, sourceSettings, tryLoadLock } from './source.ts'

/**
 * The columnar copy of a process (design §1, §12): loaded from PostgreSQL, then kept up to date. To be read through
 * `reader()`, asked each time: it returns undefined while the copy is not fresh, and PostgreSQL answers instead.
 */
export type ReplicaOptions = {
  url: string
  /** For copies only: unusable files in it are removed. */
  folder: string
  /** Percent of the memory of the machine or its container, for this copy and those of past days (copy-memory.ts). */
  memoryShare: number
  threads?: number
  /** Concurrent queries: each occupies one of Node's four threads while it runs. */
  connections?: number
  onError?: (error: unknown) => void
}
export type Replica = ReturnType<typeof openReplica>

/** PostgreSQL notifies of writes, but a notification may be lost. */
const pollInterval = 5_000
const maxLagSeconds = 15
/** Writes come in bursts, which are applied together. */
const debounce = 30
const maxDebounce = 500
const maxBackoff = 60_000
const closeTimeoutMs = 1_000
/** Used while another node is loading a copy. */
const lockRetryMs = 500
/** Consecutive failures after which the file is discarded. */
const maxFailures = 3

export function openReplica(options: ReplicaOptions) {
  const { url, folder, threads = availableParallelism(), connections = 3 } = options
  const memoryLimit = copyMemory(options.memoryShare).now
  const onError = options.onError ?? (() => undefined)
  mkdirSync(folder, { recursive: true })
  const poller = new Poller()
  const answers = new KeptAnswers()
  let open: Open | undefined
  let seenAt: number | undefined
  let stopping = false
  /** Whether writes were notified since the last poll began, and whether the running poll has yet to apply some. */
  let [isNotified, isApplying] = [false, false]
  let interrupt = (): void => undefined

  const lag = (): number | null => (seenAt === undefined ? null : (performance.now() - seenAt) / 1000)
  const isFresh = (): boolean => (lag() ?? Number.POSITIVE_INFINITY) <= maxLagSeconds

  const close = async (discard: boolean): Promise<void> => {
    const closing = open
    open = undefined
    seenAt = undefined
    answers.beginChange()
    if (closing === undefined) return
    await closing.db.destroy()
    if (discard) closing.file.remove()
    else closing.file.close()
  }

  const openOrLoad = async (source: pg.Client): Promise<Open> => {
    const file = await openCopyFile(folder, { memoryLimit, threads })
    interrupt = () => {
      file.copy.interrupt()
      void source.end().catch(() => undefined)
    }
    try {
      const checkpoint = file.isSeed
        ? await registerSeed(source, file)
        : (file.checkpoint ?? (await loadUnderLock(source, file)))
      const made: Open = { file, checkpoint, db: readers(file, broken => (made.broken = broken)), broken: undefined }
      const replication = { source, copy: file.copy, folder: file.folder, checkpoint }
      if (checkpoint === file.checkpoint) await resume(replication)
      await tellCheckpoint(replication)
      answers.endChange()
      return made
    } catch (error) {
      // A complete copy is kept when only PostgreSQL has failed.
      if (file.checkpoint === undefined || !isSourceFailure(error)) file.remove()
      else file.close()
      throw error
    }
  }
  const loadUnderLock = async (source: pg.Client, file: CopyFile): Promise<Checkpoint> => {
    while (!(await tryLoadLock(source))) await pause(lockRetryMs)
    const checkpoint = await load(source, file.copy, file.folder, await registerCopy(source))
    await releaseLoadLock(source)
    return checkpoint
  }
  const readers = (file: CopyFile, onBroken: (error: unknown) => void): Kysely<DB> =>
    new Kysely<DB>({
      dialect: duckdbDialect(file.instance, {
        connections,
        answers,
        onBroken: error => {
          onBroken(error)
          poller.wake()
        },
      }),
    })

  const follow = async (): Promise<void> => {
    const source = copySource(url, 'replica', () => poller.wake())
    try {
      await source.connect()
      await source.query(`${sourceSettings}; listen case_write`)
      source.on('notification', () => {
        isNotified = true
        poller.wake()
      })
      const isOpen = open !== undefined
      open ??= await openOrLoad(source)
      if (stopping) return
      const { file, checkpoint } = open
      const replication = { source, copy: file.copy, folder: file.folder, checkpoint, answers }
      if (isOpen) await resume(replication)
      const progress = { polled: 0, announced: Date.now(), pruned: 0, clustered: 0 }
      while (!stopping) {
        if (open.broken !== undefined) throw open.broken
        const began = performance.now()
        const waiterCount = poller.begin()
        ;[isApplying, isNotified] = [isApplying || isNotified, false]
        await catchUp(replication, progress)
        isApplying = false
        seenAt = began
        poller.end(waiterCount)
        await poller.sleep(Math.min(maxDebounce, debounce + (performance.now() - began)), pollInterval)
      }
    } finally {
      // With a frozen PostgreSQL this would never end.
      await Promise.race([source.end().catch(() => undefined), pause(closeTimeoutMs, undefined, { ref: false })])
    }
  }

  const loaded = poller.next()
  const running = (async () => {
    for (let failures = 0; !stopping; ) {
      try {
        await follow()
      } catch (error) {
        if (stopping) break
        if (isFresh()) failures = 0
        if (!isSourceFailure(error)) await close(error instanceof CopyOutdated || failures >= maxFailures)
        if (!(error instanceof CopyOutdated) || error instanceof UnusableSeed) onError(error)
        if (error instanceof CopyOutdated && failures++ === 0) continue
        await poller.sleep(0, Math.min(maxBackoff, 500 * 2 ** failures++))
      }
    }
    await close(false)
  })()

  return {
    answers,
    reader: () => (open !== undefined && open.broken === undefined && isFresh() ? open.db : undefined),
    /** `away`: the lag exceeds `maxLagSeconds`. */
    state: (): CopyState => ({ state: seenAt === undefined ? 'loading' : isFresh() ? 'ready' : 'away', lag: lag() }),
    /** Whether something has been written that cannot be read yet. */
    isBehind: () => isNotified || isApplying,
    /** Resolves when the copy can be read for the first time. */
    loaded,
    /** Resolves when everything committed by now can be read. */
    caughtUp: () => poller.next(),
    stop: async () => {
      stopping = true
      poller.wake()
      interrupt()
      await running
    },
  }
}

/** Reported, since an operator has put the file there. */
class UnusableSeed extends CopyOutdated {}

/** Takes over a file that another node has loaded. */
async function registerSeed(source: pg.Client, { checkpoint: seed }: CopyFile): Promise<Checkpoint> {
  if (seed === undefined)
    throw new UnusableSeed(`${seedName} не подошёл: он другой версии или повреждён. Копия загружается из базы.`)
  const checkpoint = await registerSeeded(source, seed)
  if (checkpoint === undefined)
    throw new UnusableSeed(
      `${seedName} не подошёл: он из другой базы или старше двух часов, и записанное с тех пор уже не хранится. Копия загружается из базы.`,
    )
  return checkpoint
}

type Open = { file: CopyFile; checkpoint: Checkpoint; db: Kysely<DB>; broken: unknown }

/** Whether PostgreSQL failed, not the copy. */
const isSourceFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ||
  databaseTrouble(error) === 'away' ||
  (error instanceof Error && !/^[\w ]+ Error: /.test(error.message) && /closed/.test(error.message))
