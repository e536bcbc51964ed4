import { describe, expect, it } from 'vitest'
import { lawcaseList, tabsList } from '../../test/court-pages.ts'
import type { CourtDirectory, SiteSearch } from './collector.ts'
import { readPage } from './parse.ts'
import { sudrfLawcase } from './sudrf-lawcase.ts'
import { sudrfTabs } from './sudrf-tabs.ts'

const court = { title: 'Заречный районный суд г. Вымышленска', region: 59, vnkod: '59RS9901' }
const courts: CourtDirectory = { ofHost: () => court, ofCode: () => undefined }
const host = 'https://zarechny--prm.sudrf.ru'
const listOf = (body: string, url = `${host}/modules.php?name=sud_delo&name_op=r`) => {
  const reading = readPage({ url, body }, courts)
  if (reading.kind !== 'list') throw new Error(`It is ${reading.kind}`)
  return reading
}
const card = (id: number): string =>
  `/modules.php?name=sud_delo&name_op=case&case_id=${id}&case_uid=uid-${id}&delo_id=1500001`
const linkTo = (id: number, number: string): string => `<a href="${card(id)}">${number}</a><br>`
const koap = 'Дела об административных правонарушениях - первая инстанция'

describe('a list of the tabs layout', () => {
  it('has its number in any column, no day of another court, and nothing where a dash stands', () => {
    const { rows, notes } = listOf(
      tabsList({
        catalogue: koap,
        headings: ['Дата рассмотрения в первой инстанции', 'Судья', '№ дела', 'Дата решения', 'Решение'],
        rows: [['12.01.2026', '-', linkTo(1, '5-1/2026'), '—', '-']],
      }),
    )
    expect(rows).toMatchObject([{ case_number: '5-1/2026' }])
    expect(rows.map(({ judge, result, result_date }) => [judge, result, result_date])).toEqual([
      [undefined, undefined, undefined],
    ])
    expect(notes).toEqual([{ code: 'unknown_column', where: 'list', value: 'Дата рассмотрения в первой инстанции' }])
  })

  it('is known by other headings of its number and day, and gives no judge or outcome of the court below', () => {
    const { rows } = listOf(
      tabsList({
        catalogue: koap,
        headings: ['Дело №', 'Дата<br>регистрации', 'Судья первой инстанции', 'Решение нижестоящего суда'],
        rows: [[linkTo(1, '5-1/2026'), '02.02.2026', 'Судьина А.И.', 'Отменено']],
      }),
    )
    expect(rows.map(({ case_number, entry_date, judge, result }) => [case_number, entry_date, judge, result])).toEqual([
      ['5-1/2026', '2026-02-02', undefined, undefined],
    ])
  })

  it('takes the number that leads to the card, where a row has two', () => {
    const rows = [['17/2025', linkTo(1, '5-1/2026'), '02.02.2026']]
    const read = listOf(tabsList({ catalogue: koap, headings: ['№ производства', '№ дела', 'Дата поступления'], rows }))
    expect(read.rows.map(({ case_number }) => case_number)).toEqual(['5-1/2026'])
  })

  it('says what is promised, where its rows lead and what stands in them, whatever the order of columns', () => {
    const { rows, notes, ...list } = listOf(
      tabsList({
        catalogue: koap,
        count: 'Всего по запросу найдено — 1&nbsp;204. На странице записи с 1 по 2.',
        paging:
          '<a href="./modules.php?name=sud_delo&page=2">2</a> <a href="./modules.php?name=sud_delo&page=49" title="На последнюю страницу списка">&gt;&gt;</a>',
        headings: [
          '№ дела',
          'Судья',
          'Дата<br>поступления',
          'Правонарушение',
          'Дата<br>решения',
          'Решение',
          'Судебные<br>акты',
        ],
        rows: [
          [
            linkTo(1, '5-1/2026 (5-900/2025;)'),
            'Судьина А.И.',
            '02.02.2026',
            'ЁЛКИН П.И. - ст.20.2 ч.5 КоАП РФ<br>Нижестоящий суд (судебный участок):&nbsp;Участок № 1',
            '',
            '',
            '',
          ],
          [
            linkTo(2, '5-2/2026'),
            '',
            '03.02.2026',
            'ООО "РОГА, КОПЫТА"',
            '10.02.2026',
            'Возвращено без рассмотрения',
            '<a href="/modules.php?name=sud_delo&name_op=doc&number=7"><img></a>',
          ],
        ],
      }),
    )
    expect(list).toEqual({
      kind: 'list',
      layout: 'sudrf_tabs',
      catalogue: koap,
      total: 1204,
      from: 1,
      to: 2,
      pages: [
        { number: 1, url: `${host}/modules.php?name=sud_delo&name_op=r` },
        { number: 2, url: `${host}/modules.php?name=sud_delo&page=2` },
        { number: 49, url: `${host}/modules.php?name=sud_delo&page=49` },
      ],
      next_url: `${host}/modules.php?name=sud_delo&page=2`,
    })
    expect(rows).toEqual([
      {
        case_number: '5-1/2026',
        former_numbers: ['5-900/2025'],
        url: `${host}${card(1)}`,
        source_key: 'sudrf|zarechny.prm.sudrf.ru|uid-1',
        entry_date: '2026-02-02',
        judge: 'Судьина А.И.',
        people: [{ name: 'ЁЛКИН П.И.', articles: 'ст.20.2 ч.5 КоАП РФ' }],
        lower_court: 'Участок № 1',
        info: 'ЁЛКИН П.И. - ст.20.2 ч.5 КоАП РФ\nНижестоящий суд (судебный участок): Участок № 1',
        text_urls: [],
      },
      {
        case_number: '5-2/2026',
        former_numbers: [],
        url: `${host}${card(2)}`,
        source_key: 'sudrf|zarechny.prm.sudrf.ru|uid-2',
        entry_date: '2026-02-03',
        result_date: '2026-02-10',
        result: 'Возвращено без рассмотрения',
        people: [{ name: 'ООО "РОГА, КОПЫТА"', articles: '' }],
        info: 'ООО "РОГА, КОПЫТА"',
        text_urls: [`${host}/modules.php?name=sud_delo&name_op=doc&number=7`],
      },
    ])
    expect(notes).toEqual([])
  })

  it.each<[string, { name: string; articles: string }[]]>([
    [
      'А.А. - ст.1.1 КоАП РФ, Б.Б. - ст.2.1 КоАП РФ',
      [
        { name: 'А.А.', articles: 'ст.1.1 КоАП РФ' },
        { name: 'Б.Б.', articles: 'ст.2.1 КоАП РФ' },
      ],
    ],
    ['А.А. - ст.1.1 ч.2; ст.2.1 КоАП РФ', [{ name: 'А.А.', articles: 'ст.1.1 ч.2; ст.2.1 КоАП РФ' }]],
    [
      'А.А., Б.Б. - ст.1.1 КоАП РФ, Не заполнено',
      [
        { name: 'А.А.', articles: 'ст.1.1 КоАП РФ' },
        { name: 'Б.Б.', articles: 'Не заполнено' },
      ],
    ],
    ['Петров-Водкин К.С. - ст.1.1 КоАП РФ', [{ name: 'Петров-Водкин К.С.', articles: 'ст.1.1 КоАП РФ' }]],
    ['ПОДСУДИМЫЙ: А.А. - ст.158 ч.1 УК РФ<br>ПОТЕРПЕВШИЙ: В.В.', [{ name: 'А.А.', articles: 'ст.158 ч.1 УК РФ' }]],
    [
      'А.А. - УК РФ: ст. 30 ч.3 - ст. 158 ч.2 п. г; ст. 161 ч.1; Б.Б. - УК РФ: [ст. 158 ч.1] [ст. 162 ч.2] Суд (судебный участок) первой инстанции: Заречный районный суд',
      [
        { name: 'А.А.', articles: 'УК РФ: ст. 30 ч.3 - ст. 158 ч.2 п. г; ст. 161 ч.1' },
        { name: 'Б.Б.', articles: 'УК РФ: [ст. 158 ч.1] [ст. 162 ч.2]' },
      ],
    ],
    ['А.А. Судья (мировой судья) первой инстанции: Судьина Р.И.', [{ name: 'А.А.', articles: '' }]],
    ['КАТЕГОРИЯ: Главы 1<br>ПРИВЛЕКАЕМОЕ ЛИЦО: Информация скрыта', [{ name: 'Информация скрыта', articles: '' }]],
  ])('tells people and their articles apart: %s', (info, people) => {
    const list = listOf(
      tabsList({ catalogue: koap, headings: ['№ дела', 'Информация по делу'], rows: [[linkTo(1, '5-1/2026'), info]] }),
    )
    expect(list.rows[0]?.people).toEqual(people)
  })

  it('has no result where the site says that there are no data', () => {
    const { rows, notes } = listOf(
      tabsList({
        catalogue: koap,
        headings: ['№ дела', 'Дата решения', 'Решение', 'Судья'],
        rows: [[linkTo(1, '5-1/2026'), 'нет данных', 'Нет данных', 'не распределено']],
      }),
    )
    expect(rows).toMatchObject([{ case_number: '5-1/2026' }])
    expect([rows[0]?.result, rows[0]?.result_date, rows[0]?.judge, notes]).toEqual([
      undefined,
      undefined,
      undefined,
      [],
    ])
  })

  it('tells of rows that are short of its own count, of columns and dates it cannot read', () => {
    const { notes } = listOf(
      tabsList({
        catalogue: koap,
        count: 'Всего по запросу найдено — 3. На странице записи с 1 по 3.',
        headings: ['№ дела', 'Дата поступления', 'Погода'],
        rows: [
          [linkTo(1, '5-1/2026'), 'вчера', ''],
          ['без ссылки', '', ''],
        ],
      }),
    )
    expect(notes.map(({ code }) => code)).toEqual(['unknown_column', 'unreadable_date', 'missing', 'count_differs'])
  })
})

describe('a list of the lawcase layout', () => {
  it('is read once, and leads to its next page, which the site draws by a script', () => {
    const link = `<a class="open-lawcase" href="/modules.php?name=sud_delo&name_op=case&_id=1&_uid=UID-1&_deloId=1500001">5-1/2026</a>`
    const list = listOf(
      lawcaseList({
        catalogue: koap,
        count: 'Всего по запросу найдено - <b>30</b>.&nbsp; <span>На странице записи с <b>1</b> по <b>1</b>.</span>',
        headings: ['Номер дела', 'Информация по делу'],
        rows: [[link, 'А.А. - ст.1.1 КоАП РФ']],
      }),
      `${host}/modules.php?name=sud_delo&name_op=r&Submit=%CD%E0%E9%F2%E8`,
    )
    expect(list).toMatchObject({ total: 30, rows: [{ source_key: 'sudrf|zarechny.prm.sudrf.ru|uid-1' }] })
    expect(list.next_url).toBe(`${host}/modules.php?name=sud_delo&name_op=r&Submit=%CD%E0%E9%F2%E8&_page=2`)
  })
})

describe('asking a site', () => {
  const search: SiteSearch = {
    court: { ...court, url: 'http://zarechny.prm.sudrf.ru/' },
    type: 1,
    stage: 1,
    from: '2026-06-01',
    to: '2026-06-07',
  }
  const asked = (adapter: typeof sudrfTabs, changes: Partial<SiteSearch>): Record<string, string>[] =>
    adapter.searchUrls({ ...search, ...changes }).map(url => Object.fromEntries(new URLSearchParams(url.split('?')[1])))

  it('writes the whole question as the site wants it, in windows-1251', () => {
    expect(
      sudrfTabs.searchUrls({
        ...search,
        article: '20.2 ч.5',
        name: 'Ёлкин №1',
        server: 2,
        page: 3,
        captcha: { code: '12345', id: 'x' },
      }),
    ).toEqual([
      'http://zarechny.prm.sudrf.ru/modules.php?name=sud_delo&srv_num=2&name_op=r&page=3&delo_id=1500001&case_type=0&new=0' +
        '&adm_parts__NAMESS=%A8%EB%EA%E8%ED+%B91&adm_case__CASE_NUMBERSS=&adm_case__JUDICIAL_UIDSS=&captcha=12345&captchaid=x' +
        '&delo_table=adm_case&adm_case__ENTRY_DATE1D=01.06.2026&adm_case__ENTRY_DATE2D=07.06.2026' +
        '&adm_parts__LAW_ARTICLESS=20.2+%F7.5&Submit=%CD%E0%E9%F2%E8',
    ])
  })
  it.each<[string, Partial<SiteSearch>, [string, string, string][]]>([
    ['КоАП, first instance', { type: 1, stage: 1 }, [['1500001', '0', 'adm_case']]],
    ['КоАП, review', { type: 1, stage: 2 }, [['1502001', '0', 'adm1_case']]],
    ['УК, first instance', { type: 2, stage: 1 }, [['1540006', '0', 'u1_case']]],
    ['УК, appeal', { type: 2, stage: 2 }, [['4', '4', 'u2_case']]],
    [
      'КоАП in a regional court',
      { stage: 2, court: { title: 'Вымышленский областной суд', url: host } },
      [
        ['1502001', '0', 'adm1_case'],
        ['1513001', '0', 'adm2_case'],
      ],
    ],
    [
      'КоАП in cassation',
      { stage: 2, court: { title: 'Второй кассационный суд общей юрисдикции', url: host } },
      [['2550001', '0', 'adm33_case']],
    ],
  ])('asks the catalogue of %s', (_, changes, catalogues) => {
    expect(asked(sudrfTabs, changes).map(query => [query.delo_id, query.new, query.delo_table])).toEqual(catalogues)
  })
  it('names the accused of a criminal case by the fields of its catalogue', () => {
    expect(asked(sudrfTabs, { type: 2, case_number: '1-5/2026' })[0]).toMatchObject({
      u1_case__CASE_NUMBERSS: '1-5/2026',
      u1_case__ENTRY_DATE1D: '01.06.2026',
      U1_DEFENDANT__NAMESS: '',
    })
  })
  it('asks the other layout by the code of the court; an appeal is the first catalogue anew', () => {
    expect(asked(sudrfLawcase, { case_uid: '59RS9901-01-2026-000017-11', page: 2 })[0]).toMatchObject({
      name_op: 'r',
      _deloId: '1500001',
      _new: '0',
      _page: '2',
      case__vnkod: '59RS9901',
      case__entry_date1d: '01.06.2026',
      case__entry_date2d: '07.06.2026',
      case__judicial_uidss: '59RS9901-01-2026-000017-11',
    })
    expect(asked(sudrfLawcase, { type: 2, stage: 2 })[0]).toMatchObject({ _deloId: '1540006', _new: '4' })
  })
})
