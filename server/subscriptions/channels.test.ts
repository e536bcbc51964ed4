import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { CaseSnapshot } from '#shared/api/messages.ts'
import { channelValues } from '#shared/domain/news.ts'
import { channelAdapters } from './channels.ts'
import type { Message } from './message.ts'

/** What a channel needs: a line in shared/domain/news.ts, a file in channels/, a line in channels.ts. */
const snapshotOf = (id: number): CaseSnapshot => ({
  id,
  type: 1,
  stage: 1,
  case_number: `5-${id}/2026`,
  case_uid: null,
  court: { id: 1, title: 'Выдуманный <заречный> суд', city: 'Заречье', region: 77 },
  judge: null,
  articles: ['20.2 ч. 5'],
  defendants: ['Ветрогонов П. И.', 'Дальнов П. И.', 'Прозорова А. Б.', 'Белоозёрова Н. В.'],
  entry_date: null,
  result_date: null,
  result: null,
  hearing: null,
  has_text: false,
  url: null,
})
const message: Message = {
  kind: 'news',
  key: '00000000-0000-4000-8000-000000000000',
  subscriptionId: 1,
  accountId: 1,
  title: 'Проверочная',
  email: 'lawyer@example.org',
  username: 'lawyer',
  cases: Array.from({ length: 1_500 }, (_, n) => ({ snapshot: snapshotOf(n + 1), kinds: ['new'], details: [] })),
  digest: undefined,
  secret: 'x'.repeat(32),
  askedDays: 0,
  timing: { cadence: 'at_once', at: '09:00', weekday: 1, zone: 'Europe/Moscow', quiet: null },
  origin: 'https://sudmonitor.example',
}

describe.each(channelValues)('the channel %s', channel => {
  const adapter = channelAdapters[channel]

  it('has a file of its own, and its line in channels.ts', () => {
    const file = `server/subscriptions/channels/${channel}.ts`
    expect({ file, exists: existsSync(file) }).toEqual({ file, exists: true })
    expect(Object.keys(channelAdapters)).toContain(channel)
  })

  it('carries news and test messages', () => expect(adapter?.kinds).toEqual(expect.arrayContaining(['news', 'test'])))

  it('renders no more cases and characters than its limits allow, and says how many are left', () => {
    const rendered = adapter?.render(message)
    const text = JSON.stringify(rendered)
    const named = message.cases.filter(({ snapshot }) => text.includes(snapshot.case_number))
    expect(named.length).toBeGreaterThan(0)
    expect(named.length).toBeLessThanOrEqual(adapter.limits.cases)
    const { html = '' } = z.object({ html: z.string().optional() }).catch({}).parse(rendered)
    expect(html.length).toBeLessThanOrEqual(adapter.limits.characters ?? html.length)
    expect(text).toMatch(/И ещё|Остальное — на сайте|cases_left/)
  })

  it('says what a person without a chat, an address and a server for it still lacks', () =>
    expect(
      adapter?.addressOf({ email: null, chat: undefined, browsers: 0 }, { hasBot: false, hasMail: false }).note,
    ).not.toBeNull())
})

it('a letter names a subscription with one pair of marks within the other', () => {
  const title = 'Дела: участник «Ветрогонов»'
  const letters = (['question', 'news'] as const).map(kind =>
    JSON.stringify(channelAdapters.email.render({ ...message, kind, title })),
  )
  for (const letter of letters) expect(letter).toContain('«Дела: участник „Ветрогонов“»')
})

describe.each(['email', 'telegram'] as const)('a message by %s', channel => {
  it('leads to the card on the site of the court, also where our own address is not known', () => {
    const url = 'https://sud.example/modules.php?name=sud_delo&case_id=7'
    const [first] = message.cases
    const cases = first ? [{ ...first, snapshot: { ...first.snapshot, url } }] : []
    const text = JSON.stringify(channelAdapters[channel].render({ ...message, cases, origin: undefined }))
    expect(text.replaceAll('&amp;', '&')).toContain(url)
    expect(text).toContain('Карточка на сайте суда')
  })
})
