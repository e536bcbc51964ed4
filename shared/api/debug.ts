import { z } from 'zod'

/** What superusers are told about the state of the whole product (§3 debug stats). Instants ISO 8601, sizes in bytes. */
const count = z.number().int()
const instant = z.string()

export const debugCounts = z.object({
  courts_all_count: count,
  cases_all_count: count,
  /** Courts whose site was not read as it should be when it was asked last. */
  courts_errors_count: count,
  cases_first_instance: count,
  cases_second_instance: count,
  /** Reviews to which no case of the first instance is linked. */
  cases_without_first_instance: count,
  cases_without_defendants: count,
  /** Somebody is named and not said in what role. */
  cases_with_unknown_roles: count,
  cases_without_articles: count,
  cases_without_events: count,
})
export type DebugCounts = z.infer<typeof debugCounts>

export const queueState = z.object({
  name: z.string(),
  waiting: count,
  /** Of them, after a failure. */
  retrying: count,
  active: count,
  /** Given up within a week. */
  failed: count,
  /** Since when the oldest waits though its time has come. */
  waiting_since: instant.nullable(),
  last_done_at: instant.nullable(),
})
export type QueueState = z.infer<typeof queueState>

export const debugStats = debugCounts.extend({
  /** The counts are kept for a minute, longer while newer ones are being counted. */
  counted_at: instant,
  jobs: z.array(queueState),
  collecting: z.object({
    courts_watched: count,
    courts_flagged: count,
    searches_waiting: count,
    cards_waiting: count,
    captchas_waiting: count,
    hosts_silent: count,
    /** Within 24 hours. */
    requests: count,
    requests_failed: count,
    last_request_at: instant.nullable(),
  }),
  storage: z.object({ database_bytes: count, free_bytes: count.nullable(), total_bytes: count.nullable() }),
  versions: z.object({ product: z.string(), node: z.string(), postgresql: z.string(), schema: z.string() }),
  /** The columnar copy of this process; `lag` in seconds; null: it is switched off. */
  copy: z.object({ state: z.enum(['loading', 'ready', 'away']), lag: z.number().nullable() }).nullable(),
  running_since: instant,
})
export type DebugStats = z.infer<typeof debugStats>
