import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseRecord } from '../ingest/case-record.ts'
import type { PageReading } from './collector.ts'
import { msudrf } from './msudrf.ts'
import { openPage } from './open-page.ts'
import { referenceCourts } from './reference-courts.ts'

// Structure as on *.msudrf.ru (its earlier cards), content invented.
const address = 'https://3.vym.msudrf.ru/modules.php?name=sud_delo&op=cs&case_id=777&delo_id=1500001'
const people = (tab: string, html: string, catalogue = '1500001'): PageReading => {
  const body = `<html><body><p class="court-name"><span id="court_name">Судебный участок № 3 Вымышленного района</span></p>
    <h2>ДЕЛО № 1-9/2026</h2><ul id="tabs"><li><span>${tab}</span></li></ul>
    <div id="contentt"><div class="tab-content">${html}</div></div>
    <img src="//counter.sudrf.ru/cnt.php?ssid=11MS9003&show=1"></body></html>`
  const page = openPage({ url: address.replace('1500001', catalogue), body })
  return { layout: 'msudrf', ...msudrf.read(page, referenceCourts) }
}
const caseOf = (reading: PageReading) => {
  if (reading.kind !== 'card' || reading.case === null) throw new Error(JSON.stringify(reading))
  return caseRecord.parse(reading.case)
}

describe('a table that is turned, a row a label and a column a person', () => {
  const turned = (width: number, ...rows: string[]) =>
    `<table class="tablcont"><tr><td colspan="${width}"><h2>СВЕДЕНИЯ О ЛИЦЕ</h2></td></tr>${rows
      .map(row => {
        const [label, ...values] = row.split('|')
        return label === ''
          ? `<tr><td colspan="${width}"><h2>${values.join('')}</h2></td></tr>`
          : `<tr><td><b>${label}</b></td>${values.map(value => `<td>${value}&nbsp;</td>`).join('')}</tr>`
      })
      .join('')}</table>`
  it('tells of each person apart, whatever titles stand between its rows', () => {
    const reading = people(
      'ЛИЦА',
      turned(
        3,
        'ФИО подсудимого|Соснина Анна Ильинична|Ясенев Иван Ильич',
        '|СВЕДЕНИЯ О ПРЕСТУПЛЕНИИ',
        'Основная статья (по обвинению)|159 ч.1|159 ч.1',
        'Перечень всех статей (по обвинению)|159 ч.1|159 ч.1; 327 ч.3',
        '|РЕШЕНИЕ',
        'Дата вынесения приговора (опр., пост.)|2026-04-20 00:00:00|2026-05-05 00:00:00',
        'Приговор (опр., пост.)|Примирение с потерпевшим (ст. 25 УПК РФ)|Осужден',
      ),
      '1540006',
    )
    expect(reading.notes).toEqual([])
    const found = caseOf(reading)
    expect(found.defendants).toMatchObject([
      {
        name: 'Соснина Анна Ильинична',
        articles: [{ article_number: '159', part: '1' }],
        result: 'Примирение с потерпевшим (ст. 25 УПК РФ)',
        result_date: '2026-04-20',
      },
      {
        name: 'Ясенев Иван Ильич',
        articles: [
          { article_number: '159', part: '1' },
          { article_number: '327', part: '3' },
        ],
        result: 'Осужден',
        result_date: '2026-05-05',
      },
    ])
    expect([found.result, found.result_date]).toEqual([undefined, undefined])
  })

  const sides = [
    'Вид участника производства|Потерпевший|Лицо, в отношении которого ведется производство по делу|Защитник',
    'Сторона по делу (ФИО, наименование)|Орлова Ольга Олеговна|Ёлкин Пётр Сергеевич|Дубов О.О.',
    'Главная статья (КоАП, ТК ...)||ст. 5.61 ч. 1|',
  ]
  it('accuses none but whom it says to be accused, in whatever order its rows and columns stand', () => {
    const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3 })
    fc.assert(
      fc.property(order, order, fc.constantFrom('СТОРОНЫ', 'ЛИЦА', 'ИНОЕ'), (rows, columns, tab) => {
        const moved = rows.map(row => {
          const [label = '', ...values] = (sides[row] ?? '').split('|')
          return [label, ...columns.map(at => values[at] ?? '')].join('|')
        })
        const found = caseOf(people(tab, turned(4, ...moved)))
        expect(found.defendants).toEqual([
          expect.objectContaining({
            name: 'Ёлкин Пётр Сергеевич',
            articles: [expect.objectContaining({ article_number: '5.61' })],
          }),
        ])
        expect(found.participants?.map(({ role, name }) => `${role}: ${name}`).sort()).toEqual(
          ['advocate: Дубов О.О.', 'Потерпевший: Орлова Ольга Олеговна'].sort(),
        )
      }),
      { numRuns: 30 },
    )
  })

  it('gives nobody the role of another where the row of roles is missing', () => {
    const found = caseOf(people('СТОРОНЫ', turned(4, ...sides.slice(1))))
    expect(found.defendants?.map(({ name }) => name)).toEqual(['Ёлкин Пётр Сергеевич'])
  })

  it('begins other people where a label comes again', () => {
    const pair = (...names: string[]) => [
      `ФИО подсудимого|${names.join('|')}`,
      'Перечень всех статей (по обвинению)|159 ч.1|327 ч.3',
    ]
    const html = turned(3, ...pair('Соснина Анна Ильинична', 'Ясенев Иван Ильич'), ...pair('Дубов Д.Д.', 'Ёлкин П.С.'))
    const found = caseOf(people('ЛИЦА', html, '1540006')).defendants
    expect(found?.map(({ name, articles }) => [name, articles?.map(one => one.article_number)])).toEqual([
      ['Соснина Анна Ильинична', ['159']],
      ['Ясенев Иван Ильич', ['327']],
      ['Дубов Д.Д.', ['159']],
      ['Ёлкин П.С.', ['327']],
    ])
  })

  it('leaves a label of the case its one value, however wide the cell is', () => {
    const html = turned(3, 'ФИО|Соснина Анна Ильинична|Ясенев Иван Ильич').replace(
      '</table>',
      '<tr><td><b>Судья</b></td><td colspan="2">Тестова А.А.</td></tr></table>',
    )
    expect(caseOf(people('ДЕЛО', html)).judge).toBe('Тестова А.А.')
  })

  it('says of each whom one wide cell spans what it says of a person, and no label of the case of anybody', () => {
    const wide = (label: string, value: string) => `<tr><td><b>${label}</b></td><td colspan="2">${value}</td></tr>`
    const html = turned(3, 'ФИО|Соснина Анна Ильинична|Ясенев Иван Ильич').replace(
      '</table>',
      `${wide('Процессуальный статус', 'Свидетель')}${wide('Статья', '159 ч.1')}</table>`,
    )
    const found = caseOf(people('ЛИЦА', html, '1540006'))
    expect(found.defendants).toEqual([])
    expect(found.participants?.map(({ role }) => role)).toEqual(['Свидетель', 'Свидетель'])
  })
})

it('gives the case no outcome or ground of some of its accused alone', () => {
  const found = (...rows: string[]) => caseOf(people('ЛИЦА', table(...rows), '1540006'))
  const head = 'ФИО|Приговор (опр., пост.)|Дата вынесения приговора (опр., пост.)|Основания прекращения|Перечень статей'
  const cells = (row: string, tag: string) =>
    `<tr>${row
      .split('|')
      .map(cell => `<${tag}>${cell}</${tag}>`)
      .join('')}</tr>`
  const table = (...rows: string[]) =>
    `<table class="tablcont">${cells(head, 'th')}${rows.map(row => cells(row, 'td')).join('')}</table>`
  const ended = 'Уголовное дело ПРЕКРАЩЕНО|20.04.2026|Смерть подсудимого|158 ч.1'
  expect(found(`Соснина Анна Ильинична|${ended}`, 'Ясенев Иван Ильич||||158 ч.1')).not.toHaveProperty('result')
  expect(found(`Соснина Анна Ильинична|${ended}`, 'Ясенев Иван Ильич||||158 ч.1')).not.toHaveProperty('result_ground')
  expect(found(`Соснина Анна Ильинична|${ended}`, 'Ясенев Иван Ильич||||158 ч.1')).not.toHaveProperty('result_date')
  expect(found(`Соснина Анна Ильинична|${ended}`)).toMatchObject({
    result: 'Уголовное дело ПРЕКРАЩЕНО',
    result_date: '2026-04-20',
    result_ground: 'Смерть подсудимого',
  })
})
