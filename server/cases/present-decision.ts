import { type Decision, decision } from '#shared/api/decisions.ts'

/**
 * What was read from a text, as the API shows it. What another version of the reader has left in another form is not shown
 * until it is read again.
 */
export function presentDecision(row: unknown): Decision | null {
  const read = decision.safeParse(row)
  return read.success ? { ...read.data, read_at: new Date(read.data.read_at).toISOString() } : null
}
