import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { connect } from './connect.ts'
import { databaseTrouble, withTimeout } from './database-trouble.ts'
import {
  checkMarks,
  markForAccount,
  markIfStandbysExist,
  type RequiredMarks,
  requiredMarks,
  writeHeartbeat,
} from './freshness.ts'
import type { DB } from './schema.ts'

/**
 * The only access to standbys (DATABASE_READ_URL, decision 0129). Work that only reads, takes no locks and may be repeated runs on a standby that
 * shows everything the account must see, else on the primary. Work that fails on a standby is repeated on the primary.
 */
export type Standbys = {
  /** `account`: whose own writes must be visible; undefined: the primary is used. */
  read<T>(account: number | undefined, work: (db: Kysely<DB>) => Promise<T>): Promise<T>
  /** Never fails, and is time-limited: until the mark is written this node reads for the account from the primary. */
  noteWrite(account: number): Promise<void>
  states(): Promise<StandbyState[]>
  /** Per standby, since the start. */
  counts(): readonly Readonly<Record<Outcome, number>>[]
  close(): Promise<void>
}
/** `lag`: seconds; null: unknown. */
export type StandbyState = { state: 'serving' | 'late' | 'away'; lag: number | null }
/** `failed`: the standby failed and the primary answered. */
type Outcome = 'answered' | 'late' | 'away' | 'failed'

type Standby = {
  db: Kysely<DB>
  /** Freshness checks must not wait for queries in the pool. */
  looks: Kysely<DB>
  awayUntil: number
  counts: Record<Outcome, number>
}

const failed = Promise.resolve()
/** Seconds. */
const mostLag = 5
/**
 * Milliseconds: limit of a freshness check; pause before an unreachable standby is tried again; limit for writing a mark before the answer is sent.
 */
const [longestLook, longestAway, longestMark] = [500, 5_000, 2_000]
/** Milliseconds to wait on close for a frozen standby. */
const closeTimeoutMs = 5_000

/** Without `urls` everything is read from the primary; writes are marked for nodes with standbys. */
export function openStandbys(
  primary: Kysely<DB>,
  urls: readonly string[],
  { bound = mostLag, rest = longestAway }: { bound?: number; rest?: number } = {},
): Standbys {
  const all = urls.map(
    (url): Standby => ({
      db: connect(url),
      looks: connect(url, { max: 2 }),
      awayUntil: 0,
      counts: { answered: 0, late: 0, away: 0, failed: 0 },
    }),
  )
  const leave = (standby: Standby): void => {
    standby.awayUntil = performance.now() + rest
  }
  const look = async (standby: Standby, wanted: RequiredMarks): Promise<StandbyState> => {
    if (performance.now() < standby.awayUntil) return { state: 'away', lag: null }
    try {
      const { lag, hasAll } = await withTimeout(longestLook, checkMarks(standby.looks, wanted))
      return { state: hasAll && lag !== null && lag <= bound ? 'serving' : 'late', lag }
    } catch {
      leave(standby)
      return { state: 'away', lag: null }
    }
  }
  // Reads go on when the primary refuses writes or waits for a synchronous standby.
  let isBeating = false
  const beat = async (): Promise<void> => {
    if (isBeating) return
    isBeating = true
    await writeHeartbeat(primary).catch(() => undefined)
    isBeating = false
  }
  const wantedNow = async (account: number | undefined): Promise<RequiredMarks> => {
    const { wanted, isBeatDue } = await requiredMarks(primary, account)
    if (isBeatDue) void beat()
    return wanted
  }
  const mark = all.length > 0 ? markForAccount : markIfStandbysExist
  /** Accounts whose latest write has no mark yet. */
  const unmarked = new Map<number, Promise<void>>()
  const markLater = (account: number): Promise<void> => {
    const marking = mark(primary, account).then(
      () => {
        if (unmarked.get(account) === marking) unmarked.delete(account)
      },
      () => {
        // Retried on the next request of the account, also without standbys here, since other nodes may read from one.
        if (unmarked.get(account) === marking) unmarked.set(account, failed)
      },
    )
    unmarked.set(account, marking)
    return marking
  }
  const standbyFor = async (account: number): Promise<Standby | undefined> => {
    if (unmarked.has(account)) return undefined
    const wanted = await wantedNow(account)
    // Each account prefers one standby.
    const first = account % all.length
    for (const standby of [...all.slice(first), ...all.slice(0, first)]) {
      const { state } = await look(standby, wanted)
      if (state === 'serving') return standby
      standby.counts[state] += 1
    }
    return undefined
  }
  return {
    read: async (account, work) => {
      if (account !== undefined && unmarked.get(account) === failed) void markLater(account)
      const standby =
        account === undefined || all.length === 0 ? undefined : await standbyFor(account).catch(() => undefined)
      if (standby === undefined) return work(primary)
      try {
        const answer = await work(standby.db)
        standby.counts.answered += 1
        return answer
      } catch (error) {
        if (isMissing(error)) return work(primary)
        if (!isOfServer(error)) throw error
        standby.counts.failed += 1
        if (isGone(error)) leave(standby)
        return work(primary)
      }
    },
    noteWrite: account => withTimeout(longestMark, markLater(account)).catch(() => undefined),
    states: async () => {
      const wanted = await wantedNow(undefined)
      return Promise.all(all.map(standby => look(standby, wanted)))
    },
    counts: () => all.map(({ counts }) => counts),
    close: async () => {
      const closing = Promise.all(all.flatMap(({ db, looks }) => [db.destroy(), looks.destroy()]))
      await Promise.race([closing, pause(closeTimeoutMs, undefined, { ref: false })])
    },
  }
}

/**
 * Errors after which another server may answer: this one is gone, cancelled the query because of replay, is out of connections, or lacks a table or
 * column of the newest version. Not included: what would bring down the primary as well (memory, disk), and faults of the query.
 */
const ofServer = /^(?:08...|25006|40001|40P01|42P01|42703|42883|53300|57P0[13])$/
const isOfServer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ? ofServer.test(error.code ?? '') : databaseTrouble(error) === 'away'

/** Lists and messages made on the primary may refer to rows that a standby does not have yet. */
const isMissing = (error: unknown): boolean => error instanceof Error && 'status' in error && error.status === 404

/** A cancelled query says nothing about the next one. */
const isGone = (error: unknown): boolean =>
  databaseTrouble(error) === 'away' && !(error instanceof pg.DatabaseError && error.code === '25006')
