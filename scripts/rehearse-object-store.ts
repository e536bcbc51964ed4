import { randomBytes } from 'node:crypto'
import { mock } from 'node:test'
import { sql } from 'kysely'
import { connect } from '../server/db/connect.ts'
import { sendJob } from '../server/jobs/send-job.ts'
import { ObjectStoreFailure, type ObjectStoreSettings, objectStoreOf } from '../server/outgoing/object-store.ts'
import { databaseUrlOf, type Program, serverAddress, startProgram } from '../test/programs.ts'
import { missingOfSwift, startSwift, swiftRegion } from '../test/swift.ts'
import { checkEqual, endChecks, skipChecks, tellCheck } from './checks.ts'
import { checkComesTrue, ownFolder, product, Visitor } from './rehearsal.ts'
import { askExport, checkIsReady } from './rehearse-exports.ts'

/**
 * Rehearses exports in S3 (docs/operations.md) with a server of S3 that others maintain, OpenStack Swift: what the
 * product asks of it and how it takes its refusals, two keys one after the other, and files from order to deletion.
 */
const keys = {
  'sud:first': { secret: 'first/secret+1=', owns: true },
  'sud:second': { secret: 'second/secret+2=', owns: true },
  'sud:guest': { secret: 'guest', owns: false },
}
type Swift = Awaited<ReturnType<typeof startSwift>>
const bucket = 'exports-of-courts'
const minute = 60_000

const settingsOf = ({ endpoint }: Swift, name: keyof typeof keys = 'sud:first'): ObjectStoreSettings => ({
  root: `${endpoint}/${bucket}/folder`,
  region: swiftRegion,
  accessKeyId: name,
  secretAccessKey: keys[name].secret,
})
/** All that lies in the bucket but what the product writes to see whether it may. */
async function objectsIn(swift: Swift): Promise<string[]> {
  const told = await (await swift.ask('sud:first', `${bucket}/?list-type=2`)).text()
  return [...told.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key).filter(key => key !== 'folder/check')
}
const outcome = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'done',
    (error: unknown) => (error instanceof ObjectStoreFailure ? error.kind : error),
  )

async function readAndWrite(swift: Swift): Promise<void> {
  const store = objectStoreOf(settingsOf(swift))
  checkEqual('a bucket that takes, gives and deletes is ready', await store.state(), { state: 'ready' })
  const written = new Map(
    [0, 1, 1_048_576, ...Array(20).fill(1_000)].map(size => [store.newAddress() ?? '', randomBytes(size)]),
  )
  await Promise.all([...written].map(([address, body]) => store.put(address, body)))
  const read = await Promise.all([...written].map(async ([address, body]) => (await store.get(address)).equals(body)))
  checkEqual('objects of every size are read as they were written', read.filter(Boolean).length, written.size)
  checkEqual('the bucket lists them', (await objectsIn(swift)).length, written.size)
  const [address = ''] = written.keys()
  await store.put(address, Buffer.from('again'))
  checkEqual('what is written again is read', (await store.get(address)).toString(), 'again')
  await Promise.all([...written.keys()].map(one => store.remove(one)))
  checkEqual('what is deleted is gone', await objectsIn(swift), [])
  checkEqual('deleting it once more is done', await outcome(store.remove(address)), 'done')
  checkEqual('reading it says that it is lost', await outcome(store.get(address)), 'lost')
}

async function refusals(swift: Swift): Promise<void> {
  const good = settingsOf(swift)
  const versions = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'
  await swift.ask('sud:first', 'with-versions', { method: 'PUT' })
  await swift.ask('sud:first', 'with-versions/?versioning', { method: 'PUT', body: versions })
  const table: readonly [what: string, settings: ObjectStoreSettings, outcome: string, note: RegExp][] = [
    ['a wrong secret', { ...good, secretAccessKey: 'wrong' }, 'unfit', /S3_SECRET_ACCESS_KEY/],
    ['a key that is not there', { ...good, accessKeyId: 'sud:none' }, 'unfit', /S3_ACCESS_KEY_ID/],
    ['another region', { ...good, region: 'ru-other-1' }, 'refused', /S3_REGION/],
    ['a bucket that is not there', { ...good, root: `${swift.endpoint}/not-there/folder` }, 'refused', /EXPORTS_URL/],
    ['a key without rights', settingsOf(swift, 'sud:guest'), 'refused', /нет права/],
    [
      'a bucket with versions',
      { ...good, root: `${swift.endpoint}/with-versions/folder` },
      'refused',
      /включены версии/,
    ],
  ]
  for (const [what, settings, kind, note] of table) {
    const store = objectStoreOf(settings)
    checkEqual(`${what}: writing`, await outcome(store.put(store.newAddress() ?? '', Buffer.from('x'))), kind)
    const told = await store.state()
    tellCheck(told?.state === 'refused' && note.test(told.note ?? ''), `${what} is told: ${told?.note}`)
  }
  // A deletion is repeated an hour later because nothing signed earlier than this is done any more (decision 0135).
  for (const [minutes, kind] of [
    [-16, 'unfit'],
    [-14, 'done'],
    [16, 'unfit'],
  ] as const) {
    mock.timers.enable({ apis: ['Date'], now: Date.now() + minutes * minute })
    const store = objectStoreOf(good)
    const told = await outcome(store.put(`${good.root}/late`, Buffer.from('x')))
    mock.timers.reset()
    checkEqual(`a request signed by a clock that is ${minutes} minutes off`, told, kind)
  }
  await objectStoreOf(good).remove(`${good.root}/late`)
}

async function exportsOfServers(swift: Swift, folder: string): Promise<void> {
  const running: Program[] = []
  process.prependOnceListener('exit', () => {
    for (const { child } of running) child.kill('SIGKILL')
  })
  const environment = (name: keyof typeof keys): Record<string, string> => ({
    PUBLIC_URL: 'https://sud.example',
    EXPORTS_URL: `s3://${bucket}/folder`,
    S3_ENDPOINT: swift.endpoint,
    S3_REGION: swiftRegion,
    S3_ACCESS_KEY_ID: name,
    S3_SECRET_ACCESS_KEY: keys[name].secret,
  })
  const start = (more: Record<string, string>, roles = 'web,worker'): Program => {
    const node = startProgram(folder, ['serve', '--roles', roles], more)
    running.push(node)
    return node
  }
  await product(folder, ['demo', '--cases', '600'])
  const { code, said } = await start({ ...environment('sud:first'), S3_SECRET_ACCESS_KEY: 'wrong' }).ended
  tellCheck(code !== 0 && said.includes('EXPORTS_URL: '), `a server with a wrong secret does not start: ${said.trim()}`)

  const node = start(environment('sud:first'))
  const one = await serverAddress(node)
  const database = databaseUrlOf(folder)
  const db = connect(database, { max: 2 })
  try {
    const administrator = await Visitor.administrator(one)
    const topology = { administrator }
    const ids = [await askExport(topology, one, { format: 'csv' }), await askExport(topology, one, { format: 'xlsx' })]
    for (const id of ids) await checkIsReady(topology, one, id, 'an export is written')
    const { rows } = await sql<{
      address: string | null
    }>`select object_address as address from export_file_part`.execute(db)
    const addresses = rows.map(({ address }) => address?.replace(`${swift.endpoint}/${bucket}/`, ''))
    checkEqual('the bucket holds the parts of its file, and no others', await objectsIn(swift), addresses.sort())
    const [id = 0, other = 0] = ids
    const file = (at: string, more?: Record<string, string>) =>
      administrator.ask(at, `exports/${id}/file/`, undefined, 'GET', more)
    const whole = await file(one)
    const part = await file(one, { range: 'bytes=100-199' })
    tellCheck(whole.status === 200 && whole.bytes.length > 1_000, `it is given whole: ${whole.bytes.length} bytes`)
    tellCheck(part.status === 206 && part.bytes.equals(whole.bytes.subarray(100, 200)), 'and by Range')

    for (const what of ['object', 'proxy'] as const) {
      await swift.stop(what)
      checkEqual(`while its ${what} server is away: status`, (await file(one)).status, 503)
      if (what === 'proxy') await swift.accept(keys)
      else swift.start(what)
      await checkComesTrue('and when it is back the file is given', async () => (await file(one)).status === 200)
    }

    const second = await serverAddress(start({ ...environment('sud:second'), DATABASE_URL: database }, 'web'))
    const statuses = async () => [(await file(one)).status, (await file(second)).status]
    checkEqual('a node with a second key reads what the first has written', await statuses(), [200, 200])
    await swift.accept({ 'sud:second': keys['sud:second'] })
    checkEqual('when the first is revoked, only who has the second', await statuses(), [503, 200])
    await swift.accept(keys)

    await administrator.ask(one, `exports/${id}/`, undefined, 'DELETE')
    await sql`update export_request set expires_at = now() - interval '1 minute' where id = ${other}`.execute(db)
    await sendJob(db, 'forget-exports', {})
    const queued = async (): Promise<number> => (await sql`select from export_object_removal`.execute(db)).rows.length
    await checkComesTrue('what is deleted or has expired is queued', async () => (await queued()) === addresses.length)
    await sendJob(db, 'remove-export-objects', {})
    await checkComesTrue('and deleted from the bucket', async () => (await objectsIn(swift)).length === 0)
    await sql`update export_object_removal set due_at = now()`.execute(db)
    await sendJob(db, 'remove-export-objects', {})
    await checkComesTrue('an hour later once more, and then forgotten', async () => (await queued()) === 0)
  } finally {
    await db.destroy()
    for (const { child, ended } of running.reverse()) {
      child.kill()
      await ended
    }
  }
}

const missing = missingOfSwift()
if (missing.length > 0) skipChecks('exports in S3', `${missing.join(', ')} is not there`)
else {
  // First: it ends what is running when the rehearsal is interrupted.
  const folder = ownFolder()
  const swift = await startSwift(keys)
  try {
    await swift.ask('sud:first', bucket, { method: 'PUT' })
    await readAndWrite(swift)
    await refusals(swift)
    await exportsOfServers(swift, folder)
  } catch (error) {
    tellCheck(false, String(error))
  } finally {
    await swift.close()
  }
}
endChecks()
