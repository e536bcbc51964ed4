import { describe, expect, it } from 'vitest'
import type { SavedLink } from '#shared/api/saved.ts'
import { toWire } from '#shared/filters/stored-params.ts'
import { toQuery } from '#shared/filters/wire.ts'
import type { Ask } from '../../test/app.ts'
import { post } from '../../test/app.ts'
import { buildAccount } from '../../test/factories.ts'
import { savingApp } from '../../test/saving.ts'

const { db, as, person } = await savingApp()

describe('a link (§7)', () => {
  const link = async (ask: Ask, get_params: object) => {
    const { status, body } = await ask('links/', post({ get_params }))
    expect(status).toBe(201)
    return body as SavedLink
  }
  it('is short, and holds filters without ordering, size and page', async () => {
    const made = await link(await person(), { type: '1', in_favorites: 'true', ordering: 'id', size: '20', page: '3' })
    expect(made).toEqual({
      id: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{13}$/),
      url: `https://sud.example/l/${made.id}`,
      get_params: { type: '1', in_favorites: true },
      note: null,
    })
  })
  it('is the same for the same filters of the same person, however often and however at once', async () => {
    const ask = await person()
    const made = await Promise.all([1, 2, 3, 4].map(() => link(ask, { court: ['1', '2'] })))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect((await link(ask, { court: [2, 1] })).id).toBe(made[0]?.id)
    expect((await link(await person(), { court: ['1', '2'] })).id).not.toBe(made[0]?.id)
    expect((await link(ask, { court: ['1'] })).id).not.toBe(made[0]?.id)
  })
  it('opens for any signed-in person, and shows no more than they may see', async () => {
    const made = await link(await person(), { regions: ['77'] })
    const elsewhere = await person({ regions: [78] })
    expect((await elsewhere(`links/${made.id}/`)).body).toEqual(made)
    expect((await elsewhere(`cases/?${toQuery(toWire(made.get_params))}`)).body).toMatchObject({ count: 0 })
  })
  it('leaves out filters the reader may not use, and says so', async () => {
    const made = await link(await person({ groups: ['tag_editor'] }), { type: '1', tags: ['1'], tags_not: ['2'] })
    expect((await (await person())(`links/${made.id}/`)).body).toEqual({
      ...made,
      get_params: { type: '1' },
      note: 'Фильтр «Метки» вам недоступен и не применён.',
    })
  })
  it('leaves out sets its reader is in none of, and says so', async () => {
    const owner = await person()
    const [mine, other] = await Promise.all(
      ['Пикеты', 'Иное'].map(async title =>
        String(((await owner('sets/', post({ title }))).body as { id: number }).id),
      ),
    )
    const made = await link(owner, { stage: '1', set: [mine], set_not: [other] })
    expect((await owner(`links/${made.id}/`)).body).toEqual(made)
    const note = 'Подборки, в которых вы не участвуете, не применены.'
    expect((await (await person())(`links/${made.id}/`)).body).toEqual({ ...made, get_params: { stage: '1' }, note })
    await owner(`sets/${other}/`, { method: 'DELETE' })
    expect((await owner(`links/${made.id}/`)).body).toEqual({ ...made, get_params: { stage: '1', set: [mine] }, note })
  })
  it('opens also when some of its filters count no more', async () => {
    const made = await link(await person(), { type: '1' })
    await db
      .updateTable('saved_link')
      .set({ get_params: JSON.stringify({ type: '1', bygone: ['2'] }) })
      .where('id', '=', made.id)
      .execute()
    expect((await (await person())(`links/${made.id}/`)).body).toEqual({
      ...made,
      note: 'Часть фильтров больше не действует.',
    })
  })
  it.each(['2222222222222', 'нет', '1', '%00'])('that nobody made (%s) is not found', async id =>
    expect((await (await person())(`links/${encodeURIComponent(id)}/`)).status).toBe(404),
  )
  it('outlives the account that made it', async () => {
    const account = await buildAccount(db)
    const made = await link(await as(account), { type: '2' })
    await db.deleteFrom('account').where('id', '=', account.id).execute()
    expect((await (await person())(`links/${made.id}/`)).status).toBe(200)
  })
  it('refuses what the list of cases would refuse', async () =>
    expect((await (await person())('links/', post({ get_params: { type: '3' } }))).body).toEqual({
      get_params: ['Параметр «type»: возможные значения: 1, 2.'],
    }))
  it('is made no oftener than three hundred times a minute', async () => {
    const ask = await person()
    const { headers } = await ask('links/', post({ get_params: {} }))
    expect(headers['ratelimit-limit']).toBe('300')
    await db.updateTable('attempt').set({ count: 300 }).where('key', 'like', 'window:%links%').execute()
    expect((await ask('links/', post({ get_params: {} }))).status).toBe(429)
  })
})
