import { z } from 'zod'

/** Diagnostics for superusers (§3 debug stats). Sizes in bytes. */
const count = z.number().int()
const instant = z.string()

export const debugCounts = z.object({
  courts_all_count: count,
  cases_all_count: count,
  courts_errors_count: count,
  cases_first_instance: count,
  cases_second_instance: count,
  cases_without_first_instance: count,
  cases_without_defendants: count,
  cases_with_unknown_roles: count,
  cases_without_articles: count,
  cases_without_events: count,
})
export type DebugCounts = z.infer<typeof debugCounts>

const queueState = z.object({
  name: z.string(),
  title: z.string().optional(),
  waiting: count,
  retrying: count,
  active: count,
  /** Within the last week. */
  failed: count,
  /** Since when the oldest due job waits. */
  waiting_since: instant.nullable(),
  last_done_at: instant.nullable(),
})
export type QueueState = z.infer<typeof queueState>

export const debugStats = debugCounts.extend({
  /** Cached for a minute. */
  counted_at: instant,
  jobs: z.array(queueState),
  collecting: z.object({
    courts_watched: count,
    courts_flagged: count,
    searches_waiting: count,
    cards_waiting: count,
    captchas_waiting: count,
    hosts_silent: count,
    requests: count,
    requests_failed: count,
    last_request_at: instant.nullable(),
  }),
  storage: z.object({
    database_bytes: count,
    free_bytes: count.nullable(),
    total_bytes: count.nullable(),
    /** Less free space than the operator's reserve. */
    is_low: z.boolean(),
  }),
  versions: z.object({ product: z.string(), node: z.string(), postgresql: z.string(), schema: z.string() }),
  /** `lag` in seconds; null when the copy is switched off. */
  copy: z.object({ state: z.enum(['loading', 'ready', 'away']), lag: z.number().nullable() }).nullable(),
  running_since: instant,
})
export type DebugStats = z.infer<typeof debugStats>
