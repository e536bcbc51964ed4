import { execFileSync, spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerPages, site, tabsList } from '../../test/court-pages.ts'
import { cardUrl, courts, host, koapCard } from '../../test/koap-card.ts'
import { pdf, typeset } from '../../test/pdf-files.ts'
import { caseRecord } from '../ingest/case-record.ts'
import type { PageReading } from './collector.ts'
import { contentOf, decode } from './open-page.ts'
import { parse, readPage } from './parse.ts'
import { inWindows1251 } from './site-address.ts'

const read = (body: string | Uint8Array, url = cardUrl): PageReading => readPage({ url, body }, courts)

describe('the part of a page that is read', () => {
  const menus = '<div class="menu"><div>О суде</div></div>'.repeat(3)
  const card = site(koapCard.slice(koapCard.indexOf('<div id="content">')))
  it('is the box of the answer, without the menus around it', () => {
    const content = contentOf(`<title>Суд</title>${menus}<div id="modSdpContent"><div>дело</div></div>${menus}`)
    expect(content).toBe('<title>Суд</title><div id="modSdpContent"><div>дело</div>')
  })
  it('is the whole page where what we read stands behind the box, where there is none, and where PHP complains', () => {
    const box = '<div id="modSdpContent"><div>дело</div></div>'
    expect(contentOf(`${box}</div><div id="cont2">стороны</div>`)).toBeUndefined()
    expect(contentOf(`${box}<b>Warning</b>: in x on line 2`)).toBeUndefined()
    expect(contentOf(menus)).toBeUndefined()
  })
  it('says what the whole page says, wherever an end of a box is missing or too many', () => {
    const whole = (html: string) => readPage({ url: cardUrl, body: html.replaceAll('modSdpContent', 'other') }, courts)
    expect(contentOf(card)?.length).toBeLessThan(card.length)
    expect(read(card)).toEqual(whole(card))
    const divs = [...card.matchAll(/<\/?div\b[^>]*>/g)].map(({ index }) => index)
    for (const at of divs.filter((_, place) => place % 4 === 0))
      for (const added of ['</div>', '<div>']) {
        const spoilt = card.slice(0, at) + added + card.slice(at)
        expect(read(spoilt)).toEqual(whole(spoilt))
      }
  })
})

describe('an answer that is no case', () => {
  it.each(Object.entries(answerPages))('is named: %s', (kind, html) => {
    const reading = read(inWindows1251(html), `${host}/modules.php?name=sud_delo&name_op=r`)
    expect(reading.kind).toBe(kind)
  })
  it.each([
    ['На сайте ведутся профилактические работы', 'unavailable'],
    ['Сайт находится на техническом обслуживании', 'unavailable'],
    ['Ошибка соединения с базой данных', 'unavailable'],
    ['По Вашему запросу дел не найдено', 'moved'],
    ['Доступ с вашего IP-адреса ограничен', 'blocked'],
    ['Проводятся регламентные работы', 'unavailable'],
    ['Превышено время ожидания ответа сервера', 'unavailable'],
    ['Нет соединения с базой данных. Ничего не обнаружено', 'unavailable'],
    ['Дел по данному запросу не найдено', 'moved'],
    ['Checking your browser before accessing', 'blocked'],
    ['Подтвердите, что вы не робот', 'blocked'],
    ['<form>Подтвердите, что вы не робот <input type="text" name="captcha"></form>', 'captcha'],
    ['<form name="calform">Я не робот</form>', 'search_form'],
    ['Превышен лимит запросов', 'blocked'],
    ['<p>Данных по запросу не обнаружено</p><p>Информация временно недоступна</p>', 'unavailable'],
    ['Ошибка выполнения запроса. Данных по запросу не обнаружено', 'unavailable'],
    ['pg_connect(): Unable to connect<br>Данных по запросу не обнаружено', 'php_notice'],
    ['Данных по запросу не обнаружено. Если вы считаете, что произошла ошибка, обратитесь в суд.', 'moved'],
    ['Данных по запросу не обнаружено<p style="display: none">Произошла ошибка</p>', 'moved'],
    ['<form><input name="captcha"></form><p>Если ничего не найдено, измените запрос.</p>', 'captcha'],
  ])('«%s» is %s', (words, kind) => expect(read(site(`<div id="content">${words}</div>`)).kind).toBe(kind))

  it.each([
    ['Данных по запросу не обнаружено', '', 'nothing_found'],
    ['', 'Всего по запросу найдено — 0', 'nothing_found'],
    ['Информация временно недоступна', '', 'unavailable'],
    ['', '<p>Всего по запросу найдено — 0</p><p>Информация временно недоступна</p>', 'unavailable'],
    ['Загрузка…', '', 'unknown'],
    ['Загрузка…', 'Если по вашему запросу ничего не найдено, измените его', 'unknown'],
    ['Нет соединения с сервером', '', 'unknown'],
    ['Нет данных', '', 'list'],
    ['Дела не найдены', '', 'list'],
    ['Записи отсутствуют.', '', 'list'],
    ['Список пуст', '', 'list'],
    ['По заданным параметрам дел не найдено', '', 'list'],
    ['Поиск не дал результатов', '', 'list'],
    ['По данному запросу информация отсутствует', '', 'list'],
    ['', 'Нажмите на номер дела, чтобы открыть карточку', 'list'],
    ['', '20 июня проводятся регламентные работы', 'list'],
    ['', 'В случае если информация временно недоступна, обратитесь позже', 'list'],
    ['', 'Всего по запросу найдено — 3', 'list'],
    ['', '', 'list'],
  ])('is told by the words in an empty table, «%s», or beside it, «%s»: %s', (cell, beside, kind) => {
    const table = `<table id="tablcont"><tr><th>№ дела</th><th>Дата поступления</th></tr><tr><td>${cell}</td></tr></table>`
    const list = site(`<div id="content">${beside}${table}</div>`)
    expect(read(list, `${host}/modules.php?name=sud_delo&name_op=r`).kind).toBe(kind)
  })

  it.each([
    ['', 'nothing_found'],
    ['<div class="modal-container"><form><input name="captcha"></form></div>', 'nothing_found'],
    ['<p>Информация временно недоступна</p>', 'unavailable'],
    ['<p>С 22:00 до 6:00 ведутся технические работы</p>', 'nothing_found'],
    ['<form><input name="captcha"></form>', 'nothing_found'],
  ])('is told by the words beside an empty table of Moscow, «%s»: %s', (beside, kind) => {
    const table = '<table class="custom_table"><tr><th>Номер дела</th><th>Стороны</th></tr></table>'
    expect(read(`${beside}${table}`, 'https://mos-gorsud.ru/search').kind).toBe(kind)
  })

  it('is not told by a banner of the site around it', () => {
    const banner = answerPages.captcha.replace('<body>', '<body><div>20 июня ведутся технические работы</div>')
    expect(read(banner).kind).toBe('captcha')
  })
  it('says what a captcha wants to have answered', () => {
    expect(read(answerPages.captcha)).toMatchObject({
      picture: 'data:image/png;base64,iVBORw0KGgo=',
      answer_field: 'captcha',
      hidden_fields: { captchaid: 'abc123' },
    })
  })
  it('counts the servers a court lets choose from', () => {
    expect(read(answerPages.server_choice)).toMatchObject({
      servers: [{ number: 1 }, { number: 2, title: 'ул. Вторая, 2' }],
    })
  })
  it('is «moved» where a card was asked for and nothing is found', () => {
    expect(read(answerPages.nothing_found, cardUrl).kind).toBe('moved')
    const gone = answerPages.nothing_found.replace('id="content">', 'id="content"><div class="title">')
    expect(read(gone, `${host}/modules.php?name=sud_delo&name_op=doc&number=7`).kind).toBe('moved')
  })
  it('keeps a whole card under an error of PHP, and tells of the error', () => {
    const broken = koapCard.replace('<body>', '<body><b>Notice</b>: Undefined index: x in /var/www/a.php on line 3<br>')
    expect(read(broken)).toMatchObject({ case: { case_number: '5-17/2026' }, notes: [{ code: 'php_notice' }, {}] })
  })
})

const decisionPage =
  site(`<div id="content"><div class="title"> Постановление по делу <div id="doccont"><img src="print.gif"></div></div>
      <div align="right"><a href="/modules.php?name=sud_delo&name_op=case&case_id=17&case_uid=ab12-cd">Информация по делу</a></div>
      <p>Дело № 5 – 17/2026</p><p>УИД 59RS9901-01-2026-000017-11</p><table><tr><td>14 мая</td><td>город</td></tr></table><p>ПОСТАНОВИЛ: <b>данных</b> по запросу не обнаружено.</p></div>`)
const decisionUrl = `${host}/modules.php?name=sud_delo&name_op=doc&number=1`

describe('a decision on a page of its own', () => {
  it('is its words, its number and the way back to its card', () => {
    expect(read(decisionPage, decisionUrl)).toEqual({
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
    answerPages.captcha,
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
  it.each([
    ['a card', koapCard, cardUrl],
    ['a decision', decisionPage, decisionUrl],
  ])('that comes in part is no shorter one: %s is whole or none, wherever it breaks off', (_, page, url) => {
    const whole = read(page, url)
    const parts = Array.from({ length: Math.ceil(page.length / 19) }, (_, at) => read(page.slice(0, at * 19), url))
    for (const part of parts.filter(({ kind }) => kind === whole.kind)) expect(part).toEqual(whole)
    expect(parts).toContainEqual(
      expect.objectContaining({ kind: 'unavailable', notice: 'Страница пришла не целиком.', layout: 'sudrf_tabs' }),
    )
  })
  it('nor is a list that tells no total', () => {
    const row = (number: string) =>
      `<tr data-href="/rs/tverskoj/services/cases/admin/details/${number}"><td>05-${number}/2026</td></tr>`
    const list = `<html><body><div><table class="custom_table"><tr><th>Номер дела</th></tr>${row('1')}${row('2')}</table></div></body></html>`
    const at = 'https://mos-gorsud.ru/search'
    expect(read(list, at)).toMatchObject({
      kind: 'list',
      rows: [{ case_number: '05-1/2026' }, { case_number: '05-2/2026' }],
    })
    expect(read(list.slice(0, list.indexOf('05-2')), at).kind).toBe('unavailable')
  })
  it('that is no whole document, as it never was one, is read with its boxes open', () => {
    const part = `<div><div>${koapCard.slice(koapCard.indexOf('<div id="content">')).replaceAll(/<\/(?:body|html)>/g, '')}`
    expect(read(part)).toMatchObject({ kind: 'card', case: { case_number: '5-17/2026' } })
    expect(read(`<body>${part}`).kind).toBe('unavailable')
  })
  it('is «unknown» when it is beyond reading', () => {
    const deep = parse({ url: cardUrl, body: `${answerPages.captcha}${'<div>'.repeat(30_000)}` })
    expect(deep).toMatchObject({ kind: 'unknown', notes: [{ code: 'parser_failed' }] })
  })
})

describe('npx sudmonitor parse-page', () => {
  const run = (args: readonly string[]) =>
    execFileSync(process.execPath, ['bin/sudmonitor.js', 'parse-page', ...args], {
      input: inWindows1251(answerPages.blocked),
      encoding: 'utf8',
    })
  it('prints what a saved page says, as JSON', () => {
    expect(JSON.parse(run(['--url', cardUrl, '-']))).toMatchObject({ kind: 'blocked', layout: 'sudrf_tabs' })
  })
  it.each<[string, Buffer, object, number, string]>([
    ['words of a PDF', pdf(typeset(['ПРИГОВОР суда первой инстанции'])), { kind: 'text' }, 0, ''],
    [
      'a scan',
      pdf([{ picture: true }]),
      { kind: 'unknown', notes: [{ code: 'unreadable_file', where: 'pdf' }] },
      1,
      'Не удалось прочитать «-». В файле нет текста: это изображение (скан) или пустой документ.\n',
    ],
  ])('reads %s', (_, input, reading, status, told) => {
    const { stdout, stderr, ...ended } = spawnSync(process.execPath, ['bin/sudmonitor.js', 'parse-page', '-'], {
      input,
    })
    expect(JSON.parse(stdout.toString())).toMatchObject(reading)
    expect([ended.status, stderr.toString()]).toEqual([status, told])
  })
})
