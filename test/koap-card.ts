import type { CourtDirectory } from '../server/collectors/collector.ts'
import { actsTab, headedTable, labelTable, placed, tabsCard } from './court-pages.ts'

/** A whole card of a КоАП case as a court's site sends it, and the court it is of. Everybody on it is made up. */
export const cardCourt = {
  title: 'Заречный районный суд г. Вымышленска',
  region: 59,
  city: 'Вымышленск',
  vnkod: '59RS9901',
}
export const courts: CourtDirectory = {
  ofHost: host => (host === 'zarechny.prm.sudrf.ru' ? cardCourt : undefined),
  ofCode: () => undefined,
}
export const host = 'https://zarechny--prm.sudrf.ru'
export const cardUrl = `${host}/modules.php?name=sud_delo&srv_num=1&name_op=case&case_id=17&case_uid=AB12-CD&delo_id=1500001`

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
export const koapCard = tabsCard({
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
