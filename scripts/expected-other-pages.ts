import type { ExpectedPage } from './expected-pages.ts'

/** What a person reads on the saved pages of mos-gorsud.ru and msudrf.ru; see expected-pages.ts. */
const moscow = 'https://mos-gorsud.ru'
const city = 'Московский городской суд'
const card = `${moscow}/mgs/services/cases/first-admin/details`
const fields = 'card.sections.0.fields'
const states = 'card.sections.1.tables.0'
const places = 'card.sections.1.tables.1'
const sessions = 'card.sections.2.tables.0'
const documents = 'card.sections.3.tables.0'
const docs = `${moscow}/mgs/cases/docs/content`

export const expectedOtherPages: readonly ExpectedPage[] = [
  {
    file: 'mosgorsud-card.html',
    url: `${card}/f89bca93-e99c-46fa-b65d-03be99e914d6?participant=1`,
    is_windows_1251: false,
    content: [/<div class="case-detail">/, /<div class="subscription">/],
    beside: [
      /^Скопирова(?:ть|но) в буфер обмена$/,
      /^Как только сотрудник суда подготовит/,
      // Headings of tabs are read as titles; the button of the tab «Документы» says no more.
      /^Скачать файл$/,
    ],
    expected: {
      kind: 'card',
      layout: 'mos_gorsud',
      // КАС: a card of Moscow as any other, and no case of КоАП or УК.
      case: null,
      'notes.0': { code: 'other_proceedings', where: 'catalogue', value: 'first-admin' },
      'card.catalogue': 'Информация по административным делам первой инстанции',
      'card.number': '3а-3843/2020 ∼ Ма-0639/2020',
      [`${fields}.0`]: { label: 'Уникальный идентификатор дела', value: '77OS0000-01-2020-003295-18' },
      [`${fields}.2`]: { label: 'Дата поступления', value: '18.03.2020' },
      // The label begins with a Latin letter on the site, and is kept as it stands there.
      [`${fields}.4.label`]: 'Cудья',
      [`${fields}.5.value`]: '10 - Оспаривание НПА представительного органа муниципального образования',
      [`${fields}.6`]: { label: 'Текущее состояние', value: 'Удовлетворено, 16.10.2020' },
      [`${fields}.7`]: { label: 'Дата рассмотрения дела в первой инстанции', value: '16.10.2020' },
      [`${fields}.8`]: { label: 'Дата вступления решения в силу', value: '27.11.2020' },
      'card.sections.1.title': 'Движение дела',
      [`${states}.title`]: 'История состояний',
      [`${states}.columns`]: ['Дата', 'Состояние', 'Документ-основание'],
      [`${states}.rows.length`]: 6,
      [`${states}.rows.4`]: ['16.10.2020', 'Завершено', 'Решение'],
      [`${places}.title`]: 'История местонахождения',
      [`${places}.rows.length`]: 2,
      [`${sessions}.title`]: 'Судебные заседания и беседы',
      [`${sessions}.rows.length`]: 8,
      [`${sessions}.rows.4.0`]: '05.08.2020 11:15',
      [`${sessions}.rows.4.1`]: '506 - Основное здание',
      [`${sessions}.rows.4.3`]: 'Отложено',
      [`${documents}.title`]: 'Документы из описи',
      [`${documents}.rows.length`]: 17,
      'card.acts.length': 4,
      'card.acts.2': {
        title: 'Мотивированное решение, 26.10.2020',
        url: `${docs}/9197400c-0f24-4172-85d7-a375a1231a6c`,
      },
    },
  },
  {
    file: 'mosgorsud-list.html',
    url: `${moscow}/search?page=1`,
    is_windows_1251: false,
    content: [/<tbody>/, /<\/tbody>/],
    beside: [
      /^Скопирова(?:ть|но) в буфер обмена$/,
      /^раскрыть$/,
      /\.\.\.$/,
      /, \p{L}+$/u,
      /^\)? ?∼$/,
      /^[()]$/,
      /^Ма-\d+\/\d+$/,
    ],
    expected: {
      kind: 'list',
      layout: 'mos_gorsud',
      catalogue: `Административные дела первой инстанции (${city})`,
      total: null,
      'rows.length': 11,
      'rows.0.case_number': '3а-2719/2023',
      'rows.0.former_numbers': ['3а-4960/2022', 'Ма-5065/2022'],
      'rows.0.url': `${card}/df043061-4638-11ed-8d08-f17fce8d2817`,
      'rows.0.source_key': 'mos-gorsud|df043061-4638-11ed-8d08-f17fce8d2817',
      'rows.0.court': city,
      'rows.0.category': '9 - Оспаривание НПА иных органов государственной власти субъекта РФ',
      'rows.0.state': 'Вступило в силу, 05.04.2023',
      'rows.0.result': 'Отказано в удовлетворении',
      'rows.0.result_date': '2023-01-23',
      'rows.0.result_valid_date': '2023-04-05',
      'rows.4.case_number': '3а-3843/2020',
      'rows.4.state': 'Удовлетворено, 16.10.2020',
      'rows.4.result': 'Удовлетворено',
      'rows.4.result_date': '2020-10-16',
      // Cut on the page, whole in the attribute that waits for «раскрыть».
      'rows.4.category': '10 - Оспаривание НПА представительного органа муниципального образования',
      'rows.6.former_numbers': ['3а-5938/2019', 'Ма-5043/2019'],
      'rows.8.state': 'Объединено, 20.06.2018',
    },
  },
  {
    file: 'msudrf-card-koap.html',
    url: 'https://10.sah.msudrf.ru/modules.php?name=sud_delo&op=cs&case_id=1035408&delo_id=1500001',
    content: [/<div class="content lawcase-content">/, /<div class="clr"><\/div>\s*<div class="footer-space">/],
    beside: [/^ДЕЛО № /],
    expected: {
      kind: 'card',
      layout: 'msudrf',
      'case.source_key': 'sudrf|10.sah.msudrf.ru|1500001|1035408',
      'case.type': 1,
      'case.stage': 1,
      'case.court': { title: 'Судебный участок № 10 Охинского района', region: 65, city: 'Оха', vnkod: '65MS0010' },
      'case.case_number': '5-292/2026',
      'case.protocol_number': '65АП 167605',
      'case.entry_date': '2026-07-16',
      'case.result_date': '2026-07-17',
      'case.result': 'Определение о передаче протокола об АП и других материалов дела на рассмотрение по подсудности',
      'case.defendants.length': 1,
      'case.defendants.0.articles': [{ codex: 'koap', article_number: '12.8', part: '1' }],
      'case.events': [{ type: 'Передача по подсудности', date: '2026-07-17' }],
      'card.sections.1.tables.0.rows.length': 2,
    },
  },
  {
    file: 'msudrf-captcha.html',
    url: 'https://95.mo.msudrf.ru/modules.php?name=sud_delo&op=cs&case_id=429386415&delo_id=1540005',
    expected: {
      kind: 'captcha',
      layout: 'msudrf',
      picture: 'https://95.mo.msudrf.ru/captcha.php',
      answer_field: 'captcha-response',
    },
  },
]
