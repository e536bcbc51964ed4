import { describe, expect, it } from 'vitest'
import { cardRevisions, newInstances, newsWords, removedFromSite } from './case-history.ts'
import { goneSentence } from './case-notices.tsx'

const change = (field: string) => ({ field, before: null, after: 'x' })
const reading = (number: number, seen_at: string, ...fields: string[]) => ({
  number,
  seen_at,
  changes: fields.map(change),
  page_hash: null,
  is_whole: true,
})
const first = {
  id: 1,
  stage: 1,
  created_at: '2026-10-05T06:00:00Z',
  revisions: [
    reading(3, '2026-11-14T06:09:00Z', 'events', 'result'),
    reading(2, '2026-10-29T06:15:00Z', 'text'),
    reading(1, '2026-10-05T06:10:00Z'),
  ],
} as const
const second = {
  id: 2,
  stage: 2,
  created_at: '2026-11-06T06:00:00Z',
  revisions: [reading(1, '2026-11-15T06:00:00Z', 'judge', 'case_uid')],
} as const
const both = [first, second]

describe('changes since the last visit', () => {
  it('come from both instances, the latest first; a reading without changes is none', () =>
    expect(cardRevisions(both, null).map(({ key }) => key)).toEqual(['2 1', '1 3', '1 2']))
  it('are new after the visit before this one, and never without one', () => {
    expect(cardRevisions(both, '2026-11-14T06:09:00Z').map(({ isNew }) => isNew)).toEqual([true, false, false])
    expect(cardRevisions(both, '2026-11-01T00:00:00Z').map(({ isNew }) => isNew)).toEqual([true, true, false])
    expect(cardRevisions(both, null).some(({ isNew }) => isNew)).toBe(false)
  })
  it('are told in words, each once, with their instance where there are two', () => {
    const since = '2026-11-01T00:00:00Z'
    expect(newsWords(cardRevisions(both, since), true)).toEqual([
      'судья (2-я\u00a0инстанция)',
      'УИД (2-я\u00a0инстанция)',
      'движение дела (1-я\u00a0инстанция)',
      'результат (1-я\u00a0инстанция)',
    ])
    expect(newsWords(cardRevisions(both.slice(0, 1), since), false)).toEqual(['движение дела', 'результат'])
    expect(newsWords(cardRevisions(both, '2026-12-01T00:00:00Z'), true)).toEqual([])
  })
  it('an instance that came since is news as a whole', () => {
    expect(newInstances(both, '2026-11-01T00:00:00Z').map(({ id }) => id)).toEqual([2])
    expect(newInstances(both, '2026-11-10T00:00:00Z')).toEqual([])
    expect(newInstances(both, null)).toEqual([])
  })
})

describe('what a site shows no more', () => {
  const at = '2026-11-20T10:00:00Z'
  const told = (field: string, before: string | null, after: string | null) => ({
    number: 1,
    seen_at: at,
    page_hash: null,
    is_whole: true,
    changes: [{ field, before, after }],
  })
  const both = (left: ReturnType<typeof told>, right: ReturnType<typeof told>) => ({
    ...left,
    changes: [...left.changes, ...right.changes],
  })
  const fine = 'штраф 5\u00a0000\u00a0₽'
  const one = {
    ...{ gone_at: null, has_result_text: true, defendants_hidden: false, revisions: [] },
    ...{ penalties: [], result_type: null },
  }
  it.each([
    [{}, []],
    [{ gone_at: at }, [{ what: 'card', at }]],
    [{ has_result_text: false, revisions: [told('text', 'Решил.', null)] }, [{ what: 'text', at }]],
    [{ has_result_text: false, revisions: [told('penalties', fine, null)] }, [{ what: 'penalty', at }]],
    [
      { has_result_text: false, revisions: [both(told('penalties', fine, null), told('text', 'Решил.', null))] },
      [
        { what: 'text', at },
        { what: 'penalty', at },
      ],
    ],
    // The text that says it is there; it was read otherwise; the card took it away, and the text later.
    [{ revisions: [told('penalties', fine, null)] }, []],
    [
      {
        has_result_text: false,
        revisions: [both(told('reading', null, 'Прочитано заново'), told('penalties', fine, null))],
      },
      [],
    ],
    [
      {
        has_result_text: false,
        revisions: [told('penalties', fine, null), { ...told('text', 'Решил.', null), number: 2 }],
      },
      [{ what: 'text', at }],
    ],
    [{ revisions: [both(told('reading', null, 'Прочитано заново'), told('result', 'Прекращено', null))] }, []],
    [{ has_result_text: false, revisions: [told('penalties', fine, 'арест 5 суток')] }, []],
    [{ revisions: [told('result', 'Прекращено', null)] }, [{ what: 'result', at }]],
    [{ revisions: [told('result', 'Прекращено', null)], result_type: { id: 1, title: 'Возвращено' } }, []],
    // It is there again.
    [{ revisions: [told('text', 'Решил.', null)] }, []],
    [
      { defendants_hidden: true, revisions: [told('defendants', 'Ветрогонов Пётр Ильич', 'Информация скрыта')] },
      [{ what: 'names', at }],
    ],
    [
      { defendants_hidden: true, revisions: [told('defendants', 'Ветрогонов Пётр Ильич', 'ФИО1')] },
      [{ what: 'names', at }],
    ],
    [{ defendants_hidden: true, revisions: [told('defendants', 'ФИО1', 'Информация скрыта')] }, []],
    [{ defendants_hidden: true, revisions: [told('defendants', 'Ветров П. И.', 'Ветрогонов Пётр Ильич')] }, []],
  ])('is found: %j', (change, expected) => expect(removedFromSite({ ...one, ...change })).toEqual(expected))

  it('is said with its day', () => {
    const vanished = [
      { what: 'card', at },
      { what: 'text', at },
    ] as const
    expect(goneSentence(vanished, undefined).replaceAll('\u00a0', ' ')).toBe(
      'Исчезло с сайта суда: карточка (20 ноября 2026), текст решения (20 ноября 2026). Здесь сохранено прежнее.',
    )
    expect(goneSentence([vanished[0]], 2)).toContain('суда, 2-я\u00a0инстанция:')
  })
})
