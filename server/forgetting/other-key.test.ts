import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { forgottenTraces, forgottenWorld } from '../../test/forgotten-person.ts'
import { command, run } from '../../test/server-process.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { jobHandlers } from '../job-handlers.ts'
import { runHandler } from '../jobs/job-kinds.ts'
import { isSealKeyMissing, sealKeyFile, takeSealKey } from './seal.ts'

/** A worker whose folder is not that of the server where it was decided. */
const dataDir = temporaryFolder()
const { db, url, as } = await testApp({ dataDir })
const { superuser, first, elsewhere, person } = await forgottenWorld(db)
const ask = await as(superuser)
const withoutKey = temporaryFolder()
const withAnother = temporaryFolder()
writeFileSync(join(withAnother, sealKeyFile), '0'.repeat(64))

const pages = () => db.selectFrom('page').select(['hash', 'body', 'content_type', 'size']).orderBy('hash').execute()
const namesLeft = async (): Promise<number> =>
  (await pages()).filter(
    ({ body, size }) => size > 0 && forgottenTraces.test(zstdDecompressSync(body).toString().toLowerCase()),
  ).length
const seals = () => db.selectFrom('forgetting_seal').select(['ordinal', 'body']).orderBy('ordinal').execute()
const idOf = async (): Promise<number> => (await db.selectFrom('forgetting').select('id').executeTakeFirstOrThrow()).id

it('is told at start, is given the key by a setting, masks pages of lists all the same, and leaves the decision to be undone where it was made', async () => {
  const before = await pages()
  const decided = await ask(`defendants/${person}/forgetting/`, {
    method: 'POST',
    body: { cases: [first, elsewhere], grounds: 'subject', reason: '' },
  })
  expect(decided.status).toBe(201)
  expect(await Promise.all([dataDir, withoutKey, withAnother].map(folder => isSealKeyMissing(db, folder)))).toEqual([
    false,
    true,
    true,
  ])
  const worker = command(temporaryFolder(), ['serve', '--roles', 'worker'], { DATABASE_URL: url })
  await expect.poll(() => worker.said()).toContain(`нет ключа ${sealKeyFile}`)
  const ended = once(worker.child, 'exit')
  worker.child.kill('SIGKILL')
  await ended

  const FORGETTING_KEY = readFileSync(join(dataDir, sealKeyFile), 'utf8').trim()
  const given = temporaryFolder()
  takeSealKey(given, FORGETTING_KEY)
  // Of the next start.
  takeSealKey(given, FORGETTING_KEY.toUpperCase())
  expect(await isSealKeyMissing(db, given)).toBe(false)
  const refused = await run(withAnother, ['serve', '--roles', 'worker'], { DATABASE_URL: url, FORGETTING_KEY })
  expect(refused).toEqual({
    code: 1,
    said: expect.stringMatching(/^FORGETTING_KEY — не тот ключ, что лежит в [^\n]+\n$/),
  })
  expect(readFileSync(join(withAnother, sealKeyFile), 'utf8')).toBe('0'.repeat(64))
  const spoilt = temporaryFolder()
  writeFileSync(join(spoilt, sealKeyFile), 'f'.repeat(63))
  expect(() => takeSealKey(spoilt, FORGETTING_KEY)).toThrow(/^В файле \S+ не ключ: нужны 64 шестнадцатеричные цифры\./)

  const sealed = await seals()
  const data = { id: await idOf(), hosts: ['vymysel.sudrf.example'] }
  for (const folder of [withoutKey, withAnother]) {
    for (const { hash, ...page } of before) await db.updateTable('page').set(page).where('hash', '=', hash).execute()
    const had = await namesLeft()
    const said: string[] = []
    const context = {
      ...{ db, telegram: undefined, mailer: undefined, publicUrl: undefined, dataDir: folder },
      ...{ onError: () => undefined, say: (line: string) => void said.push(line) },
    }
    const call = { name: 'mask-pages', data, signal: new AbortController().signal, isLast: false } as const
    await runHandler(jobHandlers, context, call)
    expect(await namesLeft()).toBeLessThan(had)
    expect(said).toHaveLength(1)
    expect(await seals()).toEqual(sealed)
  }
  // The key is changed as docs/operations.md says: what the former one has sealed stays removed, and is put back by it alone.
  const undo = () => ask(`forgetting/${data.id}/undo/`, { method: 'POST' })
  const left = await namesLeft()
  rmSync(join(dataDir, sealKeyFile))
  takeSealKey(dataDir, '1'.repeat(64))
  expect((await undo()).status).toBe(409)
  expect([await seals(), await namesLeft()]).toEqual([sealed, left])
  rmSync(join(dataDir, sealKeyFile))
  takeSealKey(dataDir, FORGETTING_KEY)
  expect((await undo()).status).toBe(200)
})
