import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import type { OutsideLinks } from '#shared/api/directories.ts'
import type { CopyNow, CopyOn } from '../cases/engine/engine.ts'
import type { DB } from '../db/schema.ts'
import type { Telegram } from '../messenger/telegram.ts'
import type { NetworkGuard } from '../outgoing/guarded-request.ts'

export type Letter = {
  to: string
  subject: string
  text: string
  html?: string
  /** `<…@…>`: stable over retries. */
  messageId?: string
  headers?: Readonly<Record<string, string>>
}
export type Mailer = {
  send: (letter: Letter) => void
  /** Resolves when the mail server has taken it. @throws otherwise */
  deliver: (letter: Letter) => Promise<void>
  /** Waits for what is being sent. */
  close: () => Promise<void>
}

/** `publicUrl`: the outside address, when known; `exportDirectLimit`: how many cases a direct file may hold. */
export type FeatureOptions = {
  db: Kysely<DB>
  /** The door to standbys: for what only reads, takes no locks and may be done twice (server/db/standbys.ts). */
  reading: <T>(work: (db: Kysely<DB>) => Promise<T>) => Promise<T>
  copy?: CopyNow | undefined
  copyOn?: CopyOn | undefined
  /** Resolves when all that is committed by now can be read in the copy. */
  copyCaughtUp?: (() => Promise<void>) | undefined
  /** Absent: the copy is switched off. */
  copyState?: (() => CopyState) | undefined
  publicUrl: string | undefined
  mailer?: Mailer | undefined
  exportDirectLimit?: number | undefined
  links?: OutsideLinks | undefined
  /** Superusers need a code besides the password. */
  superuserSecondFactor?: boolean | undefined
  hasBot: boolean
  /** Absent: chats are not asked before something is promised to them. */
  reachChat?: Telegram['reach'] | undefined
  dataDir: string
  /** Milliseconds after which a download that nobody takes is ended. */
  downloadStall?: number | undefined
  /** Bytes that ought to stay free on its disk. */
  diskReserve: number
  /** Absent: nothing of inner networks may be called. */
  outgoing?: OutgoingLimits | undefined
  /** Absent: packages of evidence have no timestamps. */
  timestamping?: Timestamping | undefined
  /** The page that verifies packages of evidence; absent: where the build puts it. */
  verifierPath?: string | undefined
}

export type FeatureRoutes = FastifyPluginAsyncZod<FeatureOptions>

/** `lag`: seconds behind PostgreSQL, at most; null: there is no copy. */
export type CopyState = { state: 'loading' | 'ready' | 'away'; lag: number | null }

/** `timeout`: milliseconds for the whole call. */
export type OutgoingLimits = NetworkGuard & { timeout?: number }

/** Who is asked for timestamps (`TSA_URL`, `OTS_CALENDAR`), and what of inner networks may be called. `timeout`: milliseconds. */
export type Timestamping = { url: string; guard?: NetworkGuard; timeout?: number }
