/**
 * Pages of court sites of ГАС «Правосудие» for tests: the structure is that of the sites, including unclosed rows; the
 * people, numbers and courts are invented.
 */
type Row = readonly string[]

const menu = `
  <div class="menu"><a class="menu__link" href="https://ej.sudrf.ru/?fromOa=59RS0001">Подача документов</a>
  <a class="menu__link" href="/modules.php?name=sud_delo">СУДЕБНОЕ ДЕЛОПРОИЗВОДСТВО</a></div>`

export const site = (content: string, title = 'Заречный районный суд г. Вымышленска'): string => `<!DOCTYPE html>
<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><title>${title}</title>
<script>var srv_num = 1;</script></head><body>${menu}<div id="modSdpContent">${content}</div></body></html>`

const dateForm = `<div id="header"><form id="calformH" name="calformH" method="get" action="/modules.php">
  <input name="name" type="hidden" value="sud_delo"><input name="srv_num" type="hidden" value="1"></form></div>`
const tabsPage = (content: string): string => site(`${dateForm}<div id="content">${content}</div>`)

type TabsCard = {
  number: string
  catalogue: string
  /** `id` names a tab of the lawcase layout. */
  tabs: readonly { id?: string; title: string; html: string }[]
  foot?: string
}
const labelRow = ([label = '', value = '']: Row): string =>
  `<tr><td width="50%"><b>${label}</b>\t</td><td>${value}</td></tr>`
export const labelTable = (title: string, rows: readonly Row[]): string =>
  `<br><table width="100%" id="tablcont"><tr><th colspan="2" align="center">${title}</th><tr>${rows.map(labelRow).join('')}</table>`
export const headedTable = (title: string, [heading = [], ...rows]: readonly Row[]): string =>
  `<br><table id="tablcont"><tr><th colspan="10">${title}</th></tr>
  <tr>${heading.map(cell => `<td align="center"><b>${cell}</b></td>`).join('')}</tr>
  ${rows.map(row => `<tr>${row.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</table>`
export const placed =
  'Дата размещения</b>&nbsp;<span class="tooltipShow"><img src="/images/help.gif"><span>Сведения из учётной системы</span></span><b>'

export const tabsCard = ({ number, catalogue, tabs, foot = '' }: TabsCard): string =>
  tabsPage(`<div id="line"></div><div align="center" class="title"> ${catalogue}</div>
  <div align="center" class="casenumber"> ДЕЛО № ${number}</div>
  <ul class="tabs">${tabs.map(({ title }, at) => `<li id="tab${at + 1}"><a href="#">&nbsp;${title}&nbsp;</a></li>`).join('')}</ul>
  <div class="contentt">${tabs.map(({ html }, at) => `<div id="cont${at + 1}" style="display: none">${html}</div>`).join('')}</div>
  <div class="outputArea publishInfo">${foot}</div>`)

export const actsTab = (acts: readonly { title: string; html: string }[]): string =>
  `<ul class="tabs">${acts.map(({ title }, at) => `<li id="tab_doc${at + 1}"><a href="#">&nbsp;${title}&nbsp;</a></li>`).join('')}</ul>
  <div class="contentt">${acts.map(({ html }, at) => `<div id="cont_doc${at + 1}"><meta content="text/html; charset=Windows-1251">${html}</div>`).join('')}</div>`

type ListPage = {
  catalogue: string
  headings: readonly string[]
  rows: readonly Row[]
  count?: string
  paging?: string
}
export const tabsList = ({ catalogue, headings, rows, count = '', paging = '' }: ListPage): string =>
  tabsPage(`<div align="center" class="title"> ${catalogue} <br><div style="font-size: 12px">Не все дела подлежат публикации.</div></div>
  <table border="0"><tr><td>Страницы : <b>1</b> ${paging}</td><td align="right"> ${count}</td></tr></table>
  <table id="tablcont" cellspacing=0><tr>${headings.map(cell => `<th>${cell}</th>`).join('')}</tr>
  ${rows.map(row => `<tr valign="top">${row.map(cell => `<td> &nbsp;${cell} </td>`).join('')}</tr>`).join('\n')}</table>`)

export const lawcaseCard = ({ number, catalogue, tabs, foot = '' }: TabsCard): string =>
  site(`<div id="search_results"><div class="name-instanse"> ${catalogue} </div><hr>
  <div class="container" id="case_window"><div class="case-num">ДЕЛО № ${number}</div>
  <ul id="case_bookmarks">${tabs.map(({ id = 'Case', title }) => `<li id="tab_id_${id}">${title}</li>`).join('')}</ul>
  ${tabs.map(({ id = 'Case', html }) => `<div class="lawcase-tab-content" id="tab_content_${id}">${html}</div>`).join('')}
  <div class="lawcase-tab-content none" id="printVersionBodyCase">${tabs.map(({ html }) => html).join('')}</div>
  <div class="outputArea publishInfo">${foot}</div></div></div>`)
export const lawcaseLabels = (rows: readonly Row[]): string =>
  `<table class="law-case-table">${rows.map(labelRow).join('')}</table>`
/** Repeats each row in the markup for phones, as the site does. */
export const lawcaseTable = ([heading = [], ...rows]: readonly Row[]): string =>
  `<table class="law-case-table list none-mobile"><thead><tr>${heading.map(cell => `<td>${cell}</td>`).join('')}</tr></thead>
  ${rows.map(row => `<tr>${row.map(cell => `<td class="vert-align "> ${cell}</td>`).join('')}</tr>`).join('')}</table>
  ${rows.map(row => `<div class="mobile-lawcase-item block-mobile"><table class="law-case-table">${heading.map((label, at) => labelRow([label, row[at] ?? ''])).join('')}</table></div>`).join('')}`

export const lawcaseList = ({ catalogue, headings, rows, count = '' }: ListPage): string =>
  site(`<div id="search_results"><div class="name-instanse"> ${catalogue} </div>
  <div class="lawcase-paging"></div><div class="lawcase-count">${count}</div>
  <div id="resultTable"><table class="law-case-table line-hover"><thead><tr>${headings.map(cell => `<td>${cell}</td>`).join('')}</tr></thead>
  ${rows.map(row => `<tr>${row.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table></div>
  <div id="resultMob">${rows.map(([number = '']) => `<div class="mobile-lawcase-card"><div class="m-number">${number.replace(/&_uid=[^&]*/, '')}</div></div>`).join('')}</div></div>`)

/** Pages that are not cases, by kind. */
export const answerPages = {
  nothing_found: tabsPage(
    '<div align="center" id="error">Данных по запросу не обнаружено.<br>Уточните критерии поиска. <br><a href="#">Вернуться на форму поиска</a></div>',
  ),
  wrong_code: tabsPage('<div align="center" id="error">Неверно указан проверочный код с картинки. <br></div>'),
  wrong_parameter: tabsPage('<div id="error">НЕВЕРНЫЙ ФОРМАТ ЗАПРОСА!</div>'),
  unavailable: site(
    '<div class="box__head">СУДЕБНОЕ ДЕЛОПРОИЗВОДСТВО</div>Информация временно недоступна. Приносим свои извинения.',
  ),
  blocked:
    '<HTML><HEAD><TITLE>ГАС Правосудие</TITLE></HEAD><BODY><h3>Этот запрос заблокирован по соображениям безопасности (G)</h3>ip: 192.0.2.7</BODY></HTML>',
  captcha:
    tabsPage(`<form action="" method="get" name="calform" id="calform"><input name="name" type="hidden" value="sud_delo">
    <input name="name_op" type="hidden" value="r"><table><tr><td>Фамилия<td><input name="adm_parts__NAMESS"></tr>
    <tr><td>Проверочный код</td><td><input name="captcha" autocomplete="off" id="captcha" type="text">
    <img src="data: image/png;base64, iVBORw0KGgo="><input name="captchaid" type="hidden" value="abc123"></td></tr></table></form>`),
  search_form: tabsPage(
    '<form name="calform" id="calform"><input name="name_op" type="hidden" value="r"><input name="adm_parts__NAMESS"></form>',
  ),
  server_choice: site(
    '<div>Выберите здание суда:<br><a href="/modules.php?name=sud_delo&srv_num=1">ул. Первая, 1</a><br><a href="/modules.php?name=sud_delo&srv_num=2">ул. Вторая, 2</a></div>',
  ),
  php_notice:
    '<br /><b>Warning</b>:  pg_connect(): Unable to connect to PostgreSQL server in <b>/var/www/db.php</b> on line <b>12</b><br />',
  moved: site('<div>Страница не найдена. Возможно, она была удалена или перемещена.</div>'),
  unknown: site('<div>Суд поздравляет коллектив с профессиональным праздником.</div>'),
} as const
