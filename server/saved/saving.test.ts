import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxPresets } from '#shared/domain/limits.ts'
import { toWire } from '#shared/filters/stored-params.ts'
import { toQuery } from '#shared/filters/wire.ts'
import { post } from '../../test/app.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'
import { askCategories, presetsOf, save, savingApp } from '../../test/saving.ts'

const { db, as, person } = await savingApp()
const caseId = await buildCase(db, { court: { title: 'Заречный районный суд', region: 77, city: 'Заречинск' } })
const { court_id } = await db
  .selectFrom('court_case')
  .select('court_id')
  .where('id', '=', caseId)
  .executeTakeFirstOrThrow()
const writer = await person()

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
      human_readable: { type: 'КоАП', court: 'Заречный районный суд', has_advocate: 'да' },
      position: 1,
      note: null,
    })
    expect((await ask('presets/')).body).toEqual({ count: 1, next: null, previous: null, results: [answer.body] })
    expect(await askCategories(ask)).toEqual(['Акции'])
  })
  it('gives back filters that the list of cases takes as they are', async () => {
    const ask = await person()
    const { get_params } = await save(ask, {
      get_params: { type: '2', in_favorites: 'false', penalty_type: ['fine', 'arrest'] },
    })
    expect((await ask(`cases/?${toQuery(toWire(get_params))}`)).status).toBe(200)
  })
  it('puts the set filters into words itself, and keeps none that are sent (§14)', async () => {
    const { human_readable } = await save(await person(), {
      get_params: { type: '2', stage: '1' },
      human_readable: { type: 'Уголовные', court: 'лишнее' },
    })
    expect(human_readable).toEqual({ type: 'УК', stage: 'Первая инстанция' })
  })
  it('names no court of a region the account does not see', async () => {
    const { human_readable } = await save(await person({ regions: [36] }), { get_params: { court: [court_id] } })
    expect(human_readable).toEqual({ court: 'суд вне ваших регионов' })
  })
  it('says an article with all of its parts in one word, as its tag does, and each part where one is left out', async () => {
    const ask = await person()
    const parts = await db
      .selectFrom('article')
      .where('codex', '=', 'koap')
      .where('article_number', '=', '20.2')
      .select('id')
      .orderBy('id')
      .execute()
    const ids = parts.map(({ id }) => id)
    const said = async (get_params: object) => (await save(ask, { get_params })).human_readable
    expect(await said({ codex_articles: ids })).toEqual({ codex_articles: '20.2 (вся)' })
    expect(await said({ codex_articles_not: ids })).toEqual({ codex_articles_not: 'не 20.2 (вся)' })
    const some = await said({ codex_articles: ids.slice(1) })
    expect(some).toEqual({ codex_articles: expect.stringMatching(/^20\.2 ч\.\u00a01, .*20\.2 ч\.\u00a08$/) })
    // Both filters are said by the same names.
    expect(await said({ codex_articles: ids, codex_articles_not: ids.slice(0, 1) })).toEqual({
      codex_articles: expect.not.stringContaining('(вся)'),
      codex_articles_not: expect.not.stringContaining('(вся)'),
    })
  })
  it('says each part to who sees some regions, of a past day: others than those of now may have occurred there', async () => {
    const parts = await db
      .selectFrom('article')
      .where('codex', '=', 'koap')
      .where('article_number', '=', '20.2')
      .select('id')
      .execute()
    const asked = { codex_articles: parts.map(({ id }) => id) }
    const past = { ...asked, as_of: '2026-11-20' }
    const saidTo = async (ask: Awaited<ReturnType<typeof person>>, get_params: object) =>
      (await save(ask, { get_params })).human_readable?.codex_articles
    const limited = await person({ regions: [36] })
    expect(await saidTo(limited, asked)).toBe('20.2 (вся)')
    expect(await saidTo(limited, past)).toMatch(/^(?!.*вся).*20\.2 ч\.\u00a05/)
    expect(await saidTo(await person(), past)).toBe('20.2 (вся)')
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
    [
      { get_params: { result_text_search: 'плакат & (', text_search_type: 'raw' } },
      { result_text_search: [expect.stringMatching(/[а-я].*\.$/)] },
    ],
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
