import { z } from 'zod'

/** How cases are read from sites of courts, as seen from outside (domain §6). Instants ISO 8601. */
const instant = z.string()

/**
 * `idle`: nobody has asked for the card; `waiting`: its turn comes; `captcha`: the site wants a code first; `silent`: the site
 * is not to be troubled before `not_before`; `read`: it was read last at `read_at`; `failed`: `error` says why it was not.
 */
export const caseRefresh = z.object({
  state: z.enum(['idle', 'waiting', 'captcha', 'silent', 'read', 'failed']),
  not_before: instant.nullable(),
  read_at: instant.nullable(),
  error: z.string().nullable(),
})
export type CaseRefresh = z.infer<typeof caseRefresh>

/** States in which something is still to come. */
export const isUnderWay = ({ state }: Pick<CaseRefresh, 'state'>): boolean =>
  state === 'waiting' || state === 'captcha' || state === 'silent'
