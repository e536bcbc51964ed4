import { z } from 'zod'
import { rateLimits } from '../server/collectors/rate-policy.ts'
import { collectContext, runCollecting } from '../server/collectors/run.ts'
import { connect } from '../server/db/connect.ts'

/**
 * A worker in a process of its own, to be killed: collects one site to its end. Configured by one argument, as JSON.
 */
const { url, proxy, site, limits } = z
  .object({ url: z.string(), proxy: z.string(), site: z.number(), limits: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(process.argv[2] ?? ''))
const db = connect(url, { max: 4 })
const context = await collectContext(db, { proxy, limits: { ...rateLimits, ...limits } })
const onError = (error: unknown): void => console.error(error)
await runCollecting(context, { only: { sites: [site] }, longestWait: 900, onError }, new AbortController().signal)
await db.destroy()
