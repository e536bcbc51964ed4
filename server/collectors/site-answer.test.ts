import { describe, expect, it } from 'vitest'
import { type PageKind, type PageReading, pageKinds } from './collector.ts'
import { type AnswerClass, classify, consequences, type Sought } from './site-answer.ts'

const readings: Readonly<Record<PageKind, PageReading>> = (() => {
  const common = { layout: 'sudrf_tabs', notes: [] } as const
  const plain = Object.keys(pageKinds).map(kind => [kind, { ...common, kind }])
  return {
    ...Object.fromEntries(plain),
    list: { ...common, kind: 'list', total: 0, rows: [], pages: [] },
    card: { ...common, kind: 'card', case: null, card: { number: '', sections: [], acts: [] }, links: [] },
    text: { ...common, kind: 'text', text: '' },
    captcha: { ...common, kind: 'captcha', hidden_fields: {} },
    server_choice: { ...common, kind: 'server_choice', servers: [] },
    unavailable: { ...common, kind: 'unavailable', notice: 'Ведутся работы' },
  }
})()
const answered = (sought: Sought, kind: PageKind, status = 200) =>
  classify(sought, { url: '', status, headers: {}, hash: Buffer.of(), reading: readings[kind] })

describe("the answer of a court's site (domain §6)", () => {
  it.each<[Sought, PageKind, number, AnswerClass]>([
    ['list', 'list', 200, 'list'],
    ['list', 'nothing_found', 200, 'nothing'],
    ['list', 'server_choice', 200, 'servers'],
    // An empty list is only what says so: a form, or a page that is not there, says nothing about cases.
    ['list', 'search_form', 200, 'unknown'],
    ['list', 'wrong_parameter', 200, 'unknown'],
    ['list', 'nothing_found', 404, 'unknown'],
    ['list', 'card', 200, 'unknown'],
    ['card', 'card', 200, 'card'],
    ['card', 'nothing_found', 200, 'nothing'],
    ['card', 'search_form', 200, 'nothing'],
    ['card', 'unknown', 404, 'nothing'],
    ['card', 'list', 200, 'unknown'],
    ['text', 'text', 200, 'text'],
    ['text', 'moved', 200, 'nothing'],
    ['text', 'card', 200, 'unknown'],
    ['list', 'wrong_code', 200, 'captcha'],
    ['card', 'captcha', 200, 'captcha'],
    ['text', 'unavailable', 404, 'unavailable'],
    ['list', 'php_notice', 200, 'unavailable'],
    ['card', 'unknown', 502, 'unavailable'],
    ['card', 'card', 403, 'blocked'],
    ['list', 'unavailable', 429, 'blocked'],
    ['list', 'blocked', 200, 'blocked'],
  ])('to a request for a %s, %s with status %s, is %s', (sought, kind, status, expected) =>
    expect(answered(sought, kind, status).class).toBe(expected),
  )

  it('says why in the words of the page, or by its status', () => {
    expect(answered('list', 'unavailable').reason).toBe('Ведутся работы')
    expect(answered('list', 'unavailable', 500).reason).toBe('Сайт ответил 500.')
    expect(answered('list', 'blocked').reason).toBe('Сайт закрыл доступ.')
    expect(answered('list', 'search_form').reason).toBe('search_form')
    expect(answered('list', 'unknown', 404).reason).toBe('404')
  })
  it('cools a host down only when the site refuses us, and counts a failure only when it is down', () => {
    const counted = Object.entries(consequences).filter(([, { request }]) => request !== 'answered')
    expect(counted.map(([name, { request, wait }]) => [name, request, wait])).toEqual([
      ['blocked', 'refused', 'cooldown'],
      ['unavailable', 'failed', 'backoff'],
    ])
  })
})
