import type { KyselyPlugin } from 'kysely'
import { describe, expect, it } from 'vitest'
import { exportColumnNames, exportColumnOf } from '#shared/domain/export-columns.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { type Ask, asking, testApp } from '../../test/app.ts'
import { buildAccount, buildCase, buildCases } from '../../test/factories.ts'
import { buildRichCase } from '../../test/rich-case.ts'
import { clearFolder, temporaryFolder } from '../../test/temporary-folder.ts'
import { unzipped } from '../../test/unzipped.ts'
import { createAccessToken } from '../accounts/access-tokens.ts'
import { buildApp } from '../app.ts'
import { copyEngine } from '../replica/copy-engine.ts'
import { defaultMemoryShare } from '../replica/copy-memory.ts'
import { openReplica } from '../replica/open-replica.ts'

/** The list of cases as a file (§3 CSV columns, §7 `data/casescsv/export.csv`). Long because one database serves all of it. */
const { app, db, url, as } = await testApp({ publicUrl: 'https://sud.example', exportDirectLimit: 7 })
const rich = await buildRichCase(db)
await buildCases(
  db,
  Array.from({ length: 320 }, (_, n) => ({
    court: { title: `Выдуманный суд № ${n % 3}`, region: [50, 77, 78][n % 3] ?? 77, city: 'Зареченск; центр' },
    case_number: `1-${(n % 11) + 1}/2026`,
    entry_date: n % 7 === 0 ? undefined : `2026-0${(n % 8) + 1}-1${n % 10}`,
    defendants: [{ name: n % 5 === 0 ? '=HYPERLINK("https://e.example")' : 'Ветрогонов П. И.' }],
    text: n % 2 === 0 ? `Суд постановил: плакат № ${n} вернуть.` : undefined,
  })),
)
const tagEditor = await buildAccount(db, { groups: ['tag_editor'] })
const member = await buildAccount(db)
const editor = await as(tagEditor)
const ask = await as(member)

const file = async (query: string, asker: Ask = ask, kind = 'export.csv') => {
  const { status, text, headers } = await asker(`data/casescsv/${kind}?${query}`)
  expect(status, text).toBe(200)
  return { text, headers, lines: text.split('\r\n').slice(0, -1) }
}
const idsOf = (lines: readonly string[]) => lines.slice(1).map(line => Number(line.split(';')[0]))

describe('the file of a list', () => {
  it.each([
    '',
    'type=1&stage=1',
    'ordering=case_number',
    'ordering=-region&court_city=Зареченск; центр',
    'ordering=result_date&regions_not=77',
    'result_text_search=плакат&ordering=entry_date',
    'result_text_search=плакат.*5&text_search_type=regexp',
    'result_text_search=плакат&ordering=relevance',
    'result_text_search=суд плакат&ordering=relevance&type=1',
    'in_favorites=false&defendant=ветрогонов',
  ])('has the ids of the list in its order: %s', async query => {
    const { lines, headers } = await file(`${query}&fields=id`)
    const listed: number[] = []
    let count = 0
    for (const page of [1, 2, 3, 4]) {
      const { body } = await ask(`cases/?${query}&size=100&page=${page}`)
      const list = body as { count: number; results: { id: number }[] }
      listed.push(...list.results.map(({ id }) => id))
      count = list.count
    }
    expect(idsOf(lines)).toEqual(listed)
    expect(Number(headers['x-total-count'])).toBe(count)
    expect(count).toBeGreaterThan(5)
  })
  it('has every column of the specification in its order, under a head for people', async () => {
    const { lines, text, headers } = await file('', editor)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="cases.csv"; filename\*=UTF-8''%D0%94/)
    expect(text.startsWith('\uFEFFНомер в Судмониторе;Дата поступления;')).toBe(true)
    expect(lines[0]?.slice(1)).toBe(exportColumnNames.map(name => exportColumnOf(name).label).join(';'))
    expect(lines.find(line => line.startsWith(`${rich};`))).toBe(
      `${rich};2026-03-02;2026-03-20;КоАП;Первая инстанция;https://court.example/case;https://sud.example/cases/${rich};2026-04-20;"19.3 ч. 1 КоАП; 20.2 ч. 5 КоАП; 20.2 ч. 6.1 КоАП";https://sud.example/cases/text/${rich};Суд установил: гражданин стоял с плакатом. Постановил: назначить штраф.;штраф 10 000 ₽ (под вопросом);"Ветрогонов Пётр Ильич; Информация скрыта";"Мужской; Не указан";Белоозёрова Нина Викторовна;Заречный районный суд;нет;Заречинск;Москва;Вынесено постановление о назначении административного наказания;Штраф (под вопросом);10000;5-209/2026;77RS9999-01-2026-000123-45;пикет;рублей`,
    )
  })
  it.each([
    ['fields=judge&fields=case_uid&fields=id&fields=entry_date', 'id;entry_date;judge;case_uid'],
    ['fields=case_number,id,court', 'id;court;case_number'],
  ])('has the columns asked for, in the one order: %s', async (query, order) => {
    const { lines } = await file(`${query}&case_number=5-209`)
    expect(lines[0]).toBe(
      `\uFEFF${exportColumnNames
        .filter(name => order.split(';').includes(name))
        .map(name => exportColumnOf(name).label)
        .join(';')}`,
    )
  })
  it('holds no cell that a table program would compute or take for a date', async () => {
    const { text } = await file('fields=id,case_number,defendants_simple')
    expect(text).toContain(`;"'=HYPERLINK(""https://e.example"")";'1-1/2026\r\n`)
    expect(text).not.toMatch(/(^|;)"?[=+@]/m)
    expect(text).not.toMatch(/;1-\d+\/2026/)
  })
  it('by relevance says so, goes on where another ended, and is refused without words', async () => {
    const query = 'result_text_search=плакат&ordering=relevance&fields=id'
    const [whole, rest] = await Promise.all([file(query), file(`${query}&limit=3&offset=2`)])
    expect(rest.lines.slice(1)).toEqual(whole.lines.slice(3, 6))
    expect(whole.lines).not.toEqual((await file(query.replace('relevance', '-entry_date'))).lines)
    expect((await file(query, ask, 'about.csv')).text).toContain('Порядок;По релевантности')
    expect((await file(`${query}&case_number=нет-такого`)).lines).toHaveLength(1)
    const refusal = { status: 400, body: { ordering: [expect.stringContaining('Добавьте слова')] } }
    for (const kind of ['export.csv', 'about.csv'])
      expect(await ask(`data/casescsv/${kind}?ordering=relevance`)).toMatchObject(refusal)
    const asked = { selected_columns: ['id'], filters: {}, ordering: 'relevance' }
    expect(await ask('exports/', { method: 'POST', body: asked })).toMatchObject(refusal)
  })
  it('is as long as asked for', async () => {
    const { lines, headers } = await file('fields=id&limit=3')
    expect([lines.length, headers['x-total-count']]).toEqual([4, '3'])
  })
  it('goes on where another file ended', async () => {
    const [whole, rest] = await Promise.all([file('fields=id&limit=5'), file('fields=id&limit=3&offset=2')])
    expect(rest.lines.slice(1)).toEqual(whole.lines.slice(3))
    expect([rest.headers['x-total-count'], (await file('fields=id&offset=9000')).headers['x-total-count']]).toEqual([
      '3',
      '0',
    ])
  })
  it('is named after the set of its filters, else after the filters themselves', async () => {
    const owner = await as(await buildAccount(db, {}))
    const named = async (query: string, asker = owner): Promise<string> => {
      const { headers } = await asker(`data/casescsv/export.csv?fields=id&${query}`)
      return decodeURIComponent(/UTF-8''(.+)$/.exec(String(headers['content-disposition']))?.[1] ?? '')
    }
    expect(await named('')).toBe(`Дела ${today()}.csv`)
    const query = 'type=1&stage=2&case_number=5-1%2F2026'
    const inWords = `Дела КоАП второй инстанции номер дела «5-1 2026» ${today()}.csv`
    expect(await named(query)).toBe(inWords)
    const get_params = { case_number: '5-1/2026', stage: '2', type: '1' }
    await owner('presets/', { method: 'POST', body: { title: '../Жалобы: «весна»?', get_params } })
    expect(await named(query)).toBe(`Жалобы «весна» ${today()}.csv`)
    expect(await named(`${query}&has_result=true`)).not.toContain('Жалобы')
    expect(await named(query, ask)).toBe(inWords)
  })
  it.each([
    ['', /^Дела номер дела «€+… \d{4}-\d\d-\d\d\.csv$/],
    // Without its day, a file of the past would be called one of today.
    [`&as_of=${today()}`, /^Дела номер дела «€+…, по состоянию на \d+ [а-я]+ \d{4} года \d{4}-\d\d-\d\d\.csv$/],
  ])('has a name that a file system takes, however long its filters%s', async (then, called) => {
    const long = `fields=id&case_number=${'%E2%82%AC'.repeat(180)}`
    const { status, headers } = await ask(`data/casescsv/export.csv?${long}${then}`)
    expect(status).toBe(200)
    const name = decodeURIComponent(/UTF-8''(.+)$/.exec(String(headers['content-disposition']))?.[1] ?? '')
    expect(Buffer.byteLength(name)).toBeLessThan(230)
    expect(name).toMatch(called)
  })
  it.each([
    ['fields=case_number', 'fields', 'Среди столбцов нужен id.'],
    ['fields=id,id', 'fields', 'Столбец назван дважды.'],
    ['fields=id,password', 'fields', `Столбца «password» нет. Столбцы: ${exportColumnNames.join(', ')}.`],
    ['limit=0', 'limit', undefined],
    ['offset=-1', 'offset', undefined],
    ['page=2', 'page', 'Неизвестный параметр.'],
    ['result_text_search=(&text_search_type=regexp', 'result_text_search', undefined],
  ])('is refused where %s', async (query, name, sentence) => {
    const { status, body } = await ask(`data/casescsv/export.csv?${query}`)
    expect(status).toBe(400)
    expect(Object.keys(body as object)).toEqual([name])
    if (sentence) expect(body).toEqual({ [name]: [sentence] })
  })
  it.each([
    ['annulled', { appeal_result: 'Отменено с прекращением производства' }, ' (отменено)'],
    ['changed', { appeal_result: 'Удовлетворено частично' }, ' (изменено)'],
    ['upheld', { appeal_result: 'Оставлено без изменения' }, ''],
  ])('says beside a penalty that its decision was %s', async (fate, told, mark) => {
    const case_number = `5-${fate.length}777/2026`
    const penalties = [{ type: 'fine' as const, value: 5_000, text: 'штраф 5 000 рублей' }]
    const id = await buildCase(db, { case_number, penalties, ...told })
    const { lines } = await file(`case_number=${case_number}&fields=id,penalty,penalty_type`)
    await db.deleteFrom('court_case').where('id', '=', id).execute()
    expect(lines[1]).toBe(`${id};штраф 5 000 ₽${mark};Штраф${mark}`)
  })
  it('says so only to who may see the court that reviewed it', async () => {
    const penalties = [{ type: 'fine' as const, value: 5_000, text: 'штраф 5 000 рублей' }]
    const id = await buildCase(db, { case_number: '5-8777/2026', penalties })
    const court = { title: 'Вымышленский областной суд', region: 64 }
    const review = await buildCase(db, { stage: 2, court, result: 'Отменено' })
    await db.insertInto('case_link').values({ case_id: id, other_id: review, why: 'same_uid', certainty: 1 }).execute()
    const region = await db.selectFrom('court_case').where('id', '=', id).select('region').executeTakeFirstOrThrow()
    const limited = await as(await buildAccount(db, { regions: [region.region] }))
    const query = 'case_number=5-8777&fields=id,penalty'
    expect((await file(query)).lines[1]).toBe(`${id};штраф 5 000 ₽ (отменено)`)
    expect((await file(query, limited)).lines[1]).toBe(`${id};штраф 5 000 ₽`)
    await db.deleteFrom('court_case').where('id', 'in', [id, review]).execute()
  })
  it('has tags only for those who may see them, and says so (§3)', async () => {
    expect((await file('fields=id,tags&case_number=5-209', editor)).lines[1]).toBe(`${rich};пикет`)
    const { status, body } = await ask('data/casescsv/export.csv?fields=id,tags')
    expect([status, body]).toEqual([403, { detail: 'Столбец «Метки» (tags) вам недоступен.' }])
    expect((await file('')).lines[0]).not.toContain('Метки')
  })
  it('keeps to the regions of the account, and tells whose favourites are whose', async () => {
    const limited = await buildAccount(db, { regions: [50] })
    const { lines } = await file('fields=id,region', await as(limited))
    expect(new Set(lines.slice(1).map(line => line.split(';')[1]))).toEqual(new Set(['Московская область']))
    expect(lines.length).toBe(108)
    expect((await file('', await as(await buildAccount(db, { regions: [] })))).lines.length).toBe(1)
    await db.insertInto('favourite').values({ account_id: member.id, case_id: rich }).execute()
    expect((await file('fields=id,in_favorites&case_number=5-209')).lines[1]).toBe(`${rich};да`)
    expect((await file('fields=id,in_favorites&case_number=5-209', editor)).lines[1]).toBe(`${rich};нет`)
  })
  it('can be got by a script with a personal key', async () => {
    const key = await createAccessToken(db, member.id, { name: 'выгрузка', days: 1 })
    const answer = await app.inject({
      url: '/api/v1/data/casescsv/export.csv?fields=id',
      headers: { authorization: `Bearer ${key?.token}`, 'accept-encoding': 'gzip' },
    })
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, 'gzip'])
  })
})

describe('other kinds of the file', () => {
  it('as NDJSON says the same with lists, numbers and nulls', async () => {
    const { text, headers } = await file(
      'case_number=5-209&fields=id,type,codex_articles,penalty_value,in_favorites,tags',
      editor,
      'export.ndjson',
    )
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    expect(
      text
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line)),
    ).toEqual([
      {
        id: rich,
        type: 'КоАП',
        codex_articles: ['19.3 ч. 1 КоАП', '20.2 ч. 5 КоАП', '20.2 ч. 6.1 КоАП'],
        in_favorites: false,
        penalty_value: [10_000],
        tags: ['пикет'],
      },
    ])
  })
  it('as a workbook has days as days, numbers as numbers, texts as texts, and a sheet about itself', async () => {
    const answer = await app.inject({
      url: `/api/v1/data/casescsv/export.xlsx?case_number=5-209&regions=77&fields=id,entry_date,case_number,penalty_value`,
      headers: { authorization: await bearer() },
    })
    const sheets = unzipped(answer.rawPayload)
    const rows = sheets.get('xl/worksheets/sheet1.xml') ?? ''
    // 2 March 2026 is day 46083 of Excel.
    expect(rows).toContain(
      `<row r="2"><c r="A2"><v>${rich}</v></c><c r="B2" s="1"><v>46083</v></c><c r="C2"><v>10000</v></c><c r="D2" t="inlineStr"><is><t xml:space="preserve">5-209/2026</t></is></c></row>`,
    )
    const about = sheets.get('xl/worksheets/sheet2.xml') ?? ''
    for (const words of ['Номер дела', '5-209', 'Регион', 'Москва', 'по Москве', 'Дел в базе: 321'])
      expect(about).toContain(words)
    expect(sheets.get('xl/workbook.xml')).toContain('<sheet name="О выгрузке"')
  })
  it('says beside a CSV what it is', async () => {
    const { text } = await file('case_number=5-209&regions_not=50&limit=5', ask, 'about.csv')
    expect(text).toContain('Номер дела;5-209\r\n')
    expect(text).toContain('Регион;не Московская область\r\n')
    expect(text).toContain('Дел в файле;1\r\n')
    expect(text).toMatch(/Собрано;\d+ [а-я]+ 2\d{3}, \d\d:\d\d по Москве\r\n/)
  })
  it('of picked cases has these alone, in the order of the list, of those that the account may see', async () => {
    const picked = idsOf((await file('fields=id,region&ordering=entry_date&limit=30')).lines).toReversed()
    const query = `cases=${picked.join(',')}&fields=id&ordering=entry_date`
    expect(idsOf((await file(query)).lines)).toEqual(picked.toReversed())
    expect((await file(query, ask, 'about.csv')).text).toMatch(/Дел в файле;30\r\nОтбор;Только выбранные дела\r\n/)
    const limited = await as(await buildAccount(db, { regions: [77] }))
    const seen = idsOf((await file('fields=id', limited)).lines)
    expect(idsOf((await file(query, limited)).lines).toSorted()).toEqual(
      picked.filter(id => seen.includes(id)).toSorted(),
    )
    // Words of a list that stands by relevance do not put picked cases in order.
    expect(
      idsOf((await file(`cases=${rich}&fields=id&ordering=relevance&result_text_search=гражданин`)).lines),
    ).toEqual([rich])
    for (const wrong of ['cases=1,', 'cases=нет', 'cases=0', `cases=${Array.from({ length: 1_001 }, (_, n) => n + 1)}`])
      expect((await ask(`data/casescsv/export.csv?${wrong}`)).status).toBe(400)
  })
  it('of one case is a line of the same table', async () => {
    const { status, text, headers } = await ask(`cases/${rich}/file/`)
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(text.split('\r\n')[1]).toMatch(new RegExp(`^${rich};2026-03-02;`))
    expect((await ask('cases/999999/file/')).status).toBe(404)
    expect((await ask(`cases/${rich}/file/?format=doc`)).status).toBe(400)
  })
})

describe('the form of exports', () => {
  it('begins with the usual columns and the limit of the operator (§9)', async () => {
    const { body } = await editor('exports/settings/')
    expect(body).toMatchObject({ direct_limit: 7 })
    expect((body as { selected_columns: string[] }).selected_columns).toContain('case_number')
  })
  it('remembers the columns of the account, never one that is not theirs', async () => {
    const put = (selected_columns: string[]) => ({ method: 'PUT', body: { selected_columns } }) as const
    expect((await ask('exports/settings/', put(['judge', 'id']))).body).toMatchObject({
      selected_columns: ['id', 'judge'],
    })
    expect((await ask('exports/settings/')).body).toMatchObject({ selected_columns: ['id', 'judge'] })
    expect((await ask('exports/settings/', put(['id', 'tags']))).status).toBe(403)
    expect((await ask('exports/settings/', put(['judge']))).status).toBe(400)
    await editor('exports/settings/', put(['id', 'tags']))
    await db.updateTable('account').set({ groups: [] }).where('id', '=', tagEditor.id).execute()
    const { body } = await (await as(tagEditor))('exports/settings/')
    expect((body as { selected_columns: string[] }).selected_columns).not.toContain('tags')
  })
})

describe('the file of a list that the copy has put in order', () => {
  it('has the same bytes, whoever asks for whatever', async () => {
    const folder = temporaryFolder()
    const replica = openReplica({ url, folder, memoryShare: defaultMemoryShare, threads: 1 })
    let answered = 0
    const copied = await buildApp({
      db,
      publicUrl: 'https://sud.example',
      copy: () => {
        const reader = replica.reader()
        const failed = (error: unknown) => {
          throw error
        }
        return reader && copyEngine(reader.withPlugin(counting(() => answered++)), failed)
      },
    })
    const limited = await buildAccount(db, { regions: [77, 50] })
    await replica.caughtUp()
    for (const who of [member, limited])
      for (const asked of [
        ...[
          '',
          'ordering=name&regions=77',
          'ordering=-cases_count&limit=3&court_city=Зареченск; центр',
          'defendants=ветрогонов',
        ].map(query => `data/defendantscsv/export.csv?${query}`),
        ...[
          '',
          'ordering=case_number',
          'ordering=-result_date&limit=15&offset=40',
          'ordering=-region&court_city=Зареченск; центр',
          'regions_not=77&has_penalty=false',
          'offset=5000',
          'defendant=ветрогонов&ordering=entry_date',
          'in_favorites=false',
          'result_text_search=плакат',
        ].map(query => `data/casescsv/export.csv?${query}`),
      ]) {
        const [truth, copy] = await Promise.all([(await as(who))(asked), (await asking(copied, db).as(who))(asked)])
        expect(copy.text, asked).toBe(truth.text)
        expect(copy.headers['x-total-count'], asked).toBe(truth.headers['x-total-count'])
      }
    await copied.close()
    await replica.stop()
    clearFolder(folder)
    expect(answered).toBeGreaterThan(30)
  })
})

let keys = 0
async function bearer(): Promise<string> {
  const key = await createAccessToken(db, member.id, { name: `ключ ${++keys}`, days: 1 })
  return `Bearer ${key?.token}`
}

const counting = (count: () => void): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    count()
    return node
  },
  transformResult: async ({ result }) => result,
})
