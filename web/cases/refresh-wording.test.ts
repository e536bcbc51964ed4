import { describe, expect, it } from 'vitest'
import { refreshedSentence, refreshSentence } from './case-acts.tsx'

const told = { state: 'read', not_before: null, read_at: null, error: null } as const
const revision = (number: number, ...fields: string[]) => ({
  number,
  seen_at: '2026-11-20T10:00:00Z',
  page_hash: null,
  is_whole: true,
  changes: fields.map(field => ({ field, before: 'а', after: 'б' })),
})
const was = { gone_at: null, revisions: [revision(1, 'judge')] }

describe('a card read anew (§7 refresh)', () => {
  it.each([
    [{ ...was }, {}, 'Карточка прочитана: изменений нет.'],
    [
      { ...was, revisions: [revision(2, 'events', 'case_uid'), revision(3, 'events'), ...was.revisions] },
      {},
      'Карточка прочитана. Изменилось: движение дела, УИД.',
    ],
    [{ ...was }, { state: 'failed', error: 'Сайт ответил 500.' }, 'Обновить не удалось. Сайт ответил 500.'],
    [
      { ...was, gone_at: '2026-11-20T10:00:00Z' },
      { state: 'failed', error: 'Карточки нет на сайте суда.' },
      'Карточки на сайте суда больше нет. Дело сохранено здесь таким, каким его видели в последний раз.',
    ],
  ] as const)('tells what has come of it: %#', (now, change, sentence) =>
    expect(refreshedSentence({ ...told, ...change }, was, now)).toBe(sentence),
  )

  it.each([
    [{ ...told, state: 'waiting' }, 'Карточка читается на сайте суда. Страницу можно закрыть.'],
    [
      { ...told, state: 'captcha' },
      'Сайт суда просит проверочный код. Карточка обновится, когда администратор его введёт.',
    ],
    [
      { ...told, state: 'silent', not_before: '2026-11-20T10:30:00Z' },
      'Сайт суда на паузе: он просил не присылать запросов. Карточка обновится после 20\u00a0ноября\u00a02026, 13:30\u00a0мск.',
    ],
  ] as const)('tells what is waited for: %#', (state, sentence) => expect(refreshSentence(state)).toBe(sentence))
})
