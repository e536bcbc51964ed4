import { connect } from '../server/db/connect.ts'
import { withLease } from '../server/db/lease.ts'

/** Takes a lease in a database and holds it until it is killed. */
const [url = '', name = ''] = process.argv.slice(2)
await withLease(connect(url, { max: 2 }), name, () => {
  console.log('held')
  return new Promise(() => setInterval(() => undefined, 60_000))
})
