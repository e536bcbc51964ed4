import {
  caseAt,
  findRows,
  russianDay,
  type StandInCase,
  type StandInCourt,
  type StandInSite,
} from './court-stand-in-cases.ts'
import { doc, docx, paragraph, rtf } from './decision-files.ts'

/**
 * The portal of Moscow's courts in the stand-in (structure as in 2026): one host for many courts, lists without days,
 * decisions as files. КоАП of district courts.
 */
const portal = (body: string) =>
  `<!DOCTYPE html><html lang="ru"><body><a class="header__logo" href="https://mos-gorsud.ru">Суды</a>${body}
  <div class="modal-container"><form><div class="smart-captcha"></div></form></div></body></html>`
const cells = (tag: string, row: readonly string[]) => row.map(cell => `<${tag}> ${cell} </${tag}>`).join('')
const table = (title: string, [heading = [], ...rows]: readonly (readonly string[])[]) =>
  `<h3>${title}</h3><table class="custom_table mainTable"><thead><tr>${cells('th', heading)}</tr></thead>
  <tbody>${rows.map(row => `<tr>${cells('td', row)}</tr>`).join('')}</tbody></table>`
const folderOf = (one: StandInCase): string => one.folder ?? 'tverskoj'
const address = (one: StandInCase): string => `/rs/${folderOf(one)}/services/cases/admin/details/${one.guid}`

export const moscowStandIn: StandInSite = {
  charset: 'utf-8',
  platform: 'mos-gorsud.ru',
  answer(court, url) {
    const id = url.pathname.split('/').at(-1) ?? ''
    if (url.pathname === '/mgs/search') return list(court, url)
    const one = caseAt(court, other => other.guid === id)
    if (one === undefined) return portal('<h1>Страница не найдена</h1>')
    if (url.pathname.includes('/docs/content/')) return file(one)
    return url.pathname === address(one) ? card(one) : portal('<h1>Страница не найдена</h1>')
  },
}

function list(court: StandInCourt, url: URL): string {
  const asked = (name: string): string => url.searchParams.get(name) ?? ''
  const alias = asked('courtAlias')
  const isOurs = asked('processType') === '3' && asked('instance') === '1'
  const found = findRows(
    { ...court, cases: isOurs ? court.cases.filter(one => folderOf(one) === alias) : [] },
    {
      from: asked('caseDateFrom'),
      to: asked('caseDateTo'),
      number: asked('caseNumber'),
      uid: asked('uid'),
      name: asked('participant'),
      page: Number(asked('page') || 1),
      server: 1,
    },
  )
  if (found === undefined) return portal('<p>По вашему запросу ничего не найдено</p>')
  const last = new URL(url)
  last.searchParams.set('page', String(found.pages))
  return portal(
    `<p>Найдено: ${found.total}</p>${table('', [
      ['№ дела ~ материала', 'Стороны', 'Текущее состояние', 'Судья', 'Статья', 'Категория дела', 'Список дел'],
      ...found.rows.map(one => [
        `<nobr><a href="${address(one)}">${one.number}</a></nobr> ∼ <nobr>М-0045/2026</nobr>`,
        `<div class="right"><p>Привлекаемое лицо</p>${one.person}<br></div>`,
        stateOf(one),
        'Тестова А.А.',
        'Ст. 20.2, Ч.5',
        '',
        'КоАП, первая инстанция (Тверской районный суд)',
      ]),
    ])}${found.page < found.pages ? `<div class="paginator"><a class="intheend" href="${last.pathname}${last.search}">»</a></div>` : ''}`,
  )
}
const stateOf = ({ result, entry }: StandInCase): string =>
  result === undefined ? `Зарегистрировано, ${russianDay(entry)}` : `${result}, ${russianDay(entry)}`

function card(one: StandInCase): string {
  const facts = [
    ['Номер дела ~ материала', one.number],
    ...(one.uid === undefined ? [] : [['Уникальный идентификатор дела', one.uid]]),
    ['Дата поступления', russianDay(one.entry)],
    ['Привлекаемое лицо', one.person],
    ['Cудья', 'Тестова А.А.'],
    ['Статья КоАП РФ', 'Ст. 20.2, Ч.5'],
    ['Текущее состояние', stateOf(one)],
  ]
  const documents = table('Документы из описи', [
    ['Дата документа', 'Вид документа', 'Текст документа'],
    ...(one.text === undefined
      ? []
      : [
          [
            russianDay(one.entry),
            'Постановление',
            `<a href="/rs/${folderOf(one)}/cases/docs/content/${one.guid}">Скачать файл</a>`,
          ],
        ]),
  ])
  return portal(`<h1>Информация по делу № ${one.number}</h1><div class="detail-cart">${facts
    .map(([label, value]) => `<div class="row"><div class="left">${label}</div><div class="right">${value}</div></div>`)
    .join('')}</div><ul class="tablist__tabs"><li class="tablist__tab" data-tab="tab-0">Документы</li></ul>
    <ul class="tablist__panels"><li class="tablist__panel" data-tab="tab-0">${documents}</li></ul>`)
}

/** The text of a case as a file of its format. */
function file({ text }: StandInCase): Buffer | string {
  if (text === undefined) return portal('<h1>Страница не найдена</h1>')
  const words = text.html.replace(/<[^>]*>/g, '')
  switch (text.file) {
    case 'doc':
      return doc(`${words}\r`)
    case 'rtf':
      return rtf(words)
    case 'broken':
      return docx(paragraph(words)).subarray(0, 600)
    default:
      return docx(paragraph(words))
  }
}
