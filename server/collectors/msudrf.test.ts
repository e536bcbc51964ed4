import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseRecord } from '../ingest/case-record.ts'
import type { PageReading, SiteCourt } from './collector.ts'
import { msudrf } from './msudrf.ts'
import { openPage } from './open-page.ts'
import { referenceCourts } from './reference-courts.ts'

// Structure as on *.msudrf.ru in 2026, content invented.
const host = 'https://3.vym.msudrf.ru'
const address = `${host}/modules.php?name=sud_delo&op=cs&case_id=777&delo_id=1500001`
const page = (body: string) => `<!DOCTYPE html><html><body>
  <p class="court-name"><span id="court_name">Судебный участок № 3 Вымышленного района</span></p>
  <ul class="top-menu"><li>Судебное делопроизводство</li></ul><div class="content">${body}</div>
  <footer><script>document.write("<img src='//counter.sudrf.ru/cnt.php?ssid=11MS9003&show=1'>")</script></footer></body></html>`
const read = (body: string, url = address): PageReading => ({
  layout: 'msudrf',
  ...msudrf.read(openPage({ url, body: page(body) }), referenceCourts),
})

const fields = (...rows: (readonly [string, string])[]) =>
  `<table class="tablcont"><tbody>${rows.map(([label, value]) => `<tr><td><h2>${label}</h2></td><td>${value}</td></tr>`).join('')}</tbody></table>`
const table = (head: string, ...rows: string[]) =>
  `<table class="tablcont"><thead><tr>${cells(head, ['<h2>', '</h2>'])}</tr></thead><tbody>${rows.map(row => `<tr>${cells(row)}</tr>`).join('')}</tbody></table>`
const cells = (line: string, [before, after] = ['', '']) =>
  line
    .split('|')
    .map(cell => `<td class="vert-align">${before}${cell}${after}</td>`)
    .join('')
const card = (
  number: string,
  tabs: Readonly<Record<string, string>>,
  tab = (body: string, _at: number) => `<div class="tab-content">${body}</div>`,
) =>
  `<h2>ДЕЛО № ${number}</h2><ul id="tabs">${Object.keys(tabs)
    .map(title => `<li><span>${title}</span></li>`)
    .join('')}</ul>
   <div id="contentt">${Object.values(tabs).map(tab).join('')}</div>`

const caseOf = (reading: PageReading) => {
  if (reading.kind !== 'card' || reading.case === null) throw new Error(JSON.stringify(reading))
  return caseRecord.parse(reading.case)
}

describe('a card of a magistrate (domain §6)', () => {
  const about = fields(
    ['Уникальный идентификатор дела', '11MS9003-01-2026-000077-07'],
    ['Номер протокола об АП', '11АА 000777'],
    ['Дата поступления', '02.02.2026'],
    ['Дело находится в производстве судьи', 'Тестова Анна Аркадьевна'],
    ['Дата рассмотрения дела', '05.02.2026'],
    ['Результат рассмотрения по делу', 'Вынесено постановление о назначении административного наказания'],
  )
  const byNameAndDate = table(
    'Наименование события|Дата события|Время события|Результат события|Судья|Дата размещения',
    'Рассмотрение дела по существу|05.02.2026|9:30|Вынесено постановление о назначении административного наказания|Тестова А.А.|06.02.2026',
  )
  const byNameAndResult = table(
    'Наименование события|Результат события|Дата события|Время события|Судья|Дата размещения',
    'Рассмотрение дела по существу|Вынесено постановление о назначении административного наказания|05.02.2026|9:30|Тестова А.А.|06.02.2026',
  )
  const people = table(
    'Сторона по делу (ФИО, наименование)|Процессуальный статус лица, участвующего в деле|Главная статья (КоАП, ТК ...)',
    'Ёлкин Пётр Сергеевич|Лицо, в отношении которого ведется производство по делу|ст. 20.1 ч. 1',
    'Дубов О.О.|Защитник|',
  )

  it.each([
    ['as most sites have them', byNameAndDate],
    ['as others do', byNameAndResult],
  ])('is read by its headings, whatever the order of the columns: %s', (_, movement) => {
    const reading = read(card('5-77/2026', { ДЕЛО: about, 'ДВИЖЕНИЕ ДЕЛА': movement, СТОРОНЫ: people }))
    expect(reading.notes).toEqual([])
    expect(caseOf(reading)).toMatchObject({
      type: 1,
      stage: 1,
      court: { title: 'Судебный участок № 3 Вымышленного района', region: 11, vnkod: '11MS9003' },
      case_number: '5-77/2026',
      case_uid: '11MS9003-01-2026-000077-07',
      protocol_number: '11АА 000777',
      judge: 'Тестова Анна Аркадьевна',
      entry_date: '2026-02-02',
      result_date: '2026-02-05',
      result: 'Вынесено постановление о назначении административного наказания',
      defendants: [{ name: 'Ёлкин Пётр Сергеевич', articles: [{ codex: 'koap', article_number: '20.1', part: '1' }] }],
      participants: [{ role: 'advocate', name: 'Дубов О.О.' }],
      events: [
        {
          type: 'Рассмотрение дела по существу',
          date: '2026-02-05',
          time: '09:30',
          result: 'Вынесено постановление о назначении административного наказания',
        },
      ],
      url: address,
    })
  })

  it('has its tabs told by their order, also where they are numbered', () => {
    const tabs = { ДЕЛО: about, 'ДВИЖЕНИЕ ДЕЛА': byNameAndDate, СТОРОНЫ: people }
    const numbered = card('5-77/2026', tabs, (body, at) => `<div id="cont${at + 1}">${body}</div>`)
    expect(caseOf(read(numbered))).toEqual(caseOf(read(card('5-77/2026', tabs))))
  })

  it.each([
    ['a tab without a body', /<ul id="tabs">/, '<ul id="tabs"><li>СУДЕБНЫЕ АКТЫ</li>'],
    ['a body without a tab', /<li[^>]*><span>ДЕЛО<\/span><\/li>/, ''],
  ])('tells by their contents what the tabs are of, where there is %s', (_, found, instead) => {
    const whole = card('5-77/2026', { ДЕЛО: about, 'ДВИЖЕНИЕ ДЕЛА': byNameAndDate, СТОРОНЫ: people })
    const spoilt = whole.replace(found, instead)
    expect(spoilt).not.toBe(whole)
    expect(caseOf(read(spoilt))).toEqual(caseOf(read(whole)))
    expect(caseOf(read(spoilt.replaceAll('h2>', 'h1>')))).toEqual(caseOf(read(whole)))
  })

  it('gives the text of a tab whose title nobody can tell', () => {
    const text = `<p>ПОСТАНОВЛЕНИЕ</p><p>${'Мировой судья установил. '.repeat(30)}</p>`
    const titled = card('5-77/2026', { ДЕЛО: about, СТОРОНЫ: people, 'СУДЕБНЫЕ АКТЫ': text })
    const spoilt = titled.replace('</ul>', '<li>ПЕЧАТЬ</li></ul>')
    expect(caseOf(read(titled)).text).toMatch(/^ПОСТАНОВЛЕНИЕ/)
    expect(caseOf(read(spoilt))).toEqual(caseOf(read(titled)))
    const short = titled.replace(text, '<p>Текст не опубликован</p>').replace('</ul>', '<li>ПЕЧАТЬ</li></ul>')
    expect(caseOf(read(short)).text).toBeUndefined()
  })

  it('of УК lists its accused in a tab without roles, and gives the text of its tab', () => {
    const accused = table(
      'ФИО|Перечень всех статей (по обвинению)|Дата вынесения приговора (опр., пост.)|Приговор (опр., пост.)',
      'Ясенев Иван Ильич|ст.158 ч.1 УК РФ|05.05.2026|Вынесен ПРИГОВОР',
    )
    const reading = read(
      card('1-9/2026', {
        ДЕЛО: fields(['Дата поступления', '01.04.2026']),
        ЛИЦА: accused,
        'СУДЕБНЫЙ АКТ': '<p>ПРИГОВОР</p><p>Именем Российской Федерации</p>',
      }),
      `${host}/modules.php?name=sud_delo&op=cs&case_id=9&delo_id=1540006`,
    )
    expect(reading.notes).toEqual([])
    expect(caseOf(reading)).toMatchObject({
      type: 2,
      result: 'Вынесен ПРИГОВОР',
      result_date: '2026-05-05',
      defendants: [{ name: 'Ясенев Иван Ильич', articles: [{ codex: 'uk', article_number: '158', part: '1' }] }],
      text: 'ПРИГОВОР\nИменем Российской Федерации',
    })
  })

  it('tells of an event without a day, and of a role it does not know', () => {
    const reading = read(
      card('5-77/2026', {
        ДЕЛО: about,
        'ДВИЖЕНИЕ ДЕЛА': table('Наименование события|Дата события', 'Подготовка дела к рассмотрению|'),
        СТОРОНЫ: table(
          'Сторона по делу (ФИО, наименование)|Процессуальный статус лица, участвующего в деле',
          'Орлов О.О.|Звездочёт',
        ),
      }),
    )
    expect(reading.notes).toMatchObject([
      { code: 'unknown_role', value: 'Звездочёт' },
      { code: 'undated_event', where: 'ДВИЖЕНИЕ ДЕЛА: Подготовка дела к рассмотрению' },
    ])
    expect(caseOf(reading).events).toEqual([])
  })

  it('of civil matters is a card and no case of ours', () => {
    const civil = read(
      card('2-1/2026', { ДЕЛО: fields(['Дата поступления', '01.04.2026']) }),
      `${address.replace('1500001', '1540005')}`,
    )
    expect(civil).toMatchObject({ kind: 'card', case: null, notes: [{ code: 'other_proceedings', value: '1540005' }] })
  })
})

describe('other pages of a magistrate', () => {
  it('a list is read by its headings, its pages are counted from 1', () => {
    const rows = `<div>Всего по запросу найдено - 12. На странице записи с 1 по 1.</div>${table(
      '№ дела|Дата поступления|Информация по делу|Судья|Дата решения|Решение|Судебные акты',
      '<a href="/modules.php?name=sud_delo&op=cs&case_id=777&delo_id=1500001">5-77/2026</a>|02.02.2026|Ёлкин П.С. - ст.20.1 ч.1 КоАП РФ|Тестова А.А.|05.02.2026|Прекращено|',
    )}<ul class="paging"><li><a href="/modules.php?op=sf&pageNum_Recordset1=1">2</a></li></ul>`
    expect(read(rows, `${host}/modules.php?name=sud_delo&op=sf&delo_id=1500001`)).toMatchObject({
      kind: 'list',
      total: 12,
      rows: [
        {
          case_number: '5-77/2026',
          url: address,
          entry_date: '2026-02-02',
          result_date: '2026-02-05',
          result: 'Прекращено',
          judge: 'Тестова А.А.',
          people: [{ name: 'Ёлкин П.С.', articles: 'ст.20.1 ч.1 КоАП РФ' }],
        },
      ],
      pages: [{ number: 2 }],
      next_url: `${host}/modules.php?op=sf&pageNum_Recordset1=1`,
    })
  })

  it.each<[PageReading['kind'], string]>([
    ['captcha', '<form id="kcaptchaForm"><img src="/captcha.php"><input type="text" name="captcha-response"></form>'],
    [
      'unavailable',
      '<p>В настоящий момент сервер, на котором расположен модуль сопряжения с БД «АМИРС», недоступен.</p>',
    ],
    ['nothing_found', '<div>Данных по запросу не обнаружено</div>'],
    ['text', '<h2>Постановление по делу № 5-77/2026</h2><div class="lawcase-document"><p>ПОСТАНОВИЛ</p></div>'],
    ['unknown', '<p>Новости участка</p>'],
  ])('%s', (kind, body) => {
    expect(read(body)).toMatchObject({ kind, layout: 'msudrf' })
  })

  it('a captcha gives its picture and the field of the answer', () => {
    const form = '<form id="kcaptchaForm"><img src="/captcha.php"><input type="text" name="captcha-response"></form>'
    expect(read(form)).toMatchObject({ picture: `${host}/captcha.php`, answer_field: 'captcha-response' })
  })

  it('searches are asked in windows-1251, of first instances only', () => {
    const search = { court: { title: 'Участок', url: host }, type: 1, from: '2026-02-01', to: '2026-02-07' } as const
    expect(msudrf.searchUrls({ ...search, stage: 2 })).toEqual([])
    expect(msudrf.searchUrls({ ...search, stage: 1, name: 'Ёлкин', page: 2 })).toEqual([
      expect.stringMatching(
        /\?name=sud_delo&op=sf&delo_id=1500001&.*adm_parts__NAMESS=%A8%EB%EA%E8%ED&.*ENTRY_DATE1D=01\.02\.2026&.*ENTRY_DATE2D=07\.02\.2026&pageNum_Recordset1=1&/,
      ),
    ])
  })
})

const whole = card('5-77/2026', {
  ДЕЛО: fields(['Дата поступления', '02.02.2026'], ['Номер протокола об АП', '7']),
  'ДВИЖЕНИЕ ДЕЛА': table(
    'Наименование события|Дата события|Время события',
    'Рассмотрение дела по существу|05.02.2026|9:30',
  ),
  СТОРОНЫ: table(
    'ФИО|Процессуальный статус лица, участвующего в деле|Главная статья (КоАП, ТК ...)',
    'Ёлкин П.С.|Защитник|',
  ),
})
describe('a page that is cut, doubled or spoilt', () => {
  it('is read without an error, and a case of it is a case', () => {
    const rubbish = fc.constantFrom('', '<td>', '</div>', '<table class="tablcont">', '|', '\0', '99.99.2026', '(', '«')
    const spoilt = fc.tuple(fc.nat(whole.length), fc.nat(400), rubbish)
    fc.assert(
      fc.property(fc.array(spoilt, { minLength: 1, maxLength: 4 }), changes => {
        const body = changes.reduce((html, [at, length, by]) => html.slice(0, at) + by + html.slice(at + length), whole)
        const reading = read(body)
        if (reading.kind === 'card' && reading.case !== null) caseRecord.parse(reading.case)
      }),
      { numRuns: 25 },
    )
  })
})

describe('an earlier card of a magistrate, and one of a criminal case', () => {
  const bold = (...rows: (readonly [string, string])[]) =>
    `<table class="tablcont"><tr></tr><tr><td colspan="2"><h2>ОСНОВНЫЕ СВЕДЕНИЯ</h2></td></tr>${rows
      .map(([label, value]) => `<tr><td width="50%"><b>${label}</b></td><td>${value}&nbsp;</td></tr>`)
      .join('')}</table>`

  it('reads people that stand as labels with values, and a day written with a midnight', () => {
    const reading = read(
      card('5-9/2026', {
        ДЕЛО: bold(
          ['Номер протокола об АП', '0'],
          ['Дата вынесения постановления (определения) по делу', '2026-07-29 00:00:00'],
        ),
        'СТОРОНЫ ПО ДЕЛУ': bold(
          ['Вид участника производства', 'Лицо, в отношении которого ведется производство по делу'],
          ['Сторона по делу (ФИО, наименование)', 'Ёлкин Пётр Сергеевич'],
          ['Главная статья (КоАП, ТК ...)', 'ст. 5.61 ч. 1'],
          ['Наименование вида правонарушения', 'Оскорбление'],
          ['Вид участника производства', 'Защитник'],
          ['Сторона по делу (ФИО, наименование)', 'Дубов О.О.'],
        ),
      }),
    )
    expect(reading.notes).toEqual([])
    expect(caseOf(reading)).toMatchObject({
      result_date: '2026-07-29',
      defendants: [{ name: 'Ёлкин Пётр Сергеевич', articles: [{ article_number: '5.61', part: '1' }] }],
      participants: [{ role: 'advocate', name: 'Дубов О.О.' }],
    })
    expect(caseOf(reading).protocol_number).toBeUndefined()
  })

  it.each([
    [
      'a table',
      table(
        'ФИО|Дата вынесения приговора (опр., пост.)|Приговор (опр., пост.)|Перечень всех статей (по обвинению)',
        'Соснина Анна Ильинична|20.04.2026|Примирение с потерпевшим (ст. 25 УПК РФ)|158 ч.1',
      ),
    ],
    [
      'labels with values',
      bold(
        ['ФИО подсудимого', 'Соснина Анна Ильинична'],
        ['Основная статья (по обвинению)', '158 ч.1'],
        ['Дата вынесения приговора (опр., пост.)', '20.04.2026'],
        ['Приговор (опр., пост.)', 'Примирение с потерпевшим (ст. 25 УПК РФ)'],
      ),
    ],
  ])('reads the accused of УК and the ground of what became of her from %s', (_, people) => {
    const uk = address.replace('1500001', '1540006')
    const reading = read(card('1-6/2026', { ДЕЛО: fields(['Дата поступления', '31.03.2026']), ЛИЦА: people }), uk)
    expect(reading.notes).toEqual([])
    expect(caseOf(reading)).toMatchObject({
      type: 2,
      result: 'Уголовное дело ПРЕКРАЩЕНО',
      result_ground: 'Примирение с потерпевшим (ст. 25 УПК РФ)',
      result_date: '2026-04-20',
      defendants: [
        {
          name: 'Соснина Анна Ильинична',
          articles: [{ codex: 'uk', article_number: '158', part: '1' }],
          result: 'Примирение с потерпевшим (ст. 25 УПК РФ)',
          result_date: '2026-04-20',
        },
      ],
    })
    expect(reading.kind === 'card' && reading.inferred).toContainEqual(
      expect.objectContaining({ field: 'result', certainty: 0.9 }),
    )
  })

  it('knows its court by УИД and title where the counter at the foot is missing, and says so', () => {
    const bare = (uid: string) =>
      page(card('5-9/2026', { ДЕЛО: fields(['Уникальный идентификатор дела', uid]) })).replace(
        /<footer>.*<\/footer>/s,
        '',
      )
    const readBare = (uid: string, ofCode: (code: string) => SiteCourt | undefined) => {
      const reading = msudrf.read(openPage({ url: address, body: bare(uid) }), { ofHost: () => undefined, ofCode })
      if (reading.kind !== 'card') throw new Error(reading.kind)
      return { court: reading.case?.court, sure: reading.inferred?.map(({ field, certainty }) => [field, certainty]) }
    }
    const title = 'Судебный участок № 3 Вымышленского района'
    const known = { title: 'Судебный участок № 3 Вымышленского района Республики Коми', region: 11, vnkod: '11MS9003' }
    const uid = '11MS9003-01-2026-000077-07'
    const shown = 'Судебный участок № 3 Вымышленного района'
    expect(readBare(uid, () => known)).toEqual({ court: { ...known, title: shown }, sure: [['court', 0.99]] })
    // A matter that began elsewhere: the title of the page is right.
    expect(readBare(uid, () => ({ ...known, title: title.replace('3', '4') }))).toEqual({
      court: { title: shown, region: 11 },
      sure: [['court', 0.9]],
    })
  })
})
