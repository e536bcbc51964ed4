import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  actsTab,
  answers,
  headedTable,
  inWindows1251,
  labelTable,
  lawcaseCard,
  lawcaseLabels,
  lawcaseTable,
  placed,
  site,
  tabsCard,
  tabsList,
} from '../../test/court-pages.ts'
import { caseRecord } from '../ingest/case-record.ts'
import type { CourtDirectory, PageReading } from './collector.ts'
import { decode } from './open-page.ts'
import { parse, readPage } from './parse.ts'

const court = { title: 'Заречный районный суд г. Вымышленска', region: 59, city: 'Вымышленск', vnkod: '59RS9901' }
const courts: CourtDirectory = {
  ofHost: host => (host === 'zarechny.prm.sudrf.ru' ? court : undefined),
  ofCode: () => undefined,
}
const host = 'https://zarechny--prm.sudrf.ru'
const cardUrl = `${host}/modules.php?name=sud_delo&srv_num=1&name_op=case&case_id=17&case_uid=AB12-CD&delo_id=1500001`
const read = (body: string | Uint8Array, url = cardUrl): PageReading => readPage({ url, body }, courts)
const cardOf = (body: string | Uint8Array, url = cardUrl) => {
  const reading = read(body, url)
  if (reading.kind !== 'card') throw new Error(`It is ${reading.kind}`)
  return reading
}

const movement = [
  'Наименование события',
  'Дата',
  'Время',
  'Место проведения',
  'Результат события',
  'Основание для выбранного результата события',
  'Примечание',
  placed,
]
const koapCard = tabsCard({
  number: '5-17/2026',
  catalogue: 'Дела об административных правонарушениях - первая инстанция',
  foot: 'опубликовано 02.02.2026 10:00, изменено 20.02.2026 11:30',
  tabs: [
    {
      title: 'ДЕЛО',
      html: labelTable('ДЕЛО', [
        [
          'Уникальный идентификатор дела',
          '<a href="/modules.php?name=sud_delo&name_op=r_juid"><u>59RS9901-01-2026-000017-11</u></a>',
        ],
        ['Дата поступления', '02.02.2026'],
        ['Номер протокола об АП', '59 АБ № 000017'],
        ['Судья', 'Судьина&nbsp;А.И.'],
        ['Дата рассмотрения', '16.02.2026'],
        [
          'Результат рассмотрения',
          'Вынесено постановление о назначении административного наказания (п.1 ч.1 ст.29.9 КоАП РФ)',
        ],
        ['Признак рассмотрения дела', 'Рассмотрено единолично судьей'],
      ]),
    },
    {
      title: 'ДВИЖЕНИЕ ДЕЛА',
      html: headedTable('ДВИЖЕНИЕ ДЕЛА', [
        movement,
        ['Передача дела судье', '02.02.2026', '09:05', '', '', '', '', '02.02.2026'],
        [
          'Рассмотрение дела по существу',
          '16.02.2026',
          '9:30',
          '105',
          'Рассмотрение отложено',
          'Прочие основания',
          'по ходатайству',
          '03.02.2026',
        ],
      ]),
    },
    {
      title: 'СТОРОНЫ ПО ДЕЛУ',
      html: headedTable('СТОРОНЫ ПО ДЕЛУ', [
        ['Вид лица, участвующего в деле', 'Фамилия / наименование', 'Перечень статей', 'ИНН'],
        ['ПРИВЛЕКАЕМОЕ ЛИЦО', 'Ёлкин Пётр Ильич', 'ст.20.2 ч.5; ст.19.3 ч.1 КоАП РФ', ''],
        ['Защитник', 'Защитина О.О.', '', ''],
        ['Потерпевший', 'Информация скрыта', '', ''],
      ]),
    },
    {
      title: 'ПЕРЕСМОТР ПОСТАНОВЛЕНИЙ И РЕШЕНИЙ',
      html: `<table id="tablcont" class="table"><tr><th colspan="2"><b>ЖАЛОБА № 1*</b></th></tr>
        <tr><td><b>Заявитель</b></td><td>Привлекаемое лицо&nbsp;</td></tr>
        <tr><th colspan="2"><b>---=== ДВИЖЕНИЕ ЖАЛОБЫ ===---</b></th></tr>
        <tr><td colspan="2"><table id="tablcont"><thead><tr><td><b>Событие</b></td><td><b>Дата</b></td><td><b>Результат</b></td></tr></thead>
        <tr><td>Направлено в вышестоящую инстанцию</td><td>01.03.2026</td><td></td></tr>
        <tr><td>Рассмотрение жалобы</td><td>20.03.2026</td><td></td></tr></table></td></tr>
        <tr><td><b>Номер дела в вышестоящем суде</b></td><td>12-9/2026</td></tr>
        <tr><td><b>Результат обжалования</b></td><td>Без изменения&nbsp;</td></tr></table>`,
    },
    {
      title: 'СУДЕБНЫЕ АКТЫ',
      html: actsTab([
        { title: 'Судебный акт #1 (Определение)', html: '<p>О подготовке дела.</p>' },
        {
          title: 'Судебный акт #2 (Постановление)',
          html: '<p>Дело № 5-17/2026</p><p>п о с т а н о в и л:<br>назначить штраф&nbsp;<span class="Nomer2">&lt;сумма&gt;</span>.</p>',
        },
      ]),
    },
  ],
})

describe('a card of the tabs layout', () => {
  it('becomes the case a person reads on it (domain §6)', () => {
    const { case: record, notes, card } = cardOf(inWindows1251(koapCard))
    expect(record).toEqual({
      source_key: 'sudrf|zarechny.prm.sudrf.ru|ab12-cd',
      type: 1,
      stage: 1,
      court,
      case_number: '5-17/2026',
      case_uid: '59RS9901-01-2026-000017-11',
      protocol_number: '59 АБ № 000017',
      judge: 'Судьина А.И.',
      entry_date: '2026-02-02',
      result_date: '2026-02-16',
      result: 'Вынесено постановление о назначении административного наказания',
      appeal_date: '2026-03-20',
      appeal_result: 'Без изменения',
      articles: [],
      defendants: [
        {
          name: 'Ёлкин Пётр Ильич',
          articles: [
            { codex: 'koap', article_number: '20.2', part: '5' },
            { codex: 'koap', article_number: '19.3', part: '1' },
          ],
        },
      ],
      participants: [
        { role: 'advocate', name: 'Защитина О.О.' },
        { role: 'Потерпевший', name: 'Информация скрыта' },
      ],
      events: [
        { type: 'Передача дела судье', date: '2026-02-02', time: '09:05' },
        {
          type: 'Рассмотрение дела по существу',
          date: '2026-02-16',
          time: '09:30',
          hall: '105',
          result: 'Рассмотрение отложено',
          note: 'Прочие основания; по ходатайству',
        },
      ],
      related: [{ case_number: '12-9/2026' }],
      text: 'Дело № 5-17/2026\nп о с т а н о в и л:\nназначить штраф <сумма>.',
      url: cardUrl,
    })
    expect(card.published).toBe('02.02.2026 10:00')
    // Of the two decisions the one that ends the case is its text; the other stays on the card.
    expect(notes.map(({ code }) => code)).toEqual(['several_texts'])
    expect(card.acts.map(({ title }) => title)).toEqual([
      'Судебный акт #1 (Определение)',
      'Судебный акт #2 (Постановление)',
    ])
  })

  it('names the case of the lower court on a card of a review', () => {
    const { case: record, notes } = cardOf(
      tabsCard({
        number: '12-9/2026 (12-400/2025;)',
        catalogue: 'Дела об административных правонарушениях - жалобы на постановления',
        tabs: [
          { title: 'ДЕЛО', html: labelTable('ДЕЛО', [['Дата поступления', '05.03.2026']]) },
          {
            title: 'РАССМОТРЕНИЕ В НИЖЕСТОЯЩЕМ СУДЕ',
            html: labelTable('РАССМОТРЕНИЕ В НИЖЕСТОЯЩЕМ СУДЕ', [
              ['Суд (судебный участок) первой инстанции', 'Судебный участок № 4'],
              ['Номер дела в первой инстанции', '5-17/2026'],
              ['Дата рассмотрения', '16.02.2026'],
            ]),
          },
        ],
      }),
    )
    expect(record).toMatchObject({
      type: 1,
      stage: 2,
      case_number: '12-9/2026 (12-400/2025;)',
      related: [{ case_number: '5-17/2026', court: 'Судебный участок № 4' }],
    })
    expect(record?.result_date).toBeUndefined()
    expect(notes).toEqual([])
  })

  it('lists the accused of a criminal case, and takes what all of them share for the result', () => {
    const { case: record } = cardOf(
      tabsCard({
        number: '1-5/2026',
        catalogue: 'Уголовные дела - первая инстанция',
        tabs: [
          { title: 'ДЕЛО', html: labelTable('ДЕЛО', [['Дело находится в производстве судьи', 'Судьина А.И.']]) },
          {
            title: 'ЛИЦА',
            html: headedTable('ЛИЦА', [
              [
                'Фамилия / наименование',
                'Перечень статей',
                'Дата рассмотрения дела в отношении лица',
                'Результат в отношении лица',
              ],
              ['Первый И.И.', 'ст.30 ч.3 - ст.158 ч.2 п.а УК РФ', '10.03.2026', 'Вынесен ПРИГОВОР'],
              ['Вторая А.А.', 'ст.158 ч.2 п.а УК РФ', '10.03.2026', 'Вынесен ПРИГОВОР'],
            ]),
          },
        ],
      }),
    )
    expect(record).toMatchObject({
      type: 2,
      stage: 1,
      judge: 'Судьина А.И.',
      result: 'Вынесен ПРИГОВОР',
      result_date: '2026-03-10',
      defendants: [{ name: 'Первый И.И.' }, { name: 'Вторая А.А.' }].map(person => ({
        ...person,
        articles: [{ codex: 'uk', article_number: '158', part: '2' }],
      })),
    })
  })

  it('reports every word it does not know, and drops none', () => {
    const { case: record, notes } = cardOf(
      tabsCard({
        number: '5-1/2026',
        catalogue: 'Дела об административных правонарушениях - первая инстанция',
        tabs: [
          {
            title: 'ДЕЛО',
            html: labelTable('ДЕЛО', [
              ['Дата поступления', '31.02.2026'],
              ['Настроение судьи', 'хорошее'],
              ['Результат рассмотрения', 'Дело отложено до лучших времён'],
            ]),
          },
          {
            title: 'ДВИЖЕНИЕ ДЕЛА',
            html: headedTable('ДВИЖЕНИЕ ДЕЛА', [
              ['Наименование события', 'Дата', 'Время', 'Погода'],
              ['Явление кометы', '01.02.2026', '25:00', 'ясно'],
              ['Передача дела судье', 'вчера', '', ''],
            ]),
          },
          {
            title: 'СТОРОНЫ ПО ДЕЛУ',
            html: headedTable('СТОРОНЫ ПО ДЕЛУ', [
              ['Вид лица, участвующего в деле', 'Фамилия / наименование', 'Перечень статей'],
              ['ЗВЕЗДОЧЁТ', 'Кометин А.А.', ''],
              ['', 'Неназванная Р.Р.', 'ст.20.2 ч.5 КоАП РФ'],
              ['ПРИВЛЕКАЕМОЕ ЛИЦО', 'Ёлкин П.И.', 'за шум'],
            ]),
          },
          { title: 'ГОРОСКОП', html: labelTable('ГОРОСКОП', [['Знак', 'Весы']]) },
        ],
      }),
    )
    expect(notes.map(({ code, value }) => [code, value])).toEqual([
      ['unreadable_date', '31.02.2026'],
      ['unknown_label', 'хорошее'],
      ['unknown_section', 'Знак: Весы'],
      ['unknown_role', 'ЗВЕЗДОЧЁТ'],
      ['unknown_role', 'ст.20.2 ч.5 КоАП РФ'],
      ['unreadable_article', 'за шум'],
      ['unknown_column', 'ясно'],
      ['unknown_event', 'Явление кометы'],
      ['unreadable_time', '25:00'],
      ['unreadable_date', 'вчера'],
      ['unknown_result', 'Дело отложено до лучших времён'],
    ])
    expect(record).toMatchObject({
      result: 'Дело отложено до лучших времён',
      participants: [
        { role: 'ЗВЕЗДОЧЁТ', name: 'Кометин А.А.' },
        { role: 'роль не указана', name: 'Неназванная Р.Р.' },
      ],
      events: [{ type: 'Явление кометы', date: '2026-02-01' }],
    })
  })

  it('makes no case of civil proceedings, nor of a court nobody knows', () => {
    const civil = cardOf(
      tabsCard({
        number: '2-5/2026',
        catalogue: 'Гражданские дела - первая инстанция',
        tabs: [{ title: 'ДЕЛО', html: '' }],
      }),
    )
    expect([civil.case, civil.notes.map(({ code }) => code)]).toEqual([null, ['other_proceedings']])
    const anywhere = cardOf(koapCard.replaceAll('59RS0001', ''), 'https://example.com/modules.php?name_op=case')
    expect([anywhere.case, anywhere.notes.map(({ code }) => code)]).toEqual([null, ['unknown_court']])
  })

  it('keeps its identity when it moves to another server and address', () => {
    const moved = `${host.replace('--', '.')}/modules.php?name=sud_delo&srv_num=2&name_op=case&case_id=90017&case_uid=ab12-cd&delo_id=1500001&nc=1`
    expect(cardOf(koapCard, moved).case?.source_key).toBe(cardOf(koapCard).case?.source_key)
  })
})

describe('a card of the lawcase layout', () => {
  const card = lawcaseCard({
    number: '5-17/2026',
    catalogue: 'Дела об административных правонарушениях - первая инстанция',
    tabs: [
      {
        id: 'Case',
        title: 'Дело',
        html: lawcaseLabels([
          ['Дата поступления', '02.02.2026'],
          ['Судья', 'Судьина А.И.'],
        ]),
      },
      {
        id: 'EventList',
        title: 'Движение дела',
        html: lawcaseTable([
          ['Наименование события', 'Дата', 'Время слушания'],
          ['Рассмотрение дела по существу', '16.02.2026', '10:00'],
        ]),
      },
      {
        id: 'PersonList',
        title: 'Стороны',
        html: lawcaseTable([
          ['Вид лица, участвующего в деле', 'Фамилия / наименование', 'Перечень статей'],
          ['ПРИВЛЕКАЕМОЕ ЛИЦО', 'Ёлкин П.И.', 'КоАП: ст. 20.2 ч.5'],
        ]),
      },
      { id: 'Document1', title: 'Судебный акт #1 (Постановление)', html: '<p>Текст.</p>' },
    ],
  })
  it('is read once, though every row stands there for a telephone and for a printer too', () => {
    const { case: record, notes } = cardOf(
      card,
      `${host}/modules.php?name=sud_delo&name_op=case&_id=17&_uid=ab12-cd&_deloId=1500001`,
    )
    expect(notes).toEqual([])
    expect(record).toMatchObject({
      source_key: 'sudrf|zarechny.prm.sudrf.ru|ab12-cd',
      judge: 'Судьина А.И.',
      events: [{ type: 'Рассмотрение дела по существу', date: '2026-02-16', time: '10:00' }],
      defendants: [{ name: 'Ёлкин П.И.', articles: [{ codex: 'koap', article_number: '20.2', part: '5' }] }],
      text: 'Текст.',
    })
    expect(record?.events).toHaveLength(1)
  })
})

describe('an answer that is no case', () => {
  it.each(Object.entries(answers))('is named: %s', (kind, html) => {
    const reading = read(inWindows1251(html), `${host}/modules.php?name=sud_delo&name_op=r`)
    expect(reading.kind).toBe(kind)
  })
  it('is not told by a banner of the site around it', () => {
    const banner = answers.captcha.replace('<body>', '<body><div>20 июня ведутся технические работы</div>')
    expect(read(banner).kind).toBe('captcha')
  })
  it('says what a captcha wants to have answered', () => {
    expect(read(answers.captcha)).toMatchObject({
      picture: 'data:image/png;base64,iVBORw0KGgo=',
      answer_field: 'captcha',
      hidden_fields: { captchaid: 'abc123' },
    })
  })
  it('counts the servers a court lets choose from', () => {
    expect(read(answers.server_choice)).toMatchObject({
      servers: [{ number: 1 }, { number: 2, title: 'ул. Вторая, 2' }],
    })
  })
  it('is «moved» where a card was asked for and nothing is found', () => {
    expect(read(answers.nothing_found, cardUrl).kind).toBe('moved')
  })
  it('keeps a whole card under an error of PHP, and tells of the error', () => {
    const broken = koapCard.replace('<body>', '<body><b>Notice</b>: Undefined index: x in /var/www/a.php on line 3<br>')
    const { case: record, notes } = cardOf(broken)
    expect([record?.case_number, notes[0]?.code]).toEqual(['5-17/2026', 'php_notice'])
  })
})

describe('a decision on a page of its own', () => {
  it('is its words, its number and the way back to its card', () => {
    const page =
      site(`<div id="content"><div class="title"> Постановление по делу <div id="doccont"><img src="print.gif"></div></div>
      <div align="right"><a href="/modules.php?name=sud_delo&name_op=case&case_id=17&case_uid=ab12-cd">Информация по делу</a></div>
      <p>Дело № 5 – 17/2026</p><p>УИД 59RS9901-01-2026-000017-11</p><table><tr><td>14 мая</td><td>город</td></tr></table><p>ПОСТАНОВИЛ: <b>данных</b> по запросу не обнаружено.</p></div>`)
    expect(read(page, `${host}/modules.php?name=sud_delo&name_op=doc&number=1`)).toEqual({
      kind: 'text',
      layout: 'sudrf_tabs',
      title: 'Постановление по делу',
      text: 'Дело № 5 – 17/2026\nУИД 59RS9901-01-2026-000017-11\n14 мая город\nПОСТАНОВИЛ: данных по запросу не обнаружено.',
      case_number: '5-17/2026',
      case_uid: '59RS9901-01-2026-000017-11',
      card_url: `${host}/modules.php?name=sud_delo&name_op=case&case_id=17&case_uid=ab12-cd`,
      notes: [],
    })
  })
})

describe('the letters of a page', () => {
  const text = 'Ёлкин — «дело» № 5'
  const page = (charset: string): string => `<meta charset="${charset}"><p>${text}</p>`
  it.each<[string, Uint8Array, string]>([
    ['windows-1251 that says so', inWindows1251(page('windows-1251')), ''],
    ['windows-1251 that says nothing', inWindows1251(`<p>${text}</p>`), ''],
    ['windows-1251 that calls itself UTF-8', inWindows1251(page('utf-8')), ''],
    ['UTF-8 that calls itself windows-1251', Buffer.from(page('windows-1251')), 'text/html; charset=windows-1251'],
    ['UTF-8 cut in the middle of a letter', Buffer.from(`${page('utf-8')}${text.repeat(20)}я`).subarray(0, -1), ''],
    ['an encoding nobody knows', inWindows1251(page('x-klingon')), ''],
  ])('are read: %s', (_, body, type) => expect(decode(body, type)).toContain(text))
})

describe('any page', () => {
  const pages = [
    koapCard,
    answers.captcha,
    tabsList({ catalogue: 'Уголовные дела - первая инстанция', headings: ['№ дела'], rows: [['1-1/2026']] }),
  ]
  /** A page with a piece cut out, and another put in somewhere. */
  const spoilt = fc
    .tuple(fc.constantFrom(...pages), fc.nat(), fc.nat(400), fc.nat(), fc.string({ maxLength: 40, unit: 'binary' }))
    .map(([page, from, length, at, piece]) => {
      const start = from % page.length
      const cut = page.slice(0, start) + page.slice(start + length)
      return cut.slice(0, at % cut.length) + piece + cut.slice(at % cut.length)
    })
  it('makes no adapter throw, and no case that does not fit', () => {
    fc.assert(
      fc.property(fc.oneof(spoilt, fc.string({ unit: 'binary' }), fc.uint8Array()), body => {
        const reading = readPage({ url: cardUrl, body }, courts)
        if (reading.kind === 'card' && reading.case !== null) caseRecord.parse(reading.case)
      }),
      { numRuns: 100 },
    )
  })
  it('is «unknown» when it is beyond reading', () => {
    const deep = parse({ url: cardUrl, body: `${answers.captcha}${'<div>'.repeat(30_000)}` })
    expect(deep).toMatchObject({ kind: 'unknown', notes: [{ code: 'parser_failed' }] })
  })
})

describe('npx sudmonitor parse-page', () => {
  const run = (args: readonly string[]) =>
    execFileSync(process.execPath, ['server/cli.ts', 'parse-page', ...args], {
      input: inWindows1251(answers.blocked),
      encoding: 'utf8',
    })
  it('prints what a saved page says, as JSON', () => {
    expect(JSON.parse(run(['--url', cardUrl, '-']))).toMatchObject({ kind: 'blocked', layout: 'sudrf_tabs' })
  })
})
