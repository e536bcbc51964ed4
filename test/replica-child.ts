import { z } from 'zod'
import { defaultMemoryShare } from '../server/replica/copy-memory.ts'
import { openReplica } from '../server/replica/open-replica.ts'

/**
 * A copy maintained by a process of its own, to be killed; it prints when the copy is ready. Configured by one
 * argument, as JSON.
 */
const { url, folder } = z.object({ url: z.string(), folder: z.string() }).parse(JSON.parse(process.argv[2] ?? ''))
const replica = openReplica({ url, folder, memoryShare: defaultMemoryShare, onError: error => console.error(error) })
await replica.loaded
process.send?.('loaded')
