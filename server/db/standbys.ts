import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { connect } from './connect.ts'
import { answerSoon, databaseTrouble } from './database-trouble.ts'
import { markForAccount, markForOthers, shownBy, type WantedMarks, wantedBy, writeBeat } from './freshness.ts'
import type { DB } from './schema.ts'

/**
 * The one door to standbys (DATABASE_READ_URL, decision 0129). What only reads, takes no locks and may be done twice is handed over as work, which is given the
 * database to ask: a standby that shows all that the asker has to see, else the primary. What fails on a standby is done once more on the primary.
 */
export type Standbys = {
  /** `account`: whose own writes have to be seen; undefined: nobody is known, and the primary answers. */
  read<T>(account: number | undefined, work: (db: Kysely<DB>) => Promise<T>): Promise<T>
  /** Never fails, and is over soon: until the mark is written the account reads from the primary, on this node. */
  noteWrite(account: number): Promise<void>
  states(): Promise<StandbyState[]>
  /** Of each standby, since the start. */
  counts(): readonly Readonly<Record<Outcome, number>>[]
  close(): Promise<void>
}
/** `lag`: seconds; null: unknown. */
export type StandbyState = { state: 'serving' | 'late' | 'away'; lag: number | null }
/** `failed`: asked, and the primary answered in its place. */
type Outcome = 'answered' | 'late' | 'away' | 'failed'

type Standby = {
  db: Kysely<DB>
  /** Looks do not wait for what is read. */
  looks: Kysely<DB>
  awayUntil: number
  counts: Record<Outcome, number>
}

const failed = Promise.resolve()
/** Seconds. */
const mostLag = 5
/** Milliseconds that a standby may take to tell how fresh it is; those in which one that is away is not asked again; those that an answer waits for its mark. */
const [longestLook, longestAway, longestMark] = [500, 5_000, 2_000]
/** Milliseconds that a frozen one is waited for at the end. */
const longestGoodbye = 5_000

/** Without `urls` everything is read from the primary; what is written is noted for nodes that read elsewhere. */
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
  const look = async (standby: Standby, wanted: WantedMarks): Promise<StandbyState> => {
    if (performance.now() < standby.awayUntil) return { state: 'away', lag: null }
    try {
      const { lag, hasAll } = await answerSoon(longestLook, shownBy(standby.looks, wanted))
      return { state: hasAll && lag !== null && lag <= bound ? 'serving' : 'late', lag }
    } catch {
      leave(standby)
      return { state: 'away', lag: null }
    }
  }
  // A primary that takes no writes, or waits for a standby to confirm them, goes on answering what only reads.
  let isBeating = false
  const beat = async (): Promise<void> => {
    if (isBeating) return
    isBeating = true
    await writeBeat(primary).catch(() => undefined)
    isBeating = false
  }
  const wantedNow = async (account: number | undefined): Promise<WantedMarks> => {
    const { wanted, isBeatDue } = await wantedBy(primary, account)
    if (isBeatDue) void beat()
    return wanted
  }
  const mark = all.length > 0 ? markForAccount : markForOthers
  /** Accounts whose latest write no mark tells yet. */
  const unmarked = new Map<number, Promise<void>>()
  const markLater = (account: number): Promise<void> => {
    const marking = mark(primary, account).then(
      () => {
        if (unmarked.get(account) === marking) unmarked.delete(account)
      },
      () => {
        // Tried again when the account asks next, on a node without standbys too: others read from one.
        if (unmarked.get(account) === marking) unmarked.set(account, failed)
      },
    )
    unmarked.set(account, marking)
    return marking
  }
  const standbyFor = async (account: number): Promise<Standby | undefined> => {
    if (unmarked.has(account)) return undefined
    const wanted = await wantedNow(account)
    // An account keeps to one of them.
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
    noteWrite: account => answerSoon(longestMark, markLater(account)).catch(() => undefined),
    states: async () => {
      const wanted = await wantedNow(undefined)
      return Promise.all(all.map(standby => look(standby, wanted)))
    },
    counts: () => all.map(({ counts }) => counts),
    close: async () => {
      const closing = Promise.all(all.flatMap(({ db, looks }) => [db.destroy(), looks.destroy()]))
      await Promise.race([closing, pause(longestGoodbye, undefined, { ref: false })])
    },
  }
}

/**
 * What another server may answer: this one is gone, ended the query for the sake of replaying, takes no more connections, lacks a table or a column of the newest
 * version. Not: what would bring down the primary as well (memory, disk), a fault of the query.
 */
const ofServer = /^(?:08...|25006|40001|40P01|42P01|42703|42883|53300|57P0[13])$/
const isOfServer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ? ofServer.test(error.code ?? '') : databaseTrouble(error) === 'away'

/** Lists and messages that the primary made may lead to what a standby does not have yet. */
const isMissing = (error: unknown): boolean => error instanceof Error && 'status' in error && error.status === 404

/** A cancelled query says nothing of the next one. */
const isGone = (error: unknown): boolean =>
  databaseTrouble(error) === 'away' && !(error instanceof pg.DatabaseError && error.code === '25006')
