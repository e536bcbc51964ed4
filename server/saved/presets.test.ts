import { describe, expect, it } from 'vitest'
import type { Ask } from '../../test/app.ts'
import { patch, post } from '../../test/app.ts'
import { askCategories, ending, presetsOf, save, savingApp } from '../../test/saving.ts'

const { db, person } = await savingApp()
const titlesOf = async (ask: Ask) => (await presetsOf(ask)).map(({ title }) => title)

describe('a preset', () => {
  it('is renamed, described, put into another category; what is not said stays', async () => {
    const ask = await person()
    const made = await save(ask, { category: 'Черновики', get_params: { type: '2' } })
    expect(
      (await ask(`presets/${made.id}/`, patch({ title: 'Готово', category: { title: 'Чистовики' } }))).body,
    ).toEqual({ ...made, title: 'Готово', category: { id: expect.any(Number), title: 'Чистовики' } })
    expect(await askCategories(ask)).toEqual(['Чистовики'])
    expect((await ask(`presets/${made.id}/`, patch({ description: 'Зачем', category: null }))).body).toMatchObject({
      title: 'Готово',
      description: 'Зачем',
      category: null,
    })
    expect(await askCategories(ask)).toEqual([])
    expect((await ask(`presets/${made.id}/`, patch({}))).status).toBe(200)
  })
  it('has its category among the others in Russian order', async () => {
    const ask = await person()
    for (const category of ['Яма', 'ель 10', 'Ёлка', 'Ель 9', 'Дом']) await save(ask, { category })
    expect(await askCategories(ask)).toEqual(['Дом', 'Ёлка', 'Ель 9', 'ель 10', 'Яма'])
  })
  it('shares a category whatever the letter case, or by its number', async () => {
    const ask = await person()
    const { category } = await save(ask, { category: 'Акции' })
    expect((await save(ask, { category: 'акции' })).category).toEqual(category)
    expect((await save(ask, { category: category?.id })).category).toEqual(category)
    expect((await save(ask, { category: { id: category?.id } })).category).toEqual(category)
    expect((await save(ask, { category })).category).toEqual(category)
  })
  it('may keep its own name and filters in a change, not another’s', async () => {
    const ask = await person()
    const first = await save(ask, { get_params: { type: '1' } })
    const second = await save(ask, { get_params: { type: '2' } })
    expect((await ask(`presets/${second.id}/`, patch({ title: second.title, get_params: { type: '2' } }))).status).toBe(
      200,
    )
    expect((await ask(`presets/${second.id}/`, patch({ title: first.title }))).status).toBe(400)
    expect((await ask(`presets/${second.id}/`, patch({ get_params: { type: 1 } }))).status).toBe(400)
  })
  it('gets new filters with their readable text', async () => {
    const ask = await person()
    const { id } = await save(ask, { get_params: { type: '1' } })
    expect((await ask(`presets/${id}/`, patch({ get_params: { stage: '2' } }))).body).toMatchObject({
      get_params: { stage: '2' },
      human_readable: { stage: 'Вторая инстанция' },
    })
  })
  it('tells its filters in words of the server, whatever words are sent', async () => {
    const ask = await person()
    const { id } = await save(ask, { get_params: { type: '1', stage: '1' } })
    const told = { type: 'только КоАП', court: 'не выбран', '\ud800': 'x' }
    const { status, body } = await ask(`presets/${id}/`, patch({ human_readable: told }))
    expect([status, body]).toMatchObject([200, { human_readable: { type: 'КоАП', stage: 'Первая инстанция' } }])
  })
  it('is moved, and the others make room', async () => {
    const ask = await person()
    const ids: Record<string, number> = {}
    for (const title of ['а', 'б', 'в', 'г']) ids[title] = (await save(ask, { title })).id
    expect(await titlesOf(ask)).toEqual(['а', 'б', 'в', 'г'])
    expect((await ask(`presets/${ids.г}/`, patch({ position: 2 }))).body).toMatchObject({ position: 2 })
    expect(await titlesOf(ask)).toEqual(['а', 'г', 'б', 'в'])
    await ask(`presets/${ids.а}/`, patch({ position: 200 }))
    expect(await titlesOf(ask)).toEqual(['г', 'б', 'в', 'а'])
    expect((await presetsOf(ask)).map(({ position }) => position)).toEqual([1, 2, 3, 4])
  })
  it('comes back to its place after deletion', async () => {
    const ask = await person()
    const [, second] = [await save(ask), await save(ask, { category: 'Редкие' }), await save(ask)]
    const before = await presetsOf(ask)
    expect((await ask(`presets/${second?.id}/`, ending)).body).toEqual({ detail: 'Набор удалён.' })
    expect((await presetsOf(ask)).map(({ position }) => position)).toEqual([1, 2])
    expect(await askCategories(ask)).toEqual([])
    expect((await ask(`presets/${second?.id}/`, ending)).status).toBe(404)
    expect((await ask(`presets/${second?.id}/restore/`, post())).body).toEqual(second)
    expect(await presetsOf(ask)).toEqual(before)
    expect((await ask(`presets/${second?.id}/restore/`, post())).body).toEqual(second)
  })
  it('does not come back over another of its name, and frees its name while it is gone', async () => {
    const ask = await person()
    const made = await save(ask, { title: 'Один' })
    await ask(`presets/${made.id}/`, ending)
    await save(ask, { title: 'Один' })
    expect((await ask(`presets/${made.id}/restore/`, post())).body).toEqual({
      title: ['Набор «Один» уже есть: назовите этот иначе.'],
    })
  })
  it('is forgotten a day after deletion, or when twenty more were deleted', async () => {
    const ask = await person()
    const [old, recent] = [await save(ask), await save(ask)]
    await ask(`presets/${old?.id}/`, ending)
    await db
      .updateTable('preset')
      .set({ deleted_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', old?.id ?? 0)
      .execute()
    await ask(`presets/${recent?.id}/`, ending)
    expect((await ask(`presets/${old?.id}/restore/`, post())).status).toBe(404)
    for (let n = 0; n < 20; n++) await ask(`presets/${(await save(ask)).id}/`, ending)
    expect((await ask(`presets/${recent?.id}/restore/`, post())).status).toBe(404)
  })
  it('of another is not there', async () => {
    const { id } = await save(await person())
    const stranger = await person({ isSuperuser: true })
    expect(await presetsOf(stranger)).toEqual([])
    for (const [path, asking] of [
      [`presets/${id}/`, patch({ title: 'Чужой' })],
      [`presets/${id}/`, ending],
      [`presets/${id}/restore/`, post()],
    ] as const)
      expect(await stranger(path, asking)).toMatchObject({ status: 404, body: { detail: 'Такого набора нет.' } })
  })
  it('comes in pages when asked for', async () => {
    const ask = await person()
    for (const title of ['а', 'б', 'в']) await save(ask, { title })
    expect((await ask('presets/?size=2&page=2')).body).toMatchObject({
      count: 3,
      next: null,
      previous: 'https://sud.example/api/v1/presets/?size=2&page=1',
      results: [{ title: 'в' }],
    })
  })
})
