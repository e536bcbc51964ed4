import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { giveDownload } from './downloads.ts'
import { answerError } from './errors.ts'

it('a download whose database goes away before its first byte is answered as a page would be, in letters that can be read', async () => {
  const app = Fastify()
  app.setErrorHandler(answerError)
  const account = { id: 1, username: 'первый', groups: [], is_superuser: false, regions: null, totp_at: null }
  app.decorateRequest('account', { getter: () => account })
  await app.register(compress, { threshold: 1024 })
  async function* rows() {
    yield Buffer.alloc(0)
    throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
  }
  const settings = { dataDir: temporaryFolder() }
  app.get('/file', (request, reply) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment')
    return giveDownload({ request, reply }, settings, async () => Readable.from(rows(), { objectMode: false }))
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const answer = await fetch(`${origin}/file`, { headers: { 'accept-encoding': 'gzip' } })
  expect(answer.status).toBe(503)
  expect(await answer.json()).toEqual({ detail: 'База данных не отвечает. Повторите через минуту.' })
  expect(answer.headers.get('retry-after')).not.toBeNull()
  expect(answer.headers.get('content-disposition')).toBeNull()
})
