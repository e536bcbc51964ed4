import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Preset, SavedLink } from '#shared/api/saved.ts'
import { maxPresets } from '#shared/domain/limits.ts'
import { toWire } from '#shared/filters/stored-params.ts'
import { toQuery } from '#shared/filters/wire.ts'
import { type Ask, testApp } from '../../test/app.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'

const { app, db, as } = await testApp({ publicUrl: 'https://sud.example' })
const person = async (account: Parameters<typeof buildAccount>[1] = {}) => as(await buildAccount(db, account))
const post = (body?: unknown) => ({ method: 'POST' as const, ...(body !== undefined && { body }) })
const patch = (body: unknown) => ({ method: 'PATCH' as const, body })
const ending = { method: 'DELETE' as const }
const presetsOf = async (ask: Ask) => ((await ask('presets/')).body as { results: Preset[] }).results
const titlesOf = async (ask: Ask) => (await presetsOf(ask)).map(({ title }) => title)
const categoriesOf = async (ask: Ask) =>
  ((await ask('presetcategories/')).body as { results: { title: string }[] }).results.map(({ title }) => title)
let serial = 0
const save = async (ask: Ask, given: object = {}): Promise<Preset> => {
  serial += 1
  const answer = await ask(
    'presets/',
    post({ title: `Набор ${serial}`, get_params: { case_number: `5-${serial}/2026` }, ...given }),
  )
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body as Preset
}
const caseId = await buildCase(db, { court: { title: 'Заречный районный суд', region: 77, city: 'Заречинск' } })
const { court_id } = await db
  .selectFrom('court_case')
  .select('court_id')
  .where('id', '=', caseId)
  .executeTakeFirstOrThrow()

describe('saving filters (§5, §7)', () => {
  it('answers the preset: normalised, readable, in its place and category', async () => {
    const ask = await person()
    const answer = await ask(
      'presets/',
      post({
        title: ' Митинги ',
        description: 'Для утреннего просмотра',
        category: 'Акции',
        get_params: {
          type: '1',
          court: [court_id],
          has_advocate: 'true',
          judge: [],
          case_number: '',
          stage: null,
          page: '3',
          ordering: 'entry_date',
          size: 50,
        },
      }),
    )
    expect(answer).toMatchObject({ status: 201 })
    expect(answer.body).toEqual({
      id: expect.any(Number),
      title: 'Митинги',
      description: 'Для утреннего просмотра',
      category: { id: expect.any(Number), title: 'Акции' },
      get_params: { type: '1', court: [String(court_id)], has_advocate: true },
      human_readable: { type: 'КОАП', court: 'Заречный районный суд', has_advocate: 'да' },
      position: 1,
      note: null,
    })
    expect((await ask('presets/')).body).toEqual({ count: 1, next: null, previous: null, results: [answer.body] })
    expect(await categoriesOf(ask)).toEqual(['Акции'])
  })
  it('gives back filters that the list of cases takes as they are', async () => {
    const ask = await person()
    const { get_params } = await save(ask, {
      get_params: { type: '2', in_favorites: 'false', penalty_type: ['fine', 'arrest'] },
    })
    expect((await ask(`cases/?${toQuery(toWire(get_params))}`)).status).toBe(200)
  })
  it('keeps the client’s readable text, and only of filters that are set', async () => {
    const { human_readable } = await save(await person(), {
      get_params: { type: '2', stage: '1' },
      human_readable: { type: 'Уголовные', court: 'лишнее' },
    })
    expect(human_readable).toEqual({ type: 'Уголовные', stage: 'Первая инстанция' })
  })
  it('names no court of a region the account does not see', async () => {
    const { human_readable } = await save(await person({ regions: [36] }), { get_params: { court: [court_id] } })
    expect(human_readable).toEqual({ court: `№\u00a0${court_id}` })
  })
  it('removes group_id_* from the articles, for it is a word of the control', async () => {
    const { get_params } = await save(await person(), { get_params: { codex_articles: ['group_id_koap_20.2', '12'] } })
    expect(get_params).toEqual({ codex_articles: ['12'] })
  })
  it('takes one end of a date range for none (§4)', async () => {
    const { get_params } = await save(await person(), { get_params: { type: '1', entry_date_range_min: '2026-01-01' } })
    expect(get_params).toEqual({ type: '1' })
  })
  it('keeps relative dates relative', async () => {
    const { get_params } = await save(await person(), { get_params: { entry_date_range_relative: 'last_7_days' } })
    expect(get_params).toEqual({ entry_date_range_relative: 'last_7_days' })
  })

  it.each([
    [{}, { get_params: ['Нужны параметры фильтров.'] }],
    [{ get_params: { nonsense: '1' } }, { get_params: ['Неизвестный параметр «nonsense».'] }],
    [{ get_params: { defendants: 'Ветрогонов' } }, { get_params: ['Неизвестный параметр «defendants».'] }],
    [{ get_params: { court: ['abc'] } }, { get_params: ['Параметр «court»: нужно целое положительное число.'] }],
    [
      { get_params: { entry_date_range_min: '2026-02-01', entry_date_range_max: '2026-01-01' } },
      { get_params: ['Параметр «entry_date_range_min»: начало больше конца.'] },
    ],
    [{ get_params: { court: { id: 1 } } }, { get_params: ['Нужны строки, числа, true, false или списки.'] }],
    [{ title: ' ', get_params: {} }, { title: ['Название: заполните это поле.'] }],
    [{ title: 'а'.repeat(101), get_params: {} }, { title: ['Название: не больше 100 знаков.'] }],
    [{ title: 'а\0', get_params: {} }, { title: ['Название: недопустимый знак с кодом 0.'] }],
    [{ category: 9_999, get_params: {} }, { category: ['Нет такой категории.'] }],
    [{ category: [], get_params: {} }, { category: ['Категория: нужно название или номер.'] }],
    [{ position: 1, get_params: {} }, { position: ['Неизвестное поле.'] }],
  ])('refuses %j', async (body, errors) =>
    expect(await (await person())('presets/', post({ title: 'Набор', ...body }))).toMatchObject({
      status: 400,
      body: errors,
    }),
  )
  it('refuses a filter that is for some (§6)', async () => {
    const tagged = { title: 'По меткам', get_params: { tags: ['1'] } }
    expect((await (await person())('presets/', post(tagged))).status).toBe(403)
    expect((await (await person({ groups: ['tag_editor'] }))('presets/', post(tagged))).status).toBe(201)
  })
  it('leaves out of an answer what its owner may use no more, and says so', async () => {
    const account = await buildAccount(db, { groups: ['tag_editor'] })
    const { id } = await save(await as(account), { get_params: { type: '1', tags: ['1'] } })
    await db.updateTable('account').set({ groups: [] }).where('id', '=', account.id).execute()
    expect(await presetsOf(await as(account))).toMatchObject([
      { id, get_params: { type: '1' }, note: 'Фильтр «Метки» вам недоступен и не применён.' },
    ])
  })
  it('refuses a name or filters that are saved already, and says where', async () => {
    const ask = await person()
    await save(ask, { title: 'Аресты', get_params: { court: ['1', '2'], has_advocate: 'true' } })
    expect((await ask('presets/', post({ title: 'АРЕСТЫ', get_params: {} }))).body).toEqual({
      title: ['Набор «Аресты» уже есть: назовите этот иначе.'],
    })
    const same = { court: [2, 1], has_advocate: true, page: '2' }
    expect((await ask('presets/', post({ title: 'Другое', get_params: same }))).body).toEqual({
      get_params: ['Такие фильтры уже сохранены: набор «Аресты».'],
    })
    await save(await person(), { title: 'Аресты', get_params: same })
  })
  it('sent twice at once is done once', async () => {
    const ask = await person()
    const twice = post({ title: 'Один', get_params: { type: '1' } })
    const answers = await Promise.all([1, 2, 3].map(() => ask('presets/', twice)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  })
  it('stops at the limit', async () => {
    const account = await buildAccount(db)
    const ask = await as(account)
    await db
      .insertInto('preset')
      .values(
        Array.from({ length: maxPresets }, (_, n) => ({
          account_id: account.id,
          title: `Набор ${n}`,
          position: n + 1,
          get_params: '{}',
          human_readable: '{}',
          filter_key: Buffer.from(String(n)),
        })),
      )
      .execute()
    expect((await ask('presets/', post({ title: 'Лишний', get_params: {} }))).body).toEqual({
      non_field_errors: ['Наборов не больше 200: удалите ненужные.'],
    })
  })
  it('answers no body with more than a sentence', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            title: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
            description: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
            category: fc.jsonValue(),
            get_params: fc.oneof(
              fc.dictionary(
                fc.constantFrom('type', 'court', 'case_number', 'court_city', 'result_text_search', 'x'),
                fc.jsonValue(),
              ),
              fc.dictionary(
                fc.constantFrom('case_number', 'advocate', 'court_city'),
                fc.string({ unit: 'binary', minLength: 1 }),
              ),
              fc.jsonValue(),
            ),
            human_readable: fc.dictionary(
              fc.constantFrom('type', 'case_number', '__proto__', 'x'),
              fc.string({ unit: 'binary' }),
            ),
          },
          { requiredKeys: [] },
        ),
        async body => {
          const { status, text } = await writer('presets/', post(body))
          expect([201, 400], text).toContain(status)
        },
      ),
      { numRuns: 150 },
    ))
})
const writer = await person()

describe('a preset', () => {
  it('is renamed, described, put into another category; what is not said stays', async () => {
    const ask = await person()
    const made = await save(ask, { category: 'Черновики', get_params: { type: '2' } })
    expect(
      (await ask(`presets/${made.id}/`, patch({ title: 'Готово', category: { title: 'Чистовики' } }))).body,
    ).toEqual({
      ...made,
      title: 'Готово',
      category: { id: expect.any(Number), title: 'Чистовики' },
    })
    expect(await categoriesOf(ask)).toEqual(['Чистовики'])
    expect((await ask(`presets/${made.id}/`, patch({ description: 'Зачем', category: null }))).body).toMatchObject({
      title: 'Готово',
      description: 'Зачем',
      category: null,
    })
    expect(await categoriesOf(ask)).toEqual([])
    expect((await ask(`presets/${made.id}/`, patch({}))).status).toBe(200)
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
    expect(await categoriesOf(ask)).toEqual([])
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
  it('opens also when some of its filters count no more', async () => {
    const made = await link(await person(), { type: '1' })
    await db
      .updateTable('saved_link')
      .set({ get_params: JSON.stringify({ type: '1', bygone: ['2'] }) })
      .where('id', '=', made.id)
      .execute()
    expect((await (await person())(`links/${made.id}/`)).body).toEqual({
      ...made,
      note: 'Часть сохранённых фильтров больше не действует.',
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

it('documents what is saved', () => {
  expect(Object.keys(app.swagger().paths ?? {})).toEqual(
    expect.arrayContaining(['/api/v1/presets/{id}/restore/', '/api/v1/links/{id}/']),
  )
})
