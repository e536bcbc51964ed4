import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import type { OutsideLinks } from '#shared/api/directories.ts'
import type { CopyNow, CopyOn } from '../cases/engine/engine.ts'
import type { DB } from '../db/schema.ts'
import type { Telegram } from '../messenger/telegram.ts'
import type { NetworkGuard } from '../outgoing/guarded-request.ts'
import type { ObjectStore } from '../outgoing/object-store.ts'

export type Letter = {
  to: string
  subject: string
  text: string
  html?: string
  /** `<…@…>`: the same on retries. */
  messageId?: string
  headers?: Readonly<Record<string, string>>
}
export type Mailer = {
  send: (letter: Letter) => void
  /** Resolves when the mail server has accepted it, and throws otherwise. */
  deliver: (letter: Letter) => Promise<void>
  /** Waits for letters being sent. */
  close: () => Promise<void>
}

/**
 * `publicUrl`: the external address, if known; `exportDirectLimit`: the maximum number of cases in a direct download.
 */
export type FeatureOptions = {
  db: Kysely<DB>
  /** Runs work on a standby: for reads without locks that may be repeated (server/db/standbys.ts). */
  reading: <T>(work: (db: Kysely<DB>) => Promise<T>) => Promise<T>
  copy?: CopyNow | undefined
  copyOn?: CopyOn | undefined
  /** Resolves when the copy has everything committed by now. */
  copyCaughtUp?: (() => Promise<void>) | undefined
  /** Absent when the copy is switched off. */
  copyState?: (() => CopyState) | undefined
  publicUrl: string | undefined
  mailer?: Mailer | undefined
  exportDirectLimit?: number | undefined
  /** Where files of exports lie besides the database. */
  exportStore?: ObjectStore | undefined
  links?: OutsideLinks | undefined
  /** Superusers need a code in addition to the password. */
  superuserSecondFactor?: boolean | undefined
  hasBot: boolean
  /** Absent: chats are not checked before an export is promised to them. */
  reachChat?: Telegram['reach'] | undefined
  dataDir: string
  /** Milliseconds after which a stalled download is ended. */
  downloadStall?: number | undefined
  /** Bytes to keep free on the disk. */
  diskReserve: number
  /** Absent: no address of internal networks may be called. */
  outgoing?: OutgoingLimits | undefined
  /** Absent: evidence packages have no timestamps. */
  timestamping?: Timestamping | undefined
  /** The page that verifies evidence packages; absent: the default path of the build. */
  verifierPath?: string | undefined
}

export type FeatureRoutes = FastifyPluginAsyncZod<FeatureOptions>

/** `lag`: seconds behind PostgreSQL, at most; null when there is no copy. */
export type CopyState = { state: 'loading' | 'ready' | 'away'; lag: number | null }

/** `timeout`: milliseconds for the whole call. */
export type OutgoingLimits = NetworkGuard & { timeout?: number }

/** Timestamp servers (`TSA_URL`, `OTS_CALENDAR`) and the internal networks they may be in. `timeout`: milliseconds. */
export type Timestamping = { url: string; guard?: NetworkGuard; timeout?: number }
