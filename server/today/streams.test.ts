import { afterAll, describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'
import { feedIsSettled } from '../../test/subscriptions.ts'
import { changeAccount } from '../accounts/accounts.ts'
import { type Account, openSession } from '../accounts/sessions.ts'
import { buildApp } from '../app.ts'
import { connect } from '../db/connect.ts'
import { matchChanges } from '../subscriptions/match-changes.ts'
import { WatchList } from '../subscriptions/watch-list.ts'

/** The unread number as it changes, over HTTP as browsers have it; two servers on one database. */
const { app, db, url } = await testApp()
const otherDb = connect(url)
const other = await buildApp({ db: otherDb })
afterAll(async () => {
  await other.close()
  await otherDb.destroy()
})
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const otherOrigin = await other.listen({ port: 0, host: '127.0.0.1' })

const call = (path: string, token: string, init: RequestInit = {}, at = origin): Promise<Response> =>
  fetch(`${at}/api/v1/${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })

/** Reads one unread number after another; undefined: the server has ended the stream. */
const follow = async (token: string, at = origin) => {
  const response = await call('today/stream/', token, {}, at)
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(response.headers.get('content-encoding')).toBeNull()
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<number | undefined> => {
    for (;;) {
      const found = /event: unread\ndata: {"unread":(\d+)}\n\n/.exec(text)
      if (found) {
        text = text.slice(found.index + found[0].length)
        return Number(found[1])
      }
      const part = await reader?.read()
      if (part === undefined || part.done) return undefined
      text += part.value
    }
  }
  /** Numbers that came on the way are as true as the last. */
  const until = async (wanted: number | undefined): Promise<void> => {
    while ((await next()) !== wanted);
  }
  return { until, stop: () => reader?.cancel() }
}

let made = 0
const changeFor = async (account: Account): Promise<number> => {
  const one = { source_key: `test:stream-${++made}`, judge: 'Рощина Е. Г.' }
  const id = await buildCase(db, one)
  await db.insertInto('favourite').values({ account_id: account.id, case_id: id }).execute()
  await buildCase(db, { ...one, judge: 'Гранильщиков Ю. Ф.' })
  await feedIsSettled(db)
  await matchChanges(db, new WatchList(), { now: new Date(), onError: () => undefined })
  return id
}
const signedIn = async (regions: number[] | null = null) => {
  const account = await buildAccount(db, { regions })
  return { account, token: await openSession(db, account.id) }
}

describe('the stream of the unread number', () => {
  it('tells it at once and whenever it changes, from whichever process, and to nobody else', async () => {
    const [mine, theirs] = [await signedIn(), await signedIn()]
    const [here, there, foreign] = [
      await follow(mine.token),
      await follow(mine.token, otherOrigin),
      await follow(theirs.token),
    ]
    for (const one of [here, there, foreign]) await one.until(0)
    const id = await changeFor(mine.account)
    await Promise.all([here.until(1), there.until(1)])
    const body = JSON.stringify({ cases: [id] })
    await call('today/seen/', mine.token, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    await Promise.all([here.until(0), there.until(0)])
    await changeFor(theirs.account)
    await foreign.until(1)
    for (const one of [here, there, foreign]) await one.stop()
  })
  it('counts by the rights of the moment', async () => {
    const { account, token } = await signedIn([77])
    const stream = await follow(token)
    await changeFor(account)
    await stream.until(1)
    await db
      .updateTable('account')
      .set({ regions: [78] })
      .where('id', '=', account.id)
      .execute()
    await changeFor(account)
    await stream.until(0)
    await stream.stop()
  })
  it('ends when its session does: signed out, or its account blocked; another session goes on', async () => {
    const { account, token } = await signedIn()
    const second = await openSession(db, account.id)
    const [first, next] = [await follow(token), await follow(second, otherOrigin)]
    await Promise.all([first.until(0), next.until(0)])
    await call('users/logout/', token)
    await first.until(undefined)
    await changeFor(account)
    await next.until(1)
    await changeAccount(db, { username: account.username }, { blocked: true })
    await next.until(undefined)
    expect((await call('today/stream/', second)).status).toBe(401)
  })
  it('is open at most ten times for one account; a closed one makes room', async () => {
    const { token } = await signedIn()
    const streams = []
    for (let n = 0; n < 10; n++) streams.push(await follow(token))
    const refused = await call('today/stream/', token)
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining('Открыто слишком много окон.'),
    ])
    await streams[0]?.stop()
    // The server hears of it a moment later.
    let status = 429
    while (status === 429) {
      const again = await call('today/stream/', token)
      status = again.status
      await again.body?.cancel()
    }
    expect(status).toBe(200)
    for (const one of streams.slice(1)) await one.stop()
  })
})
