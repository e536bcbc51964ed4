import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actsTab, headedTable, labelTable, tabsCard } from '../../test/court-pages.ts'
import { courts, host } from '../../test/koap-card.ts'
import { readPage } from './parse.ts'
import { inWindows1251 } from './site-address.ts'

const cardUrl = (catalogue: string): string =>
  `${host}/modules.php?name=sud_delo&name_op=case&case_id=9&case_uid=c0-ffee&delo_id=${catalogue}`
const cardOf = (body: string | Uint8Array, catalogue = '2450001') => {
  const reading = readPage({ url: cardUrl(catalogue), body }, courts)
  if (reading.kind !== 'card') throw new Error(`It is ${reading.kind}`)
  return reading
}

const about = [
  ['Уникальный идентификатор дела', '59RS9901-01-2025-000017-11'],
  ['Дата поступления', '01.06.2026'],
  ['Судья', 'Судьина А.И.'],
  ['Дата рассмотрения', '30.06.2026'],
  ['Результат рассмотрения', 'ВЫНЕСЕНО РЕШЕНИЕ ПО СУЩЕСТВУ ДЕЛА'],
] as const
const lower = [
  ['Нижестоящий суд', 'Заречный районный суд'],
  ['Номер дела в первой инстанции', '1-17/2025 (1-400/2024;)'],
  ['Дата решения первой инстанции', '12.12.2025'],
] as const
const movement = [
  ['Наименование события', 'Дата', 'Время', 'Результат события'],
  ['Передача дела судье', '02.06.2026', '00:00', ''],
  ['Судебное заседание', '30.06.2026', '11:40', 'Вынесено решение по существу'],
] as const
const people = [
  ['Фамилия / наименование', 'Перечень статей', 'Результат в отношении лица', 'Основания отмены (изменения) решения'],
  ['Ёлкин Пётр Ильич', 'ст.159 ч.3 УК РФ', 'ОБВИНИТЕЛЬНЫЙ приговор ИЗМЕНЕН', 'неправильное применение закона'],
] as const

type Tabs = { title: string; html: string }[]
const page = (tabs: Tabs, number = '7У-4410/2026 [77-2207/2026]') =>
  tabsCard({ number, catalogue: 'Уголовные дела - кассация', tabs })
const tabs = (titles: readonly [string, string, string, string], write = (text: string) => text): Tabs => {
  const [main, low, moves, sides] = titles
  const labels = (rows: readonly (readonly [string, string])[]) =>
    rows.map(([label, value]) => [write(label), value] as const)
  const headed = ([head, ...rows]: readonly (readonly string[])[]) => [(head ?? []).map(write), ...rows]
  return [
    { title: main, html: labelTable(main, labels(about)) },
    { title: low, html: labelTable(low, labels(lower)) },
    { title: moves, html: headedTable(moves, headed(movement)) },
    { title: sides, html: headedTable(sides, headed(people)) },
  ]
}
const usual = ['ДЕЛО', 'РАССМОТРЕНИЕ В НИЖЕСТОЯЩЕМ СУДЕ', 'ДВИЖЕНИЕ ДЕЛА', 'ЛИЦА'] as const

describe('a card of a cassation court', () => {
  it('is one case of two numbers, with what became of each person (domain §1)', () => {
    const { case: read, notes, inferred } = cardOf(page(tabs(usual)))
    expect(read).toMatchObject({
      type: 2,
      stage: 2,
      case_number: '77-2207/2026',
      other_numbers: ['7У-4410/2026'],
      case_uid: '59RS9901-01-2025-000017-11',
      entry_date: '2026-06-01',
      result_date: '2026-06-30',
      result: 'ВЫНЕСЕНО РЕШЕНИЕ ПО СУЩЕСТВУ ДЕЛА',
      result_ground: 'неправильное применение закона',
      judge: 'Судьина А.И.',
      defendants: [{ name: 'Ёлкин Пётр Ильич', result: 'ОБВИНИТЕЛЬНЫЙ приговор ИЗМЕНЕН' }],
      related: [
        { case_number: '1-17/2025', court: 'Заречный районный суд' },
        { case_number: '1-400/2024', court: 'Заречный районный суд' },
      ],
    })
    expect(read?.events?.map(({ date, time }) => [date, time])).toEqual([
      ['2026-06-02', undefined],
      ['2026-06-30', '11:40'],
    ])
    expect(notes).toEqual([])
    expect(inferred).toBeUndefined()
  })

  it('has the result of a person where it tells none of its own, and says from where', () => {
    const untold = [about[0], about[1], about[2], about[3]]
    const told = 'ОБВИНИТЕЛЬНЫЙ приговор ОТМЕНЕН и возвращено на НОВОЕ АПЕЛЛЯЦИОННОЕ РАССМОТРЕНИЕ'
    const sides = [people[0], ['Ёлкин Пётр Ильич', 'ст.159 ч.3 УК РФ', told, '']]
    const read = cardOf(
      page([
        { title: 'ДЕЛО', html: labelTable('ДЕЛО', untold) },
        { title: 'ЛИЦА', html: headedTable('ЛИЦА', sides) },
      ]),
    )
    expect(read.case?.result).toBe(told)
    expect(read.inferred).toEqual([{ field: 'result', from: `результат в отношении лица: ${told}`, certainty: 1 }])
  })

  it('has no result of its own where what became of its people differs', () => {
    const sides = [
      people[0],
      ['Ёлкин Пётр Ильич', 'ст.159 ч.3 УК РФ', 'ОБВИНИТЕЛЬНЫЙ приговор ИЗМЕНЕН', ''],
      ['Соснина Анна Ильинична', 'ст.159 ч.3 УК РФ', 'судебный акт ОСТАВЛЕН БЕЗ ИЗМЕНЕНИЯ', ''],
    ]
    const read = cardOf(page([{ title: 'ЛИЦА', html: headedTable('ЛИЦА', sides) }])).case
    expect(read?.result).toBeUndefined()
    expect(read?.defendants?.map(({ result }) => result)).toEqual([
      'ОБВИНИТЕЛЬНЫЙ приговор ИЗМЕНЕН',
      'судебный акт ОСТАВЛЕН БЕЗ ИЗМЕНЕНИЯ',
    ])
  })
})

describe('people who stand in several tables', () => {
  const sides = (name: string) =>
    headedTable('СТОРОНЫ', [
      ['Вид лица, участвующего в деле', 'Лицо, участвующее в деле (ФИО, наименование)'],
      ['Осужденный', name],
      ['Защитник (адвокат)', 'Защитина О.О.'],
      ['Представитель осужденного', 'Дубов Д.Д.'],
    ])
  const read = (name: string) => cardOf(page([...tabs(usual), { title: 'СТОРОНЫ', html: sides(name) }])).case

  it('are one person where the name is one, and two where the court hides it', () => {
    expect(read('ЁЛКИН Пётр Ильич')?.defendants).toMatchObject([
      { name: 'Ёлкин Пётр Ильич', articles: [{ article_number: '159' }], result: 'ОБВИНИТЕЛЬНЫЙ приговор ИЗМЕНЕН' },
    ])
    expect(read('Соснина Анна Ильинична')?.defendants).toHaveLength(2)
  })

  it('are not the accused whom they defend or represent', () => {
    expect(read('Ёлкин Пётр Ильич')?.participants).toEqual([
      { role: 'advocate', name: 'Защитина О.О.' },
      { role: 'Представитель осужденного', name: 'Дубов Д.Д.' },
    ])
  })

  it('are accused by nobody where no role, article or result is told', () => {
    const plain = cardOf(
      page([
        {
          title: 'СТОРОНЫ',
          html: headedTable('СТОРОНЫ', [
            ['Фамилия / наименование', 'ИНН'],
            ['Кометин А.А.', ''],
          ]),
        },
      ]),
    )
    expect(plain.case).toMatchObject({
      defendants: [],
      participants: [{ role: 'роль не указана', name: 'Кометин А.А.' }],
    })
    expect(plain.notes.map(({ code }) => code)).toContain('unknown_role')
  })
})

describe('a tab of a title nobody knows', () => {
  const facts = ({ case: read }: ReturnType<typeof cardOf>) => read && { ...read, url: '' }

  it.each(['ЖАЛОБА', 'ЖАЛОБЫ', 'Протест № 4', 'КАРТОЧКА', 'СВЕДЕНИЯ', ''])(
    '«%s» costs neither УИД nor dates nor result',
    title => {
      const read = cardOf(page(tabs([title, usual[1], usual[2], usual[3]])))
      expect(facts(read)).toEqual(facts(cardOf(page(tabs(usual)))))
      expect(read.notes).toEqual([])
    },
  )

  it('is about a complaint only beside the tab of the case', () => {
    const complaint = { title: 'ЖАЛОБА', html: labelTable('ЖАЛОБА', [['Дата рассмотрения', '20.08.2026']]) }
    const read = cardOf(page([...tabs(usual), complaint])).case
    expect([read?.result_date, read?.appeal_date]).toEqual(['2026-06-30', '2026-08-20'])
  })

  it('reads the words of a complaint that is the case as those of the case', () => {
    const html = labelTable('ЖАЛОБА', [
      about[0],
      ['Дата поступления жалобы', '01.06.2026'],
      ['Дата рассмотрения жалобы', '30.06.2026'],
      ['Результат рассмотрения жалобы', 'Оставлено без изменения'],
    ])
    expect(cardOf(page([{ title: 'ЖАЛОБА', html }])).case).toMatchObject({
      entry_date: '2026-06-01',
      result_date: '2026-06-30',
      result: 'Оставлено без изменения',
    })
  })

  it('knows tables by their columns, and notes only labels', () => {
    const read = cardOf(page(tabs(['ПЕРВАЯ', usual[1], 'ТРЕТЬЯ', 'ЧЕТВЁРТАЯ'])))
    expect(facts(read)).toEqual(facts(cardOf(page(tabs(usual)))))
    const strange = { title: 'ГОРОСКОП', html: labelTable('ГОРОСКОП', [['Знак', 'Весы']]) }
    expect(cardOf(page([...tabs(usual), strange])).notes).toContainEqual({
      code: 'unknown_label',
      where: 'ГОРОСКОП: Знак',
      value: 'Весы',
    })
  })

  it('fills what the tab of the case leaves open, less surely', () => {
    const open = [about[0], about[1]]
    const read = cardOf(
      page([
        { title: 'ДЕЛО', html: labelTable('ДЕЛО', open) },
        {
          title: 'ИНОЕ',
          html: labelTable('ИНОЕ', [
            ['Дата рассмотрения', '30.06.2026'],
            ['Дата поступления', '02.02.2020'],
          ]),
        },
        { title: 'ЛИЦА', html: headedTable('ЛИЦА', [people[0]]) },
      ]),
    )
    expect([read.case?.entry_date, read.case?.result_date]).toEqual(['2026-06-01', '2026-06-30'])
    expect(read.inferred).toEqual([{ field: 'result_date', from: 'ИНОЕ: Дата рассмотрения', certainty: 0.95 }])
  })
})

describe('a tab of a complaint beside the tab of its case', () => {
  const read = (label: string) =>
    cardOf(
      page([
        { title: 'ДЕЛО', html: labelTable('ДЕЛО', about) },
        { title: 'ЖАЛОБА № 2', html: labelTable('ЖАЛОБА № 2', [[label, '15.03.2026']]) },
      ]),
    )
  it('says on what day it was heard, and not on what day the decision was made that it is about', () => {
    expect(read('Дата рассмотрения').case?.appeal_date).toBe('2026-03-15')
    const challenged = read('Дата вынесения обжалуемого постановления')
    expect(challenged.case?.appeal_date).toBeUndefined()
    expect(challenged.notes).toContainEqual(expect.objectContaining({ code: 'unknown_label', value: '15.03.2026' }))
  })
})

it('a number of a protocol is kept without the day that stands behind it', () => {
  const protocol = (written: string) =>
    cardOf(page([{ title: 'ДЕЛО', html: labelTable('ДЕЛО', [...about, ['Номер протокола об АП', written]]) }])).case
      ?.protocol_number
  for (const day of ['', ' от 03.11.2026', ', от 03.11.2026 г.', ' от 03.11.2026 года'])
    expect(protocol(`59 № 17-4${day}`)).toBe('59 № 17-4')
})

describe('whatever differs from site to site', () => {
  const expected = cardOf(page(tabs(usual))).case

  it('the order of tabs, the case of letters and the spaces of labels change nothing, nor does windows-1251', () => {
    const spaced = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => ` ${text.replaceAll(' ', '&nbsp; ')}:`,
      (text: string) => text.replaceAll('е', 'ё'),
      (text: string) => text.replaceAll('С', 'C').replaceAll('а', 'a'),
    )
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), spaced, fc.boolean(), (order, write, isOld) => {
        const all = tabs(usual, write)
        const html = page(order.flatMap(at => all[at] ?? []))
        expect(cardOf(isOld ? inWindows1251(html) : html).case).toEqual(expected)
      }),
      { numRuns: 40 },
    )
  })

  it('a tab that is missing costs only what stands on it', () => {
    const all = tabs(usual)
    for (const missing of [0, 1, 2, 3]) {
      const read = cardOf(page(all.filter((_, at) => at !== missing))).case
      expect([missing, read?.case_number]).toEqual([missing, '77-2207/2026'])
      expect([missing, read?.events?.length]).toEqual([missing, missing === 2 ? 0 : 2])
      expect([missing, read?.defendants?.length]).toEqual([missing, missing === 3 ? 0 : 1])
      expect([missing, read?.entry_date]).toEqual([missing, missing === 0 ? undefined : '2026-06-01'])
    }
  })

  it('nothing that stands in a cell is lost: what is not read is noted', () => {
    const word = fc.stringMatching(/^[а-я]{12,16}$/)
    fc.assert(
      fc.property(word, word, word, (title, label, value) => {
        const strange = { title, html: labelTable(title, [[label, value]]) }
        const table = {
          title,
          html: headedTable(title, [
            [label, `${label}ы`],
            [value, ''],
          ]),
        }
        for (const tab of [strange, table])
          expect(JSON.stringify(cardOf(page([...tabs(usual), tab])).notes)).toContain(value)
      }),
      { numRuns: 20 },
    )
  })
})

describe('penalties that a card tells of a person', () => {
  const penalties = (kind: string, term: string, amount: string) =>
    cardOf(
      page([
        {
          title: 'ЛИЦА',
          html: headedTable('ЛИЦА', [
            ['Фамилия / наименование', 'Перечень статей', 'Вид наказания', 'Срок', 'Размер'],
            ['Ёлкин Пётр Ильич', 'ст.158 ч.1 УК РФ', kind, term, amount],
          ]),
        },
      ]),
    ).case?.penalties

  it.each([
    ['Лишение свободы', '2 года 6 месяцев', '', { type: 'imprisonment', value: 30 }],
    ['Лишение свободы условно', '1 год', '', { type: 'imprisonment', value: 12, suspended: true }],
    ['Штраф', '', '500 000 руб.', { type: 'fine', value: 500_000 }],
    ['Штраф', '', '15.000,00 руб.', { type: 'fine', value: 15_000 }],
    ['Штраф', '', '10000 руб. 50 коп.', { type: 'fine', value: 10_000.5 }],
    ['Обязательные работы', '200 часов', '', { type: 'works', value: 200 }],
    ['Предупреждение', '', '', { type: 'caution' }],
    ['Ссылка', '3 года', '', { type: 'no_data', text: 'Ссылка, 3 года' }],
    ['Пожизненное лишение свободы', '', '', { type: 'life_imprisonment' }],
    ['Судебный штраф', '', '20 000 рублей', { type: 'court_fine', value: 20_000 }],
    ['Административный арест', '5 суток', '', { type: 'arrest', value: 5 }],
    ['Лишение свободы (условное)', '2 года', '', { type: 'imprisonment', value: 24, suspended: true }],
    ['Лишение свободы', '2 года с испытательным сроком 3 года', '', { value: 24, suspended: true }],
    ['Лишение свободы', 'испытательный срок 3 года, 2 года', '', { value: 24, suspended: true }],
    ['Лишение свободы без штрафа и ограничения свободы', '2 года', '', { type: 'imprisonment', value: 24 }],
    ['Лишение права занимать должности или заниматься деятельностью', '2 года', '', { type: 'deprivation', value: 24 }],
    ['Конфискация орудия совершения или предмета правонарушения', '', '', { type: 'confiscation' }],
    ['Обязательные работы', '200 часов (не отбыто)', '', { type: 'works', value: 200 }],
    ['Штраф', '', '500 руб., не оплачен', { type: 'fine', value: 500 }],
    ['Штраф', '', '500 руб. (ниже низшего предела)', { type: 'fine', value: 500 }],
    ['Административный арест', '5 суток с 01.03.2026 до 06.03.2026', '', { type: 'arrest', value: 5 }],
    ['Содержание в дисциплинарной воинской части', '1 год', '', { type: 'disciplinary_unit', value: 12 }],
  ])('«%s», «%s», «%s» is a penalty of that person', (kind, term, amount, expected) => {
    expect(penalties(kind, term, amount)).toEqual([
      expect.objectContaining({ ...expected, person: 'Ёлкин Пётр Ильич' }),
    ])
  })

  it.each([
    ['Освобожден от наказания (штраф)', '', '20000'],
    ['Штраф', '', '20000 руб., освобождён от уплаты'],
    ['Лишение свободы заменено принудительными работами', '1 год 6 мес.', ''],
    ['Лишение свободы', '2 года, Ёлкиной Елене Петровне отсрочено', ''],
    ['Лишение свободы условно (не назначено)', '2 года', ''],
    ['Лишение свободы', '2 года, с отсрочкой до достижения ребёнком 14 лет', ''],
    ['Лишение свободы со штрафом', '2 года', '50 000 руб.'],
    ['Штраф или обязательные работы', '', '5000 руб.'],
    ['Приостановлено исполнение наказания', '', ''],
    ['Арест имущества', '', ''],
    ['Арест на имущество', '2 месяца', ''],
    ['Домашний арест', '2 месяца', ''],
  ])('«%s», «%s», «%s» is told in its own words alone', (kind, term, amount) => {
    const text = [kind, term, amount].filter(Boolean).join(', ')
    expect(penalties(kind, term, amount)).toEqual([{ type: 'no_data', text, person: 'Ёлкин Пётр Ильич' }])
  })

  it.each([
    ['Штраф', '', 'от 5000 до 10000 руб.'],
    ['Штраф', '', '5000–10000 руб.'],
    ['Штраф', '', 'двукратный размер 5000 руб.'],
    ['Штраф', '', '0'],
    ['Штраф', '', '5000 или 10000 руб.'],
    ['Штраф', '', 'половина минимального размера 30 000 руб.'],
    ['Лишение свободы', 'до 3 лет', ''],
  ])('«%s», «%s», «%s» tells no amount', (kind, term, amount) => {
    const [penalty] = penalties(kind, term, amount) ?? []
    expect(penalty?.type).not.toBe('no_data')
    expect(penalty?.value).toBeUndefined()
  })

  it.each(['', '-', 'Не назначено', 'Наказание не назначено', 'Без штрафа', 'без назначения наказания'])(
    'are none where the column says «%s»',
    kind => expect(penalties(kind, '', '')).toBeUndefined(),
  )
})

describe('columns of people that tell something else than what this court decided of them', () => {
  const people = (columns: readonly string[], cells: readonly string[]) =>
    cardOf(page([{ title: 'ЛИЦА', html: headedTable('ЛИЦА', [[...columns], [...cells]]) }])).case
  const accused = ['Фамилия / наименование', 'Перечень статей'] as const
  const yolkin = ['Ёлкин Пётр Ильич', 'ст.158 ч.1 УК РФ'] as const

  it.each([
    'Наказание, запрошенное обвинителем',
    'Наказание по приговору суда первой инстанции',
    'Максимальное наказание по санкции',
    'Отбытое наказание',
    'Судимость (вид наказания)',
    'Орган, исполняющий наказание',
  ])('«%s» is no penalty', column =>
    expect(people([...accused, column], [...yolkin, 'Лишение свободы 5 лет'])?.penalties).toBeUndefined(),
  )

  it.each([
    ['Штраф', 'Сумма ущерба', '50 000 руб.'],
    ['Штраф', 'Размер исковых требований', '50 000 руб.'],
    ['Лишение свободы', 'Срок содержания под стражей', '6 месяцев'],
    ['Лишение свободы', 'Срок испытательный', '1 год'],
  ])('«%s»: «%s» is not its amount', (kind, column, amount) => {
    const [penalty] = people([...accused, 'Вид наказания', column], [...yolkin, kind, amount])?.penalties ?? []
    expect(penalty).toMatchObject({ text: kind })
    expect(penalty?.value).toBeUndefined()
  })

  it.each([
    ['Срок дисквалификации', 'Дисквалификация', '1 год', 12],
    ['Срок ареста', 'Арест', '5 суток', 5],
    ['Размер административного штрафа', 'Штраф', '500 руб.', 500],
  ])('«%s» is an amount', (column, kind, amount, value) =>
    expect(people([...accused, 'Вид наказания', column], [...yolkin, kind, amount])?.penalties).toMatchObject([
      { value },
    ]),
  )

  it.each(['Результат в отношении лица в первой инстанции', 'Приговор мирового судьи'])('«%s» is no result', column => {
    const told = people([...accused, column], [...yolkin, 'Вынесен ПРИГОВОР'])
    expect(told?.defendants?.[0]?.result).toBeUndefined()
    expect(told?.result).toBe(people(accused, yolkin)?.result)
  })

  it.each([
    'Дата вступления приговора в законную силу',
    'Дата задержания лица',
    'Дата рождения лица',
    'Дата приговора суда первой инстанции',
  ])('«%s» is not the day of the result', column =>
    expect(people([...accused, column], [...yolkin, '20.04.2026'])?.defendants?.[0]?.result_date).toBeUndefined(),
  )

  it.each(['Статья, по которой осуждён', 'Статьи, по которым лицо признано виновным', 'Статья после переквалификации'])(
    '«%s» is not what the person is charged with',
    column =>
      expect(people([...accused, column], [...yolkin, 'ст.161 ч.1 УК РФ'])?.defendants?.[0]?.articles).toMatchObject([
        { article_number: '158' },
      ]),
  )
  it.each(['Статья, по которой осуждён', 'Статья УК РФ, по которой лицо признано виновным', 'Статья (изменённая)'])(
    'nor is the label «%s»',
    label => {
      const told = cardOf(page([{ title: 'ДЕЛО', html: labelTable('ДЕЛО', [...about, [label, 'ст.161 ч.1 УК РФ']]) }]))
      expect(told.case?.articles).toEqual([])
      expect(told.notes).toContainEqual(expect.objectContaining({ code: 'unknown_label', value: 'ст.161 ч.1 УК РФ' }))
    },
  )
  it.each([
    'Статьи по обвинению',
    'Основная статья (по обвинению)',
    'Статья обвинения (осуждения)',
    'Перечень всех статей',
    'Список статей кодекса',
    'Статья УК РФ',
    'Статья УК РФ (с изменениями)',
    'Статья (часть)',
    'Статьи, по которым предъявлено обвинение',
    'Главная статья',
    'Статья КоАП',
  ])('«%s» is', column =>
    expect(
      people([...accused, column], [...yolkin, 'ст.161 ч.1 УК РФ'])?.defendants?.[0]?.articles?.map(
        one => one.article_number,
      ),
    ).toEqual(['158', '161']),
  )

  it.each(['ФИО потерпевшего', 'Фамилия, имя, отчество защитника', 'Ф.И.О. заявителя', 'Лицо, составившее протокол'])(
    '«%s» names no accused',
    column => expect(people([column, 'Перечень статей'], [...yolkin])?.defendants ?? []).toEqual([]),
  )
  it.each([
    'ФИО подсудимого',
    'ФИО лица',
    'Участник (подсудимый, потерпевший, защитник)',
    'Лицо, привлекаемое к ответственности',
  ])('«%s» names the accused', column =>
    expect(people([column, 'Перечень статей'], [...yolkin])?.defendants).toMatchObject([{ name: yolkin[0] }]),
  )
})

describe('cells that go on in the rows below them', () => {
  const cell = (text: string, rows = 1): string => `<td${rows > 1 ? ` rowspan="${rows}"` : ''}>${text}</td>`
  it.each([
    [
      'articles of two people',
      [
        [cell('Ёлкин И.И.'), cell('ст.158 ч.2 УК РФ', 2), cell('Вынесен ПРИГОВОР')],
        [cell('Соснова А.А.'), cell('Уголовное дело ПРЕКРАЩЕНО')],
      ],
      [
        ['Ёлкин И.И.', '158', 'Вынесен ПРИГОВОР'],
        ['Соснова А.А.', '158', 'Уголовное дело ПРЕКРАЩЕНО'],
      ],
    ],
    [
      'the name of one',
      [
        [cell('Ёлкин И.И.', 2), cell('ст.158 ч.2 УК РФ', 1), cell('Вынесен ПРИГОВОР', 2)],
        [cell('ст.319 УК РФ')],
        [cell('Соснова А.А.'), cell('ст.160 УК РФ'), cell('Вынесен ПРИГОВОР')],
      ],
      [
        ['Ёлкин И.И.', '158', 'Вынесен ПРИГОВОР'],
        ['Ёлкин И.И.', '319', 'Вынесен ПРИГОВОР'],
        ['Соснова А.А.', '160', 'Вынесен ПРИГОВОР'],
      ],
    ],
  ])('%s', (_, rows, expected) => {
    const head = ['Фамилия / наименование', 'Перечень статей', 'Результат в отношении лица'].map(
      one => `<td><b>${one}</b></td>`,
    )
    const html = `<table id="tablcont"><tr><th colspan="3">ЛИЦА</th></tr>${[head, ...rows].map(row => `<tr>${row.join('')}</tr>`).join('')}</table>`
    const read = cardOf(
      page([
        { title: 'ДЕЛО', html: labelTable('ДЕЛО', about) },
        { title: 'ЛИЦА', html },
      ]),
    ).case
    expect(
      read?.defendants?.map(({ name, articles, result }) => [name, articles?.[0]?.article_number, result]),
    ).toEqual(expected)
  })
})

describe('what a card says in an odd form', () => {
  const labels = (...rows: (readonly [string, string])[]) => labelTable('ДЕЛО', rows)
  const row = (...cells: string[]) => `<tr>${cells.join('')}</tr>`
  const cell = (text: string, span = '') => `<td ${span}>${text}</td>`
  const bold = (text: string, span = '') => cell(`<b>${text}</b>`, span)
  const koap = (tabs: Tabs) =>
    cardOf(tabsCard({ number: '5-17/2026', catalogue: 'Дела об административных правонарушениях', tabs }), '1500001')
  const told = (title: string, html: string) => koap([{ title, html }]).case
  const table = (...rows: string[]) => `<table id="tablcont">${rows.join('')}</table>`

  it.each<[label: string, value: string]>([
    ['Дата рассмотрения в апелляционной инстанции', '12.05.2026'],
    ['Дата решения кассационной инстанции', '12.05.2026'],
    ['Дата постановления мирового судьи', '12.05.2026'],
    ['Дата постановления должностного лица', '12.05.2026'],
    ['Дата вынесения обжалуемого постановления', '12.05.2026'],
    ['Дата постановления о возбуждении', '12.05.2026'],
    ['Дата вынесения определения о назначении', '12.05.2026'],
    ['Дата рассмотрения назначена', '12.05.2026'],
    ['Результат рассмотрения в апелляции', 'Отменено'],
    ['Статья основания прекращения', 'ст. 29.9 ч. 1'],
    ['Статья УПК', 'ст. 237'],
  ])('«%s» is of something else, and noted', (label, value) => {
    const { case: read, notes } = koap([{ title: 'ДЕЛО', html: labels(about[1], [label, value]) }])
    expect([read?.result_date, read?.result, read?.articles]).toEqual([undefined, undefined, []])
    expect(notes).toMatchObject([{ code: 'unknown_label', value }])
  })

  it.each([
    [
      'Дата вынесения постановления о назначении административного наказания',
      '12.05.2026',
      'result_date',
      '2026-05-12',
    ],
    ['Председательствующий', 'Судьина А.И.', 'judge', 'Судьина А.И.'],
    ['Дата рассмотрения', 'чт, 12. 03. 2026 г., 10:00', 'result_date', '2026-03-12'],
    ['УИД', '59МS0001–01–2026–000017–11', 'case_uid', '59MS0001-01-2026-000017-11'],
    ['УИД', '77КJ0002-01-2026-000017-11', 'case_uid', '77KJ0002-01-2026-000017-11'],
    ['Су&shy;дья', 'Судьи&shy;на А.И.', 'judge', 'Судьина А.И.'],
    ['Результат рассмотрения', 'Производство по делу прекращено.', 'result', 'Производство по делу прекращено'],
    ['Судья', '—', 'judge', undefined],
    ['Судья', 'не назначен', 'judge', undefined],
    ['Результат рассмотрения', '-', 'result', undefined],
    ['Результат рассмотрения', 'Дело не рассмотрено', 'result', undefined],
  ] as const)('«%s»: «%s»', (label, value, field, expected) =>
    expect(told('ДЕЛО', labels([label, value]))?.[field]).toBe(expected),
  )

  it.each([
    [
      'in pairs in a row',
      table(row(bold('Судья'), cell('Судьина А.И.'), bold('Дата поступления'), cell('01.06.2026'))),
    ],
    [
      'under headings',
      table(row(bold('Судья'), bold('Дата поступления')), row(cell('Судьина А.И.'), cell('01.06.2026'))),
    ],
    ['in one cell each', table(row(cell('Судья: Судьина А.И.')), row(cell('Дата поступления: 01.06.2026')))],
    ['without a table', '<p>Судья: Судьина А.И.</p><dl><dt>Дата поступления</dt><dd>01.06.2026</dd></dl>'],
  ])('labels %s are read', (_, html) =>
    expect(told('ДЕЛО', html)).toMatchObject({ judge: 'Судьина А.И.', entry_date: '2026-06-01' }),
  )

  it('a tab without a table, a label or an end is noted line by line', () =>
    expect(koap([{ title: 'ДЕЛО', html: '<p>Судьина А.И.</p>' }]).notes).toEqual([
      { code: 'unknown_label', where: 'ДЕЛО: ', value: 'Судьина А.И.' },
    ]))

  it.each([
    ['a wide heading', row(bold('Событие'), bold('Дата и время', 'colspan="2"'), bold('Результат'))],
    [
      'two rows of headings',
      row(bold('Событие', 'rowspan="2"'), bold('Назначено', 'colspan="2"'), bold('Результат', 'rowspan="2"')) +
        row(bold('Дата'), bold('Время')),
    ],
  ])('an event stands under %s', (_, head) => {
    const cells = ['Судебное заседание', '12.03.2026', '10:00', 'Отложено'].map(one => cell(one))
    expect(told('ДВИЖЕНИЕ ДЕЛА', table(head, row(...cells)))?.events).toEqual([
      { type: 'Судебное заседание', date: '2026-03-12', time: '10:00', result: 'Отложено' },
    ])
  })

  it('what stands beside a table is read or noted, a footnote is neither', () => {
    const html = `${labels(about[1])}<p>Судья: Судьина А.И.</p><p>Отложено на 12.03.2026</p><p>* по алфавиту</p>`
    const { case: read, notes } = koap([{ title: 'ДЕЛО', html }])
    expect(read?.judge).toBe('Судьина А.И.')
    expect(notes).toEqual([{ code: 'unknown_label', where: 'ДЕЛО: ', value: 'Отложено на 12.03.2026' }])
  })

  it('of two values of one label the last tells, and the other is noted', () => {
    const html = labels(['Судья', 'Судьина А.И.'], ['Дата поступления', '01.06.2026'], ['Судья', 'Дубов О.О.'])
    const { case: read, notes } = koap([{ title: 'ДЕЛО', html }])
    expect(read?.judge).toBe('Дубов О.О.')
    expect(notes).toEqual([{ code: 'unknown_label', where: 'ДЕЛО: Судья', value: 'Судьина А.И.' }])
  })

  it('people stand under their roles', () => {
    const accused = ['Привлекаемое лицо', 'Ёлкин П.И., Соснова А.И.'] as const
    const read = told('ДЕЛО', labels(accused, ['Защитник', 'Дубов О.О.'], ['Статья', 'ст.20.2 ч.5']))
    expect(read?.defendants?.map(({ name }) => name)).toEqual(['Ёлкин П.И.', 'Соснова А.И.'])
    expect(read?.participants).toEqual([{ role: 'advocate', name: 'Дубов О.О.' }])
    expect(read?.articles).toHaveLength(1)
  })

  it.each([
    ['Привлекаемое лицо', 'не указано'],
    ['Подсудимый под стражей', 'Да'],
    ['Осужденный', 'Содержится под стражей'],
    ['Подсудимого защищает', 'Дубов О.О.'],
    ['Подсудимый', 'адвокат Дубов О.О.'],
    ['Осуждённый', 'по жалобе Дубова О.О.'],
    ['Подсудимый', 'Содержится под стражей по решению судьи Дубова О.О.'],
    ['Защитник извещён', '01.02.2026'],
    ['Защитник', 'нет'],
    ['Потерпевших', '2'],
    ['Потерпевший', '2'],
  ])('«%s: %s» names nobody', (label, value) => {
    for (const title of ['ДЕЛО', 'СТОРОНЫ']) {
      const read = told(title, labels([label, value]))
      expect([read?.defendants, read?.participants]).toEqual([[], []])
    }
  })
  it.each<[string, string[], string?]>([
    ['Подсудимые', ['Ёлкин П.И.', 'Соснова А.И.']],
    ['Подсудимый', ['Ёлкин П.И.', 'Соснова А.И.'], ' и '],
    ['Подсудимый', ['Ёлкин Пётр Ильич', 'Соснова Анна Ильинична'], '; '],
    ['Обвиняемая', ['Соснова А.И.']],
    ['Осуждённый (ая)', ['Ёлкин П.И.']],
    ['Правонарушитель (ФИО)', ['Ёлкин П.И.']],
    ['Привлекаемое лицо', ['Ёлкин П.И. (под стражей)']],
    ['Привлекаемое лицо', ['Администрация Заречного района']],
  ])('«%s» names %j as the accused', (label, names, mark = ', ') =>
    expect(told('ДЕЛО', labels([label, names.join(mark)]))?.defendants?.map(({ name }) => name)).toEqual(names),
  )
  it.each([
    ['Защитники', 'Дубов О.О.', 'advocate'],
    ['Защитник', 'адвокат Дубов О.О.', 'advocate'],
    ['Прокурор', 'Прокуратура Заречного района', 'prosecutor'],
    ['Потерпевшая', 'Соснова А.И.', 'Потерпевшая'],
    ['Защитник подсудимого', 'Дубов О.О.', 'advocate'],
    ['Потерпевший (гражданский истец)', 'Соснова А.И.', 'Потерпевший (гражданский истец)'],
  ])('«%s: %s» is a participant', (label, name, role) =>
    expect(told('ДЕЛО', labels([label, name]))?.participants).toEqual([{ role, name }]),
  )
  it('a tab that names others leaves the accused to the case', () => {
    const sides = headedTable('СТОРОНЫ', [
      ['Вид лица', 'ФИО'],
      ['Прокурор', 'Дубов О.О.'],
    ])
    const { case: read, notes } = koap([
      { title: 'ДЕЛО', html: labels(['Подсудимый', 'Ёлкин П.И.'], ['Защитник', 'Соснова А.И.']) },
      { title: 'СТОРОНЫ', html: sides },
    ])
    expect(read?.defendants?.map(({ name }) => name)).toEqual(['Ёлкин П.И.'])
    expect(read?.participants).toEqual([
      { role: 'prosecutor', name: 'Дубов О.О.' },
      { role: 'advocate', name: 'Соснова А.И.' },
    ])
    expect(notes).toEqual([])
  })
  it('who is named in a tab of people is not named again by the case', () => {
    const sides = headedTable('СТОРОНЫ', [
      ['Вид лица', 'ФИО', 'Перечень статей'],
      ['Привлекаемое лицо', 'Ёлкин Пётр Ильич', 'ст.20.2 ч.5 КоАП РФ'],
    ])
    const { case: read, notes } = koap([
      { title: 'ДЕЛО', html: labels(['Привлекаемое лицо', 'Ёлкин П.И.']) },
      { title: 'СТОРОНЫ', html: sides },
    ])
    expect(read?.defendants?.map(({ name }) => name)).toEqual(['Ёлкин Пётр Ильич'])
    expect(notes).toEqual([{ code: 'unknown_label', where: 'ДЕЛО: Привлекаемое лицо', value: 'Ёлкин П.И.' }])
  })

  it.each([
    [
      'an empty one is followed by the next',
      '<dl><dt>Судья</dt><dd></dd><dt>Дата поступления</dt><dd>01.06.2026</dd></dl>',
      [undefined, '2026-06-01', undefined],
    ],
    [
      'a value may be a label itself',
      '<p>Судья</p><p>Судьина А.И.</p><p>Вид обжалуемого судебного акта</p><p>Решение</p>',
      ['Судьина А.И.', undefined, undefined],
    ],
  ])('of labels without a table %s', (_, html, expected) => {
    const read = told('ДЕЛО', html)
    expect([read?.judge, read?.entry_date, read?.result]).toEqual(expected)
  })

  it('words alone in their row are noted where nothing stands under them, and a role with its name is read', () => {
    const rows = [
      'Участники',
      'Защитник (адвокат): Дубов О.О.',
      'Сведения отсутствуют',
      'Данные не подлежат размещению',
    ]
    const { case: read, notes } = koap([
      { title: 'СТОРОНЫ', html: table(...['СТОРОНЫ', ...rows].map(one => row(cell(one)))) },
    ])
    expect(read?.participants).toEqual([{ role: 'advocate', name: 'Дубов О.О.' }])
    expect(notes).toEqual([{ code: 'unknown_label', where: 'СТОРОНЫ: ', value: 'Данные не подлежат размещению' }])
  })

  it('a cell beyond the headings is noted', () =>
    expect(
      koap([
        {
          title: 'ДВИЖЕНИЕ ДЕЛА',
          html: headedTable('ДВИЖЕНИЕ ДЕЛА', [
            ['Событие', 'Дата'],
            ['Судебное заседание', '12.03.2026', 'отложено'],
          ]),
        },
      ]).notes,
    ).toEqual([{ code: 'unknown_column', where: 'ДВИЖЕНИЕ ДЕЛА', value: 'отложено' }]))

  const head = row(bold('Вид лица'), bold('ФИО'), bold('Перечень статей'), bold('ИНН'))
  const accused = 'Привлекаемое лицо'
  const article = 'ст.20.2 ч.5 КоАП РФ'
  // biome-ignore format: a table reads best as one
  it.each<[what: string, rows: string[], people: string[], beside?: string]>([
    ['a wide cell moves no other', [row(cell(accused), cell('Ёлкин П.И.', 'colspan="2"'), cell('123'))], ['Ёлкин П.И.: ']],
    ['a role that goes on for too long ends at a whole row', [row(cell(accused, 'rowspan="9"'), cell('Ёлкин П.И.'), cell(article), cell('')), row(cell('Потерпевший'), cell('Дубов О.О.'), cell(''), cell(''))], ['Ёлкин П.И.: 20.2']],
    ['a table within a cell is its text', [row(cell(accused), cell('<table><tr><td>Ёлкин</td><td>П.И.</td></tr></table>'), cell(article), cell(''))], ['Ёлкин П.И.: 20.2']],
    ['a title between rows ends nothing', [row(cell('Лица', 'colspan="4"')), row(cell(accused), cell('Ёлкин П.И.'), cell(article), cell(''))], ['Ёлкин П.И.: 20.2']],
    ['two people of one cell are two', [row(cell(accused), cell('Ёлкин П.И., Соснова Анна Ильинична'), cell(`${article}, ст.19.3 ч.1 КоАП РФ`), cell(''))], ['Ёлкин П.И.: 20.2', 'Соснова Анна Ильинична: 19.3']],
    ['and in lines', [row(cell(accused), cell('Ёлкин П.И.<br>Соснова А.И.'), cell(`${article}<br>ст.19.3 ч.1 КоАП РФ`), cell(''))], ['Ёлкин П.И.: 20.2', 'Соснова А.И.: 19.3']],
    ['whose article is not told where there is one', [row(cell(accused), cell('Ёлкин П.И., Соснова А.И., Дубов О.О.'), cell(`${article}, ст.19.3 ч.1 КоАП РФ`), cell(''))], ['Ёлкин П.И.: ', 'Соснова А.И.: ', 'Дубов О.О.: '], '20.2 19.3'],
    ['a company with a comma is one', [row(cell(accused), cell('ООО «Лес, луг и поле»'), cell(article), cell(''))], ['ООО «Лес, луг и поле»: 20.2']],
    ['articles in lines are of one person', [row(cell(accused), cell('Ёлкин П.И.'), cell('ст. 20.2<br>ч. 5 КоАП РФ<br>ст.19.3 ч.1 КоАП РФ'), cell(''))], ['Ёлкин П.И.: 20.2 19.3']],
    ['a raised figure is a further one', [row(cell(accused), cell('Ёлкин П.И.'), cell('ст. 20.3<sup>1</sup> КоАП РФ'), cell(''))], ['Ёлкин П.И.: 20.3.1']],
    ['who is refused a case is accused of none', [row(cell('Лицо, в отношении которого отказано в возбуждении дела'), cell('Ёлкин П.И.'), cell(''), cell(''))], []],
    ['nor who was convicted in another', [row(cell('Осуждённый по другому делу'), cell('Ёлкин П.И.'), cell(''), cell(''))], []],
  ])('%s', (_, rows, people, beside = '') => {
    const read = told('СТОРОНЫ', table(head, ...rows))
    expect(read?.defendants?.map(({ name, articles }) => `${name}: ${articles?.map(one => one.article_number).join(' ')}`)).toEqual(people)
    expect(read?.articles?.map(one => one.article_number).join(' ')).toBe(beside)
  })

  it('a dash where the articles stand accuses nobody, and one where the result stands tells none', () => {
    const sides = headedTable('СТОРОНЫ', [
      ['Фамилия', 'Перечень статей', 'Результат в отношении лица'],
      ['Ёлкин П.И.', article, '-'],
      ['Дубов О.О.', '—', ''],
    ])
    const read = told('СТОРОНЫ', sides)
    expect([read?.defendants?.map(({ name }) => name), read?.participants?.map(({ name }) => name)]).toEqual([
      ['Ёлкин П.И.'],
      ['Дубов О.О.'],
    ])
    expect([read?.result, read?.defendants?.[0]?.result]).toEqual([undefined, undefined])
  })

  it('tabs without numbers are told by their order', () => {
    const html = page(tabs(usual)).replace(/ id="(?:tab|cont)\d+"/gu, '')
    expect(cardOf(html).case).toEqual(cardOf(page(tabs(usual))).case)
  })

  it.each<[what: string, acts: string[], text: string | undefined]>([
    ['that of the higher court', ['Постановление', 'Решение вышестоящей инстанции'], 'Постановление'],
    ['a decision on a complaint', ['Решение по жалобе'], undefined],
    ['nor any decision, beside what ends a case of КоАП', ['Решение', 'Постановление', 'Определение'], 'Постановление'],
    [
      'the last of its parts',
      ['Постановление, часть 1', 'Постановление, часть 2'],
      'Постановление, часть 1\nПостановление, часть 2',
    ],
    ['a word about its absence', ['Текст постановления не подлежит опубликованию'], undefined],
  ])('the text of a case is not %s', (_, titles, text) => {
    const acts = titles.map((title, at) => ({ title: `Судебный акт #${at + 1} (${title})`, html: title }))
    expect(told('СУДЕБНЫЕ АКТЫ', actsTab(acts))?.text).toBe(text)
  })

  it.each<[what: string, before: (readonly [string, string])[], after: (readonly [string, string])[]]>([
    ['a bold label that nobody knows', [['Цвет папки', 'синий']], []],
    ['one at the end', [], [['Цвет папки', 'синий']]],
  ])('labels are read beside %s', (_, before, after) => {
    const rows = [
      ...before,
      ['Судья', 'Судьина А.И.'] as const,
      ['2. Дата поступления', '01.06.2026'] as const,
      ...after,
    ]
    const html = table(...rows.map(([label, value]) => row(bold(label), bold(value))))
    const { case: read, notes } = koap([{ title: 'ДЕЛО', html }])
    expect([read?.judge, read?.entry_date]).toEqual(['Судьина А.И.', '2026-06-01'])
    expect(notes).toEqual([{ code: 'unknown_label', where: 'ДЕЛО: Цвет папки', value: 'синий' }])
  })

  it.each([
    ['two', 'Дубов О.О.', [cell('Защитник'), cell('Дубов О.О.')]],
    ['three', undefined, [cell('Защитник'), cell('Дубов О.О.'), cell('')]],
  ])('nobody is accused under a bold role, in %s columns without headings', (_, advocate, cells) => {
    const first = [bold('Привлекаемое лицо'), bold('Ёлкин П.И.'), bold('ст.20.2 ч.5')].slice(0, cells.length)
    const { case: read, notes } = koap([{ title: 'СТОРОНЫ', html: table(row(...first), row(...cells)) }])
    expect(read?.defendants?.map(({ name }) => name)).toEqual(advocate === undefined ? [] : ['Ёлкин П.И.'])
    expect(read?.participants?.map(({ name }) => name)).toEqual(advocate === undefined ? [] : [advocate])
    expect(JSON.stringify(notes).includes('Ёлкин П.И.')).toBe(advocate === undefined)
  })

  it('a bold row under as many headings is a row', () => {
    const moves = table(
      row(bold('Событие'), bold('Дата')),
      row(bold('Судебное заседание'), bold('12.03.2026')),
      row(cell('Дело сдано в архив'), cell('13.03.2026')),
    )
    expect(told('ДВИЖЕНИЕ ДЕЛА', moves)?.events?.map(({ date }) => date)).toEqual(['2026-03-12', '2026-03-13'])
    const sides = table(
      row(bold('Вид лица'), bold('ФИО'), bold('Перечень статей')),
      row(bold('Привлекаемое лицо'), bold('Ёлкин П.И.'), bold('ст.20.2 ч.5')),
      row(cell('Защитник'), cell('Дубов О.О.'), cell('')),
    )
    expect(told('СТОРОНЫ', sides)).toMatchObject({
      defendants: [{ name: 'Ёлкин П.И.', articles: [{ article_number: '20.2' }] }],
      participants: [{ role: 'advocate', name: 'Дубов О.О.' }],
    })
  })

  it('the number of each complaint is kept with its court, and its articles and force are not those of the case', () => {
    const complaint = (number: string, court: string) =>
      labelTable('ЖАЛОБА', [
        ['Номер дела в вышестоящем суде', number],
        ['Вышестоящий суд', court],
        ['Перечень статей', 'ст.30.1 КоАП РФ'],
        ['Дата вступления в законную силу', '12.03.2026'],
      ])
    expect(
      told('ПЕРЕСМОТР', complaint('12-9/2026', 'Районный суд') + complaint('16-9/2026', 'Кассационный суд')),
    ).toMatchObject({
      related: [
        { case_number: '12-9/2026', court: 'Районный суд' },
        { case_number: '16-9/2026', court: 'Кассационный суд' },
      ],
      articles: [],
    })
  })
})

describe('several complaints of one card', () => {
  type Told = readonly [result: string, day?: string]
  const complaint = ([result, day = '']: Told, at: number) =>
    labelTable(`ЖАЛОБА № ${at + 1}`, [
      ['Заявитель', 'Ёлкин И.И.'],
      ['Результат обжалования', result],
      ['Дата рассмотрения жалобы', day],
    ])
  const sides = (accused: number) => [
    ['Вид лица, участвующего в деле', 'Фамилия / наименование', 'Перечень статей'],
    ...['Ёлкин И.И.', 'Соснова А.А.'].slice(0, accused).map(name => ['ПРИВЛЕКАЕМОЕ ЛИЦО', name, 'ст.20.2 ч.5 КоАП РФ']),
  ]
  const read = (told: readonly Told[], accused: number) =>
    cardOf(
      tabsCard({
        number: '5-17/2026',
        catalogue: 'Дела об административных правонарушениях',
        tabs: [
          { title: 'ДЕЛО', html: labelTable('ДЕЛО', about) },
          { title: 'СТОРОНЫ', html: headedTable('СТОРОНЫ', sides(accused)) },
          { title: 'ПЕРЕСМОТР', html: told.map(complaint).join('') },
        ],
      }),
      '1500001',
    )
  const kept = ['Отменено', '20.03.2026'] as const
  const retrial = 'Отменено с возвращением на новое рассмотрение'

  it.each<[string, Told[], number, string | undefined, string | undefined]>([
    ['one that was given back changes nothing', [kept, ['Возвращена заявителю']], 2, 'Отменено', '2026-03-20'],
    ['nor has it a day', [kept, ['Возвращена заявителю', '05.05.2026']], 2, 'Отменено', '2026-03-20'],
    ['nor is it first', [['Отозвана', '05.05.2026'], kept], 2, 'Отменено', '2026-03-20'],
    ['one result is told with its last day', [kept, ['Отменено', '05.05.2026']], 2, 'Отменено', '2026-05-05'],
    ['one result in two wordings', [['Изменен'], ['Изменено']], 2, 'Изменено', undefined],
    ['two results may be of two people', [['Изменен'], ['Оставлен без изменения']], 2, undefined, undefined],
    ['in any order', [['Оставлен без изменения', '20.03.2026'], kept], 2, undefined, '2026-03-20'],
    ['and on two days', [['Без изменения', '02.02.2026'], kept], 2, undefined, undefined],
    ['or of nobody who is named', [['Изменен'], ['Оставлен без изменения']], 0, undefined, undefined],
    ['of one person, a change stays', [kept, ['Без изменения', '05.05.2026']], 1, 'Отменено', '2026-03-20'],
    [
      'of one person, the last one wins by its day',
      [
        [retrial, '05.05.2026'],
        ['Изменено', '20.03.2026'],
      ],
      1,
      retrial,
      '2026-05-05',
    ],
    ['a new trial is no complaint given back', [['Без изменения'], [retrial]], 1, retrial, undefined],
    ['of one person, without days neither', [['Изменено'], ['Отменено']], 1, undefined, undefined],
  ])('%s', (_, told, accused, result, day) => {
    const { case: record } = read(told, accused)
    expect(record?.defendants).toHaveLength(accused)
    expect([record?.appeal_result, record?.appeal_date]).toEqual([result, day])
  })

  it.each([
    ['ОТМЕНЕН с направлением на новое рассмотрение', []],
    ['Отменено с передачей на новое судебное разбирательство', []],
    ['Принято к сведению', ['Принято к сведению']],
  ])('«%s» is kept as it is written, and noted where its kind is not known', (result, noted) => {
    const { case: record, notes } = read([[result]], 1)
    expect(record?.appeal_result).toBe(result)
    expect(notes.filter(({ code }) => code === 'unknown_result').map(({ value }) => value)).toEqual(noted)
  })

  it('notes results that contradict each other', () => {
    expect(read([kept, ['Без изменения']], 2).notes).toContainEqual({
      code: 'unknown_result',
      where: 'appeal_result',
      value: 'Отменено; Без изменения',
    })
  })

  it('two of which the results alone are told are two', () => {
    const results = ['Возвращена заявителю', 'Отменено', 'Отозвана'].map(
      result => ['Результат обжалования', result] as const,
    )
    const { case: record } = cardOf(
      page([
        { title: 'ДЕЛО', html: labelTable('ДЕЛО', about) },
        { title: 'ОБЖАЛОВАНИЕ', html: labelTable('ЖАЛОБЫ', results) },
      ]),
    )
    expect(record?.appeal_result).toBe('Отменено')
  })

  it('one of two applicants is one', () => {
    const applicants = labelTable('ЖАЛОБА № 1', [
      ['Заявитель', 'Ёлкин И.И.'],
      ['Заявитель', 'Дубов О.О.'],
      ['Результат обжалования', 'Отменено'],
    ])
    const heard = headedTable('ДВИЖЕНИЕ ЖАЛОБЫ', [
      ['Событие', 'Дата'],
      ['Рассмотрение жалобы', '20.03.2026'],
    ])
    const { case: record } = cardOf(
      page([
        { title: 'ДЕЛО', html: labelTable('ДЕЛО', about) },
        { title: 'ОБЖАЛОВАНИЕ', html: applicants + heard },
      ]),
    )
    expect([record?.appeal_result, record?.appeal_date]).toEqual(['Отменено', '2026-03-20'])
  })

  // biome-ignore format: a table reads best as one
  it.each<[what: string, rows: string[], result: string, day: string | undefined]>([
    ['the hearing that ended it', ['Судебное заседание|20.03.2026|Отложено', 'Рассмотрение жалобы|05.04.2026|Отменено', 'Дело возвращено|09.04.2026|'], 'Отменено', '2026-04-05'],
    ['in any order', ['Рассмотрение жалобы|05.04.2026|Отменено', 'Судебное заседание|20.03.2026|Заседание отменено'], 'Отменено', '2026-04-05'],
    ['the last of those that say no outcome', ['Судебное заседание|05.04.2026|', 'Судебное заседание|20.03.2026|'], 'Отменено', '2026-04-05'],
    ['no ruling by the way', ['Рассмотрение жалобы|05.04.2026|Отменено', 'Вынесено определение об исправлении описки|20.05.2026|'], 'Отменено', '2026-04-05'],
    ['no ruling by the way alone', ['Вынесено определение о назначении|20.03.2026|'], 'Отменено', undefined],
    ['none where the last one was put off', ['Судебное заседание|20.03.2026|Рассмотрение отложено'], 'Отменено', undefined],
    ['none of a hearing that is set', ['Судебное заседание|20.03.2026|Отложено', 'Судебное заседание|05.04.2026|'], '', undefined],
    ['the hearing of its own outcome', ['Судебное заседание|20.03.2026|', 'Рассмотрение жалобы|05.04.2026|Отменено за истечением срока давности'], 'Отменено', '2026-04-05'],
    ['none of other outcomes', ['Судебное заседание|20.03.2026|Снято с рассмотрения', 'Рассмотрение жалобы|05.04.2026|'], 'Отменено', '2026-04-05'],
    ['no refusal by the way', ['Судебное заседание|20.03.2026|Отказано в приобщении документов', 'Судебное заседание|05.04.2026|Отложено в связи с отказом защитника'], '', undefined],
    ['the hearing that tells what came of it', ['Судебное заседание|05.04.2026|Без изменения'], '', '2026-04-05'],
  ])('has the day of %s', (_, rows, result, day) => {
    const heard = headedTable('ДВИЖЕНИЕ ЖАЛОБЫ', [['Событие', 'Дата', 'Результат'], ...rows.map(row => row.split('|'))])
    const { case: record } = cardOf(
      page([
        { title: 'ДЕЛО', html: labelTable('ДЕЛО', about) },
        { title: 'ОБЖАЛОВАНИЕ', html: complaint([result], 0) + heard },
      ]),
    )
    expect(record?.appeal_date).toBe(day)
  })

  it('each has the day of its own movement', () => {
    const movement = (day: string) =>
      headedTable('ДВИЖЕНИЕ ЖАЛОБЫ', [
        ['Событие', 'Дата'],
        ['Рассмотрение жалобы', day],
      ])
    const html = `${complaint(['Отменено'], 0)}${movement('20.03.2026')}${complaint(['Возвращена'], 1)}${movement('05.05.2026')}`
    const { case: record } = cardOf(
      page([
        { title: 'ДЕЛО', html: labelTable('ДЕЛО', about) },
        { title: 'ОБЖАЛОВАНИЕ', html },
      ]),
    )
    expect([record?.appeal_result, record?.appeal_date]).toEqual(['Отменено', '2026-03-20'])
  })
})

describe('days and hours of hearings', () => {
  const eventsOf = (...tables: (readonly [title: string, ...rows: string[]])[]) => eventsBeside([], ...tables)
  /** Of a case that is not decided. */
  const eventsBeside = (
    labels: readonly (readonly [string, string])[],
    ...tables: (readonly [title: string, ...rows: string[]])[]
  ) =>
    cardOf(
      page([
        { title: 'ДЕЛО', html: labelTable('ДЕЛО', [...about.slice(0, 3), ...labels]) },
        ...tables.map(([title, ...rows]) => ({
          title,
          html: headedTable(
            title,
            rows.map(row => row.split('|')),
          ),
        })),
      ]),
    )
  const hearing = 'Судебное заседание'

  it.each([
    ['Событие|Дата|Дата следующего заседания|Время', `${hearing}|01.06.2026|05.07.2026|10:00`, ['2026-06-01 10:00']],
    ['Событие|Дата|Дата следующего заседания|Время', `${hearing}||05.07.2026|10:00`, []],
    ['Событие|Дата назначения|Дата проведения|Время', `${hearing}|01.06.2026|05.07.2026|10:00`, ['2026-07-05 10:00']],
    ['Событие|Дата события|Время окончания|Время начала', `${hearing}|01.06.2026|11:00|10:00`, ['2026-06-01 10:00']],
    ['Событие|Дата события|Время|Время размещения', `${hearing}|01.06.2026||18:22`, ['2026-06-01']],
    ['Событие|Дата|Время', `${hearing}|01.06.2026|00 час. 00 мин.`, ['2026-06-01']],
    ['Событие|Дата|Время', `${hearing}|31.02.2026|10:00`, []],
    [
      'Событие|Дата|Время',
      `${hearing}|01.06.2026 (перенесено на 05.07.2026)|10:00`,
      ['2026-06-01 10:00', '2026-07-05'],
    ],
    ['Событие|Дата|Время', `${hearing}|01.06.2026|10:00 – 11:00`, ['2026-06-01 10:00']],
    ['Событие|Дата|Время', `${hearing}|01.06.26|10:00`, ['2026-06-01 10:00']],
    ['Событие|Дата|Время', `${hearing}|понедельник, 01.06.2026|10:00`, ['2026-06-01 10:00']],
    ['Событие|Дата|Время', `${hearing}|01.06.2026 (пн)|10<sup>00</sup>`, ['2026-06-01 10:00']],
    ['Событие|Дата|Время', `${hearing}|<i style="display:none">20260601</i>01.06.2026|10:00`, ['2026-06-01 10:00']],
  ])('«%s»: «%s»', (head, row, expected) => expect(eventsOf(['ДВИЖЕНИЕ ДЕЛА', head, row]).hearings).toEqual(expected))

  const events = ['Событие|Дата|Время|Результат|Зал', `${hearing}|01.06.2026|10:00||5`]
  // biome-ignore format: a table reads best as one
  it.each<[row: string, told: string[], struck: string[]]>([
    [`<s>${hearing}</s>|<s>05.07.2026</s>|<s>11:00</s>||<s>6</s>`, [], [`${hearing}; 05.07.2026; 11:00; 6`]],
    [`<STRIKE>${hearing}</STRIKE>|<del>05.07.2026</del>|<del>11:00</del>||`, [], [`${hearing}; 05.07.2026; 11:00`]],
    [`${hearing}|<s>05.07.2026</s>|11:00||`, [], ['05.07.2026']],
    [`${hearing}|<s>05.07.2026</s> 06.07.2026|11:00||`, ['2026-07-06 11:00'], ['05.07.2026']],
    [`${hearing}|05.07.2026|<span style="Text-Decoration: LINE-THROUGH">11:00</span> 12:00||`, ['2026-07-05 12:00'], ['11:00']],
    [`${hearing}|05.07.2026|11:00|<s>Рассмотрение отложено</s>|6`, ['2026-07-05 11:00'], ['Рассмотрение отложено']],
    [`${hearing}|05.07.2026|11:00|<strong>Рассмотрение отложено</strong>|6`, ['2026-07-05 11:00 Рассмотрение отложено'], []],
  ])('a hearing that is struck out is none: «%s»', (row, told, struck) => {
    const read = eventsOf(['ДВИЖЕНИЕ ДЕЛА', ...events, row])
    const after = read.case?.events?.slice(1).map(({ date, time, result }) => [date, time, result].filter(Boolean).join(' '))
    const taken = read.notes.filter(({ code }) => code === 'struck_out').map(({ value }) => value)
    expect([after, taken]).toEqual([told, struck])
  })
  const lineThrough = 'style="color: red; text-decoration: line-through"'
  it.each<[where: string, row: (row: string) => string, told: unknown[], struck: string]>([
    ['row', row => row.replace('<tr', `<tr ${lineThrough}`), [], `${hearing}; 05.07.2026; 11:00; 6`],
    ['cells', row => row.replaceAll('<td', `<td ${lineThrough}`), [], `${hearing}; 05.07.2026; 11:00; 6`],
    ['hour', row => row.replace('<td>11', `<td ${lineThrough}>11`), [{ date: '2026-07-05', hall: '6' }], '11:00'],
  ])('so is one whose %s a style strikes out, and its other cells keep their places', (_, write, told, struck) => {
    const row = `<tr><td>${hearing}</td><td>05.07.2026</td><td>11:00</td><td>6</td></tr>`
    const table = headedTable('ДВИЖЕНИЕ ДЕЛА', [['Событие', 'Дата', 'Время', 'Зал']])
    const html = table.replace('</table>', `${write(row)}</table>`)
    const read = cardOf(page([{ title: 'ДВИЖЕНИЕ ДЕЛА', html }]))
    const shown = read.case?.events?.map(({ type: _, ...rest }) => rest)
    expect([shown, read.notes.find(({ code }) => code === 'struck_out')?.value]).toEqual([told, struck])
  })

  // biome-ignore format: a table reads best as one
  it.each<[what: string, rows: string[], told: [moment: string, result: string, note: string][]]>([
    ['it is put off, and the new one stands in the same cell', ['01.06.2026|10:00 – перенесено на 05.07.2026 11:00|'], [
      ['2026-06-01 10:00', 'перенесено на 05.07.2026 11:00', ''], ['2026-07-05 11:00', '', 'Перенесено с 01.06.2026 10:00'],
    ]],
    ['it is put off, and the new one has a row of its own', ['01.06.2026|10:00 – перенесено на 05.07.2026 11:00|', '05.07.2026|11:00|'], [
      ['2026-06-01 10:00', 'перенесено на 05.07.2026 11:00', ''], ['2026-07-05 11:00', '', ''],
    ]],
    ['the new one was moved again', ['01.06.2026|10:00 – перенесено на 05.07.2026|', '09.08.2026|12:00|'], [
      ['2026-06-01 10:00', 'перенесено на 05.07.2026', ''], ['2026-08-09 12:00', '', ''],
    ]],
    ['the outcome says to when', ['01.06.2026|10:00|Отложено на 05.07.2026 в 11:00'], [
      ['2026-06-01 10:00', 'Отложено на 05.07.2026 в 11:00', ''], ['2026-07-05 11:00', '', 'Перенесено с 01.06.2026 10:00'],
    ]],
    ['the outcome says that, and the cell when', ['01.06.2026|10:00 – отложено на 05.07.2026|Рассмотрение отложено'], [
      ['2026-06-01 10:00', 'Рассмотрение отложено; отложено на 05.07.2026', ''], ['2026-07-05', '', 'Перенесено с 01.06.2026 10:00'],
    ]],
    ['two of its words tell two days', ['01.06.2026|10:00 – отложено на 05.07.2026|Отложено на 06.07.2026'], [
      ['2026-06-01 10:00', 'Отложено на 06.07.2026; отложено на 05.07.2026', ''],
    ]],
    ['it is moved for a reason', ['01.06.2026|10:00|Отложено на 05.07.2026 11:00 по ходатайству защиты'], [
      ['2026-06-01 10:00', 'Отложено на 05.07.2026 11:00 по ходатайству защиты', ''], ['2026-07-05 11:00', '', 'Перенесено с 01.06.2026 10:00'],
    ]],
    ['two rows of one hour go to two days', ['01.06.2026|10:00 – отложено на 05.07.2026|', '01.06.2026|10:00 – отложено на 06.07.2026|'], [
      ['2026-06-01 10:00', 'отложено на 05.07.2026', ''], ['2026-06-01 10:00', 'отложено на 06.07.2026', ''],
    ]],
    ['the new day is before it, or years after', ['01.06.2026|10:00 – отложено на 05.05.2026|', '02.06.2026|10:00 – отложено на 05.07.2062|'], [
      ['2026-06-01 10:00', 'отложено на 05.05.2026', ''], ['2026-06-02 10:00', 'отложено на 05.07.2062', ''],
    ]],
    ['it is moved within the day', ['01.06.2026|10:00 – перенесено на 14:00|'], [
      ['2026-06-01 10:00', 'перенесено на 14:00', ''], ['2026-06-01 14:00', '', 'Перенесено с 01.06.2026 10:00'],
    ]],
    ['it was moved there, and has another room', ['05.07.2026|11:00 (перенесено с 01.06.2026), зал 7|'], [
      ['2026-07-05 11:00', '', '(перенесено с 01.06.2026), зал 7'],
    ]],
    ['two of one day', ['01.06.2026|10:00|', '01.06.2026|14:00|'], [['2026-06-01 10:00', '', ''], ['2026-06-01 14:00', '', '']]],
    ['whose hour is by another clock', ['01.06.2026|10:00 (мск)|'], [['2026-06-01', '', '10:00 (мск)']]],
  ])('where %s', (_, rows, told) => {
    const events = eventsOf(['ДВИЖЕНИЕ ДЕЛА', 'Событие|Дата|Время|Результат', ...rows.map(row => `${hearing}|${row}`)]).case?.events
    expect(events?.map(({ date, time, result = '', note = '' }) => [[date, time].filter(Boolean).join(' '), result, note])).toEqual(told)
  })

  // biome-ignore format: a table reads best as one
  it.each<[row: string, told: [moment: string, result: string, note: string][]]>([
    ['10:00||отложено на 05.07.2026 11:00', [['2026-06-01 10:00', 'отложено на 05.07.2026 11:00', ''], ['2026-07-05 11:00', '', 'Перенесено с 01.06.2026 10:00']]],
    ['10:00||отложено на 05.07.26 11:00', [['2026-06-01 10:00', 'отложено на 05.07.26 11:00', ''], ['2026-07-05 11:00', '', 'Перенесено с 01.06.2026 10:00']]],
    ['10:00|Рассмотрение отложено|отложено на 05.07.2026 11:00', [['2026-06-01 10:00', 'Рассмотрение отложено', 'отложено на 05.07.2026 11:00'], ['2026-07-05 11:00', '', 'Перенесено с 01.06.2026 10:00']]],
    ['10:00|Отложено на 06.07.2026|отложено на 05.07.2026', [['2026-06-01 10:00', 'Отложено на 06.07.2026', 'отложено на 05.07.2026']]],
    ['10:00||отложено на 05.05.2026', [['2026-06-01 10:00', 'отложено на 05.05.2026', '']]],
    ['10:00||отложено с 05.05.2026', [['2026-06-01 10:00', '', 'отложено с 05.05.2026']]],
    ['10:00||отложено с пятницы', [['2026-06-01 10:00', '', 'отложено с пятницы']]],
    ['10:00||отложено на 01.06.2026 10:00', [['2026-06-01 10:00', '', 'отложено на 01.06.2026 10:00']]],
    ['|| отложено на 01.06.2026 10:00', [['2026-06-01', '', 'отложено на 01.06.2026 10:00']]],
    ['10:00||отложено по ходатайству', [['2026-06-01 10:00', 'отложено по ходатайству', '']]],
    ['10:00||ходатайство об отложении отклонено', [['2026-06-01 10:00', '', 'ходатайство об отложении отклонено']]],
    ['10:00||отложение на 05.07.2026 отклонено', [['2026-06-01 10:00', '', 'отложение на 05.07.2026 отклонено']]],
    ['10:00||отложено исполнение до 05.07.2026', [['2026-06-01 10:00', '', 'отложено исполнение до 05.07.2026']]],
    ['10:00||снят арест с имущества', [['2026-06-01 10:00', '', 'снят арест с имущества']]],
    ['10:00||перерыв не объявлялся', [['2026-06-01 10:00', '', 'перерыв не объявлялся']]],
  ])('of the remark of «%s» as much is told as it says (decision 0065)', (row, told) => {
    const events = eventsOf(['ДВИЖЕНИЕ ДЕЛА', 'Событие|Дата|Время|Результат|Примечание', `${hearing}|01.06.2026|${row}`]).case?.events
    expect(events?.map(({ date, time, result = '', note = '' }) => [[date, time].filter(Boolean).join(' '), result, note])).toEqual(told)
  })

  describe('a hearing put off in words alone', () => {
    const putOff = `${hearing}|01.06.2026|10:00 – перенесено на 05.07.2026 11:00`
    // biome-ignore format: a table reads best as one
    it.each<[row: string, isHeld: boolean]>([
      ['Вынесено постановление о назначении судебного заседания|10.06.2026|', true],
      ['Производство по делу прекращено|10.06.2026|', false],
      ['Производство по делу прекращено|02.06.2026|', false],
      ['Производство по делу прекращено|01.06.2026|', true],
      ['Дело сдано в отдел судебного делопроизводства|10.06.2026|', false],
      ['Передано по подсудности|10.06.2026|', false],
      ['Истребованы материалы|10.06.2026|', true],
      ['Производство по делу прекращено|04.07.2026|', false],
      ['Производство по делу прекращено|05.07.2026|', true],
    ])('and then «%s»: is held %s', (row, isHeld) => {
      const events = eventsOf(['ДВИЖЕНИЕ ДЕЛА', 'Событие|Дата|Время', putOff, row]).case?.events ?? []
      expect(events.some(({ date, type }) => date === '2026-07-05' && type === hearing)).toBe(isHeld)
    })
    it.each<[result: string, day: string, isHeld: boolean]>([
      ['Производство прекращено', '31.05.2026', true],
      ['Производство прекращено', '01.06.2026', false],
      ['Производство прекращено', '02.06.2026', false],
      ['Производство прекращено', '', false],
      ['Производство прекращено', '04.07.2026', false],
      ['Производство прекращено', '05.07.2026', true],
      ['', '02.06.2026', true],
    ])('in a case whose result is «%s» of «%s»: is held %s', (result, day, isHeld) => {
      const told = [
        ['Результат рассмотрения', result],
        ['Дата рассмотрения', day],
      ] as const
      const { case: record } = eventsBeside(told, ['ДВИЖЕНИЕ ДЕЛА', 'Событие|Дата|Время', putOff])
      expect(record?.events?.some(({ date }) => date === '2026-07-05')).toBe(isHeld)
    })
  })

  it.each([
    ['Рассмотрение дела по существу / Рассмотрение отложено', 'Рассмотрение дела по существу', 'Рассмотрение отложено'],
    ['Судебное заседание / Снято / Иные причины', 'Судебное заседание', 'Снято / Иные причины'],
    ['Судебное заседание (отложено)', 'Судебное заседание', 'Отложено'],
    ['Судебное заседание (выездное)', 'Судебное заседание (выездное)', undefined],
    ['Передача дела судье / Принято', 'Передача дела судье / Принято', undefined],
  ])('«%s» has its outcome behind the event', (written, type, result) => {
    const { events } = eventsOf(['ДВИЖЕНИЕ ДЕЛА', 'Событие|Дата|Время', `${written}|01.06.2026|10:00`]).case ?? {}
    expect(events).toEqual([{ type, date: '2026-06-01', time: '10:00', ...(result && { result }) }])
  })

  it('a hearing that two tabs tell of is one, with what each tells', () => {
    const movement = ['ДВИЖЕНИЕ ДЕЛА', 'Событие|Дата|Время|Результат', `${hearing}|30.06.2026|10:00|Отложено`] as const
    const list = ['СЛУШАНИЯ', 'Событие|Дата|Время слушания|Зал', `${hearing}|30.06.2026|10:00|3`] as const
    expect(eventsOf(movement, list).case?.events).toEqual([
      { type: hearing, date: '2026-06-30', time: '10:00', result: 'Отложено', hall: '3' },
    ])
  })

  it.each([
    ['another hour', '30.06.2026|11:00|Отложено'],
    ['no hour', '30.06.2026||Отложено'],
    ['another outcome', '30.06.2026|10:00|Перерыв'],
  ])('but one of %s is another', (_, row) => {
    const head = 'Событие|Дата|Время|Результат'
    expect(
      eventsOf(['ДВИЖЕНИЕ ДЕЛА', head, `${hearing}|30.06.2026|10:00|Отложено`, `${hearing}|${row}`]).hearings,
    ).toHaveLength(2)
  })

  it('and copies handed over twice on a day are two', () => {
    const row = 'Направленная копия постановления (определения) ВРУЧЕНА|30.06.2026|10:00'
    expect(eventsOf(['ДВИЖЕНИЕ ДЕЛА', 'Событие|Дата|Время', row, row]).case?.events).toHaveLength(2)
  })
})
