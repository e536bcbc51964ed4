import type { Kysely } from 'kysely'
import type { OutsideLinks } from '#shared/api/directories.ts'
import type { CopyNow } from '../cases/engine/engine.ts'
import type { DB } from '../db/schema.ts'

/** Letters to people. Sending neither delays nor fails what it is told about. */
export type Letter = {
  to: string
  subject: string
  text: string
  html?: string
  /** `<…@…>`: the same letter sent twice has the same. */
  messageId?: string
  headers?: Readonly<Record<string, string>>
}
export type Mailer = {
  send: (letter: Letter) => void
  /** Resolves when the mail server has taken it. @throws when it has not */
  deliver: (letter: Letter) => Promise<void>
  /** When what was given to it has been sent, or has failed. */
  close: () => Promise<void>
}

/**
 * What every feature's routes are given. `publicUrl`: where the product is reached from outside, when it is known;
 * `mailer`: absent where no mail is set up; `exportDirectLimit`: up to how many cases a file is offered by a link;
 * `hasBot`: whether there is a bot to send by; `dataDir`: where files are kept.
 */
export type FeatureOptions = {
  db: Kysely<DB>
  /** What counts and orders cases faster than the database, while it is there (server/cases/reading.ts). */
  copy?: CopyNow | undefined
  /** Absent: there is to be no copy. */
  copyState?: (() => CopyState) | undefined
  publicUrl: string | undefined
  mailer?: Mailer | undefined
  exportDirectLimit?: number | undefined
  /** Pages of others that the product leads to. */
  links?: OutsideLinks | undefined
  hasBot: boolean
  dataDir: string
  /** What of inner networks may be called for people who write an address; absent: nothing. */
  outskirts?: Outskirts | undefined
}

/** How the copy of this process is doing; `lag`: seconds since PostgreSQL was as it is, at most; null: there is none. */
export type CopyState = { state: 'loading' | 'ready' | 'away'; lag: number | null }

/** Limits of calling addresses that people wrote. `inner`: networks of the operator's own; `resolve`: how names are found. */
export type Outskirts = {
  inner?: readonly string[]
  resolve?: (hostname: string) => Promise<readonly string[]>
  /** Milliseconds. */
  longest?: number
}
