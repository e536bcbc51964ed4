import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCases, buildExport } from '../../test/factories.ts'
import { personOn, personRecord } from '../../test/forgotten-person.ts'
import { freePort } from '../../test/local-port.ts'
import { s3Keys, s3StandIn } from '../../test/s3-stand-in.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { openSession } from '../accounts/sessions.ts'
import { forgetPerson } from '../forgetting/forget-person.ts'
import { ObjectStoreFailure, objectStoreOf } from '../outgoing/object-store.ts'
import { checkExportStore, removeExportObjects } from './object-removal.ts'
import { forgetExports, writeExport } from './request-jobs.ts'
import { dropFile, ExportGone, keepFile, readFile, storedFile, storeFile } from './stored-file.ts'

/** Files of exports in S3 (§7, §8, decision 0135). */
const s3 = await s3StandIn()
afterAll(s3.close)
const patience = { request: 400, whole: 5_000, pause: 1 }
const store = objectStoreOf(s3.settings, patience)
const dataDir = temporaryFolder()
const { app, db } = await testApp({ dataDir, exportStore: store })
const account = await buildAccount(db, { isSuperuser: true })
const headers = { authorization: `Bearer ${await openSession(db, account.id)}` }
const mebibyte = 1_048_576
const body = randomBytes(2 * mebibyte + 10)
beforeEach(async () => {
  s3.objects.clear()
  s3.asked.length = 0
  s3.denied.clear()
  s3.keepVersions(false)
  s3.forgive()
  s3.accept({ [s3Keys.accessKeyId]: s3Keys.secretAccessKey })
  await db.deleteFrom('export_request').execute()
  await db.deleteFrom('export_object_removal').execute()
})

const faults: unknown[] = []
const context = {
  ...{ db, dataDir, exportStore: store, telegram: undefined, mailer: undefined, publicUrl: undefined },
  ...{ onError: (error: unknown) => void faults.push(error), say: () => undefined },
}
const still = new AbortController().signal
const attempt = { isLast: true }
const removeDue = (given = context) => removeExportObjects(given, {}, still, attempt)
const hourPasses = () => sql`update export_object_removal set due_at = due_at - interval '61 minutes'`.execute(db)
const queue = (...addresses: readonly string[]) =>
  db
    .insertInto('export_object_removal')
    .values(addresses.map(address => ({ address })))
    .execute()
const queued = () => db.selectFrom('export_object_removal').select(['address', 'removed_at']).execute()

async function asked(status: 'ready' | 'writing' = 'ready'): Promise<number> {
  const { id } = await buildExport(db, { account_id: account.id, status, bytes: status === 'ready' ? 1 : null })
  return id
}
const write = (id: number, content = body, to = store) => storeFile(db, id, Readable.from([content]), { store: to })
async function keep(id: number, content = body) {
  const file = await write(id, content)
  await db.transaction().execute(trx => keepFile(trx, id, file))
  return file
}
const get = (id: number, more: Record<string, string> = {}) =>
  app.inject({ url: `/api/v1/exports/${id}/file/`, headers: { ...headers, ...more } })

describe('a file', () => {
  it('lies there in parts, is given whole and by Range, and the database has none of its bytes', async () => {
    const id = await asked()
    const file = await keep(id)
    const parts = await db.selectFrom('export_file_part').select(['body', 'object_address']).execute()
    expect(parts.map(part => part.body)).toEqual([null, null, null])
    expect(parts.map(part => part.object_address?.replace(`${s3.endpoint}/sud/`, '')).sort()).toEqual(
      [...s3.objects.keys()].sort(),
    )
    expect((await buffer(readFile(db, file, { store }))).equals(body)).toBe(true)
    const [whole, part] = [await get(id), await get(id, { range: `bytes=${mebibyte - 1}-${mebibyte}` })]
    expect([whole.statusCode, whole.rawPayload.equals(body)]).toEqual([200, true])
    expect([part.statusCode, part.rawPayload.equals(body.subarray(mebibyte - 1, mebibyte + 1))]).toEqual([206, true])
  })

  it('of the database is read on where files are now written to S3, and the other way round', async () => {
    const [here, there] = [await asked(), await asked()]
    const file = await storeFile(db, here, Readable.from([body]))
    await db.transaction().execute(trx => keepFile(trx, here, file))
    await keep(there)
    const { root: _, ...keys } = s3.settings
    const former = objectStoreOf({ ...keys, root: `${s3.endpoint}/other/folder` }, patience)
    for (const now of [store, former, objectStoreOf(keys, patience)])
      for (const id of [here, there]) {
        const stored = await storedFile(db, id)
        expect(stored && (await buffer(readFile(db, stored, { store: now }))).equals(body)).toBe(true)
      }
  })

  it('has no object of which no row tells, whenever its writer is killed', async () => {
    const id = await asked('writing')
    const known: boolean[] = []
    const watched = {
      ...store,
      put: async (address: string, bytes: Uint8Array) => {
        const row = db.selectFrom('export_file_part').where('object_address', '=', address).select('file_id')
        known.push((await row.executeTakeFirst()) !== undefined)
        await store.put(address, bytes)
      },
    }
    await write(id, body, watched)
    expect(known).toEqual([true, true, true])
  })

  it('is queued for deletion when its row was deleted, and the deletion done, long before it was put', async () => {
    const id = await asked('writing')
    const stood = {
      ...store,
      put: async (address: string, bytes: Uint8Array) => {
        await db.deleteFrom('export_file').execute()
        await db.deleteFrom('export_object_removal').execute()
        await store.put(address, bytes)
      },
    }
    await expect(write(id, Buffer.from('x'), stood)).rejects.toThrow(ExportGone)
    expect([s3.objects.size, (await queued()).length]).toEqual([1, 1])
    await removeDue()
    expect(s3.objects.size).toBe(0)
  })

  it('is told to be gone after any byte of a part was changed there: nothing else is ever given for it', async () => {
    const id = await asked()
    const content = 'кому что назначено'.repeat(100)
    await keep(id, Buffer.from(content))
    const [[key, bytes] = ['', Buffer.alloc(0)]] = s3.objects
    const answers = new Set<string>()
    for (const at of bytes.keys()) {
      s3.objects.set(key, Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))))
      const { statusCode, body: said } = await get(id)
      // Bits of its heading say how much memory it may need, and change nothing.
      if (said !== content) answers.add(`${statusCode} ${said}`)
    }
    expect([...answers]).toEqual(['404 {"detail":"Файла уже нет: закажите выгрузку заново."}'])
  })

  it('whose object or bucket is lost is told to be gone, and can be asked for again', async () => {
    const [id, elsewhere] = [await asked(), await asked()]
    for (const one of [id, elsewhere]) await keep(one)
    s3.objects.clear()
    await sql`
      update export_file_part set object_address = replace(object_address, '/sud/', '/gone/')
      where file_id in (select id from export_file where export_id = ${elsewhere})`.execute(db)
    for (const one of [id, elsewhere]) {
      const { statusCode, body: said } = await get(one)
      expect([statusCode, said]).toEqual([404, '{"detail":"Файла уже нет: закажите выгрузку заново."}'])
    }
    await keep(await asked())
    expect(s3.objects.size).toBe(3)
  })

  it('is refused in a sentence while S3 is away, and where a node has no keys', async () => {
    const id = await asked()
    const file = await keep(id)
    s3.meet(...Array.from({ length: 5 }, () => ({ status: 503, code: 'SlowDown' })))
    const { statusCode, body: said, headers: told } = await get(id)
    expect([statusCode, said, told['retry-after']]).toEqual([
      503,
      '{"detail":"Хранилище файлов не отвечает. Повторите через 60\u00a0с."}',
      '60',
    ])
    expect((await get(id)).statusCode).toBe(200)
    await expect(buffer(readFile(db, file))).rejects.toThrow('Назовите S3_ACCESS_KEY_ID')
  })
})

describe('a request', () => {
  // biome-ignore format: a table reads best as one
  it.each([
    ['500', { status: 500, code: 'InternalError' }], ['503', { status: 503, code: 'SlowDown' }], ['429', { status: 429, code: 'TooManyRequests' }],
    ['400 for being slow', { status: 400, code: 'RequestTimeout' }],
    ['a connection cut before', 'cut'], ['a connection cut after', 'cut-after'], ['half an answer', 'cut-answer'], ['silence', 'silent'],
  ] as const)('is made again after %s, and a file is whole', async (_, fault) => {
    const id = await asked()
    const content = randomBytes(1_000)
    s3.meet(fault)
    await keep(id, content)
    s3.meet(fault, fault)
    expect((await get(id)).rawPayload.equals(content)).toBe(true)
  })

  it('is made five times at most, and what its writer began is deleted', async () => {
    const id = await asked('writing')
    s3.meet(...Array.from({ length: 5 }, () => 'cut' as const))
    await expect(write(id)).rejects.toThrow(expect.objectContaining({ kind: 'away' }))
    expect([s3.asked.length, (await queued()).length]).toEqual([5, 1])
    await removeDue()
    expect(s3.objects.size).toBe(0)
  })

  it('is given up when nobody waits for its answer any more', async () => {
    const stopping = new AbortController()
    const file = await keep(await asked(), Buffer.from('x'))
    s3.meet('silent')
    const reading = buffer(readFile(db, file, { store, signal: stopping.signal }))
    await vi.waitFor(() => expect(s3.asked.at(-1)).toMatch('GET'))
    stopping.abort()
    await expect(reading).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
    expect(s3.asked.filter(line => line.startsWith('GET'))).toHaveLength(1)
  })

  it('that fails for good fails the export in a sentence, not before its last attempt', async () => {
    const id = await asked('writing')
    s3.denied.add('PUT')
    const status = () => db.selectFrom('export_request').where('id', '=', id).select(['status', 'error']).execute()
    await expect(writeExport(context, { id }, still, { isLast: false })).rejects.toThrow(ObjectStoreFailure)
    expect(await status()).toEqual([{ status: 'writing', error: null }])
    await expect(writeExport(context, { id }, still, attempt)).rejects.toThrow(ObjectStoreFailure)
    expect(await status()).toEqual([
      { status: 'failed', error: 'Файл не записался: хранилище файлов не отвечает. Закажите выгрузку позже.' },
    ])
  })

  it('goes on with a second key while the first is good and after it is revoked (docs/operations.md, Changing secrets)', async () => {
    const first = { [s3Keys.accessKeyId]: s3Keys.secretAccessKey }
    const second = { second: 'second-secret' }
    const renewed = objectStoreOf({ ...s3.settings, accessKeyId: 'second', secretAccessKey: 'second-secret' }, patience)
    s3.accept({ ...first, ...second })
    const file = await keep(await asked())
    const read = async (by: typeof store) => (await buffer(readFile(db, file, { store: by }))).equals(body)
    expect([await read(store), await read(renewed)]).toEqual([true, true])
    s3.accept(second)
    await expect(read(store)).rejects.toThrow('такого ключа нет')
    expect(await read(renewed)).toBe(true)
    // A node that still has the revoked key begins the file; another one writes it.
    const id = await asked('writing')
    await expect(writeExport(context, { id }, still, { isLast: false })).rejects.toThrow('такого ключа нет')
    await writeExport({ ...context, exportStore: renewed }, { id }, still, attempt)
    const { status, error } = await db
      .selectFrom('export_request')
      .where('id', '=', id)
      .select(['status', 'error'])
      .executeTakeFirstOrThrow()
    expect([status, error]).toEqual(['ready', null])
  })

  it('tells nothing of keys and signatures when it is refused', async () => {
    const { secretAccessKey, ...keys } = s3.settings
    const wrong = objectStoreOf({ ...keys, secretAccessKey: `${secretAccessKey}x` }, patience)
    const told = await wrong.get(`${s3.endpoint}/sud/a`).catch((error: unknown) => error)
    expect(told).toMatchObject({ kind: 'unfit', code: 'SignatureDoesNotMatch' })
    const said = told instanceof Error ? `${told.stack} ${JSON.stringify(told)}` : ''
    for (const secret of [secretAccessKey, s3Keys.accessKeyId, 'Signature=', 'AWS4']) expect(said).not.toContain(secret)
  })
})

describe('objects of a deleted file', () => {
  const deletions: Record<string, (id: number, file: number) => Promise<unknown>> = {
    'its owner': id => app.inject({ method: 'DELETE', url: `/api/v1/exports/${id}/`, headers }),
    'the end of its days': async id => {
      await sql`update export_request set expires_at = now() - interval '1 minute' where id = ${id}`.execute(db)
      await forgetExports(context, {}, still, attempt)
    },
    'another attempt': (_, file) => dropFile(db, file),
    'a server of the version before': (_, file) => sql`delete from export_file where id = ${file}`.execute(db),
    'the account': async id => {
      const leaving = await buildAccount(db)
      await db.updateTable('export_request').set({ account_id: leaving.id }).where('id', '=', id).execute()
      await db.deleteFrom('account').where('id', '=', leaving.id).execute()
    },
  }
  it.each(Object.keys(deletions))('by %s are deleted now, and once more an hour later', async by => {
    const [other, id] = [await asked(), await asked()]
    await keep(other, Buffer.from('other'))
    const file = await keep(id)
    expect(s3.objects.size).toBe(4)
    await deletions[by]?.(id, file.id)
    const left = [...s3.objects.entries()]
    await removeDue()
    expect(s3.objects.size).toBe(1)
    expect(await queued()).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ removed_at: expect.any(Date) })),
    )
    // Requests that were on their way.
    for (const [key, bytes] of left) s3.objects.set(key, bytes)
    await removeDue()
    expect(s3.objects.size).toBe(4)
    await hourPasses()
    await removeDue()
    expect([s3.objects.size, await queued()]).toEqual([1, []])
    expect((await get(other)).body).toBe('other')
  })

  it('by a decision to forget are deleted whatever export they are of', async () => {
    const ids = [await asked(), await asked()]
    for (const id of ids) await keep(id)
    const [caseId = 0] = await buildCases(db, [personRecord])
    const person = await personOn(db, caseId)
    const decision = { person, cases: [caseId], grounds: 'subject', reason: '', until: null } as const
    expect(await forgetPerson({ db, dataDir }, decision, account.id)).toMatchObject({ is: 'done' })
    await removeDue()
    expect([s3.objects.size, (await queued()).length]).toEqual([0, 6])
  })

  it('stay queued while S3 is away, and those of one that is gone do not hold up others', async () => {
    await keep(await asked(), Buffer.from('one'))
    await db.deleteFrom('export_request').execute()
    s3.meet(...Array.from({ length: 5 }, () => 'cut' as const))
    await expect(removeDue()).rejects.toThrow(ObjectStoreFailure)
    expect(await queued()).toMatchObject([{ removed_at: null }])

    await queue(`${s3.endpoint}/foreign/a`)
    // More than are deleted at once.
    const gone = Array.from({ length: 9 }, (_, n) => `http://127.0.0.1:1/sud/${n}`)
    await queue(...gone)
    await hourPasses()
    await expect(removeDue()).rejects.toThrow('127.0.0.1:1')
    const left = (await queued()).filter(({ removed_at }) => removed_at === null).map(({ address }) => address)
    expect([left.sort(), s3.objects.size]).toEqual([gone, 0])
  })

  it.each([
    ['may not be deleted', 'нет права', () => void s3.denied.add('DELETE')],
    ['stay as versions', 'включены версии', () => s3.keepVersions(true)],
  ])('that %s are asked for once an hour, and told of', async (_, reason, refuse) => {
    refuse()
    await queue(`${s3.endpoint}/sud/c`)
    faults.length = 0
    await removeDue()
    await removeDue()
    expect([faults.length, String(faults[0])]).toEqual([1, expect.stringContaining(reason)])
    expect(await queued()).toMatchObject([{ removed_at: null }])
  })

  it.each([
    ['key', { accessKeyId: 'nobody' }],
    ['secret', { secretAccessKey: 'wrong' }],
  ])('are done within minutes by another node where the %s of one is wrong', async (_, settings) => {
    await queue(`${s3.endpoint}/sud/d`)
    const unfit = { ...context, exportStore: objectStoreOf({ ...s3.settings, ...settings }, patience) }
    await expect(removeDue(unfit)).rejects.toMatchObject({ kind: 'unfit' })
    await sql`update export_object_removal set due_at = due_at - interval '6 minutes'`.execute(db)
    await removeDue()
    expect(await queued()).toMatchObject([{ removed_at: expect.any(Date) }])
  })

  it('are left to others by a node that has no keys, which says so at its start', async () => {
    await keep(await asked())
    const said: string[] = []
    const start = () => checkExportStore(db, undefined, sentence => said.push(sentence))
    await start()
    await db.deleteFrom('export_request').execute()
    await start()
    await removeExportObjects({ ...context, exportStore: undefined }, {}, still, attempt)
    expect([said.length, said[0], (await queued()).length]).toEqual([2, expect.stringContaining('ключей'), 3])
    await db.deleteFrom('export_object_removal').execute()
    await start()
    expect(said).toHaveLength(2)
  })
})

describe('at its start a server', () => {
  const started = (settings: object) => {
    const said: string[] = []
    const given = objectStoreOf({ ...s3.settings, ...settings }, { ...patience, request: 100 })
    return checkExportStore(db, given, sentence => said.push(sentence)).then(() => said.join())
  }
  it.each([
    ['an unknown key', { accessKeyId: 'nobody' }, 'такого ключа нет. Проверьте S3_ACCESS_KEY_ID.'],
    [
      'a wrong secret',
      { secretAccessKey: 'wrong' },
      'подпись не подходит. Проверьте S3_ACCESS_KEY_ID и S3_SECRET_ACCESS_KEY.',
    ],
    ['another region', { region: 'eu-west-9' }, 'корзина в другом регионе'],
    [
      'a bucket that is not there',
      { root: `${s3.endpoint}/none/exports` },
      'такой корзины нет. Проверьте EXPORTS_URL.',
    ],
    [
      'a server without TLS',
      { root: `${s3.endpoint.replace('http:', 'https:')}/sud/exports` },
      'Проверьте S3_ENDPOINT.',
    ],
  ])('refuses %s with its reason, and /readyz tells it', async (_, settings, reason) => {
    await expect(started(settings)).rejects.toThrow(reason)
    const { state } = objectStoreOf({ ...s3.settings, ...settings }, patience)
    expect(await state()).toEqual({ state: 'refused', note: expect.stringContaining(reason) })
  })

  it.each(['PUT', 'GET', 'DELETE'])('refuses keys that have no right to %s', async method => {
    s3.denied.add(method)
    await expect(started({})).rejects.toThrow('у ключа нет права читать, записывать или удалять')
  })

  it('refuses keys that are not told what is not there: a lost file would be waited for', async () => {
    s3.denied.add('LIST')
    await expect(started({})).rejects.toThrow('у ключа нет права s3:ListBucket')
  })

  it('refuses a bucket that keeps what is deleted', async () => {
    s3.keepVersions(true)
    await expect(started({})).rejects.toThrow('удалённое в ней остаётся')
    s3.keepVersions(false)
    expect(await started({})).toBe('')
    expect([...s3.objects.keys()]).toEqual(['exports/check'])
  })

  it('goes on without one that is away, and says so; /readyz and /metrics tell', async () => {
    expect(await started({ root: `http://127.0.0.1:${await freePort()}/sud/exports` })).toContain(
      'не отвечает (ECONNREFUSED)',
    )
    // A container that is stopped has no name. Without a network names are not looked up at all.
    expect(await started({ root: 'http://s3.invalid/sud/exports' })).toMatch(
      /не отвечает \((ENOTFOUND\)\. Проверьте S3_ENDPOINT|EAI_AGAIN)/,
    )
    const ready = async () => (await app.inject('/readyz')).json()
    expect(await ready()).toMatchObject({ status: 'ready', exports: { state: 'ready' } })
    await keep(await asked(), Buffer.from('x'))
    const { body: metrics } = await app.inject('/metrics')
    expect(metrics).toMatch(/^export_store_requests_total\{method="PUT",outcome="answered"\} \d/m)
    expect(metrics).toMatch(/^export_objects_overdue_seconds 0$/m)
    await db.deleteFrom('export_request').execute()
    const overdue = async () => /^export_objects_overdue_seconds (\d+)/m.exec((await app.inject('/metrics')).body)?.[1]
    await sql`update export_object_removal set queued_at = now() - interval '2 hours'`.execute(db)
    expect(await overdue()).toMatch(/^72\d\d$/)
    await removeDue()
    expect(await overdue()).toBe('0')
    // Also its second deletion.
    await sql`update export_object_removal set removed_at = now() - interval '2 hours'`.execute(db)
    expect(await overdue()).toMatch(/^36\d\d$/)
  })
})
