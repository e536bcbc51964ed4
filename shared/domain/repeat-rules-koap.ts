// biome-ignore-all format: one rule reads best in few lines
import type { Codex } from './codex.ts'
import type { RepeatRule } from './repeat-rule.ts'

/** Repeated offences punished by a graver part of the КоАП; some are steps to a crime. */
const koap = (article_number: string, part: string) =>
  ({ codex: 'koap' satisfies Codex, article_number, part }) as const
const kind = 'koap-to-koap'
const again = 'повторное нарушение лицом, подвергнутым наказанию за такое же (КоАП, ст. 4.3 и 4.6)'
const underPenalty = { needed: 1, period: 'koap-4.6', from: 'force', says: again } as const
const known = { confidence: 'high', status: 'in_force' } as const
const unproved = { confidence: 'medium', status: 'unproved' } as const
const unclear = { confidence: 'low', status: 'unclear' } as const

export const rulesWithinCode: readonly RepeatRule[] = [
  {
    id: 'koap-12.9-7', kind, counted: [{ number: '12.9', parts: ['4', '5'] }], ...underPenalty,
    follows: koap('12.9', '7'), since: '2013-09-01', ...known,
    source: 'КоАП, ст. 12.9 ч. 7 (Федеральный закон от 23.07.2013 № 196-ФЗ; день вступления — по памяти)',
    notes: ['Ступень перед УК 264.2.'],
  },
  {
    id: 'koap-12.15-5', kind, counted: [{ number: '12.15', parts: ['4'] }], ...underPenalty,
    follows: koap('12.15', '5'), since: '2013-09-01', ...known,
    source: 'КоАП, ст. 12.15 ч. 5 (Федеральный закон от 23.07.2013 № 196-ФЗ; день вступления — по памяти)',
    notes: ['Ступень перед УК 264.2.'],
  },
  {
    id: 'koap-12.7-4', kind, counted: [{ number: '12.7', parts: ['2'] }], ...underPenalty,
    follows: koap('12.7', '4'), since: '2022-07-25', ...known,
    source: 'КоАП, ст. 12.7 ч. 4, с 25.07.2022',
    notes: ['Ступень перед УК 264.3.'],
  },
  {
    id: 'koap-12.16-3.1', kind, counted: [{ number: '12.16', parts: ['3'] }], ...underPenalty,
    follows: koap('12.16', '3.1'), since: '2013-09-01', confidence: 'medium', status: 'in_force',
    source: 'КоАП, ст. 12.16 ч. 3.1 (день вступления — по памяти)',
    notes: ['К УК 264.2 не ведёт.'],
  },
  {
    id: 'koap-19.24-3', kind, counted: [{ number: '19.24', parts: ['1'] }], needed: 1, period: { years: 1 },
    from: 'force',
    follows: koap('19.24', '3'), ...known, says: 'повторное в течение одного года несоблюдение ограничений надзора',
    source: 'КоАП, ст. 19.24 ч. 3 (с какого дня, не найдено)',
    notes: ['Ступень перед УК 314.1 ч. 2, которая не считается.'],
  },
  {
    id: 'koap-12.8-4', kind, counted: [{ number: '12.8', parts: ['1', '2'] }, { number: '12.26', parts: ['1'] }],
    ...underPenalty,
    follows: koap('12.8', '4'), until: '2015-06-30', confidence: 'high', status: 'superseded',
    source: 'КоАП, ст. 12.8 ч. 4 в редакции до 01.07.2015',
  },
  {
    id: 'koap-12.37', kind, counted: [{ number: '12.37' }], ...underPenalty,
    follows: koap('12.37', ''), since: '2025-01-01', confidence: 'medium', status: 'in_force',
    untold: 'какая часть статьи говорит о повторе, не проверено',
    source: 'КоАП, ст. 12.37 (Федеральный закон от 26.12.2024 № 490-ФЗ)',
  },
  {
    id: 'koap-20.2-8', kind, counted: [{ number: '20.2', parts: ['1', '1.1', '2', '3', '4', '5', '6.1'] }],
    ...underPenalty,
    follows: koap('20.2', '8'), since: '2014-07-22', ...unproved,
    source: 'КоАП, ст. 20.2 ч. 8 (Федеральный закон от 21.07.2014 № 258-ФЗ) — по памяти',
    notes: ['Ступень перед УК 212.1.'],
  },
  {
    id: 'koap-20.2.2-4', kind, counted: [{ number: '20.2.2', parts: ['1', '2'] }], ...underPenalty,
    follows: koap('20.2.2', '4'), since: '2014-07-22', ...unclear,
    source: 'КоАП, ст. 20.2.2 ч. 4 (Федеральный закон от 08.06.2012 № 65-ФЗ; день — по памяти)',
  },
  {
    id: 'koap-19.3-6', kind, counted: [{ number: '19.3', parts: ['1'] }], ...underPenalty,
    follows: koap('19.3', '6'), since: '2021-03-07', ...unclear,
    source: 'КоАП, ст. 19.3 ч. 6 (закон от 24.02.2021) — по памяти',
  },
  {
    id: 'koap-20.1-4', kind, counted: [{ number: '20.1', parts: ['3'] }], ...underPenalty,
    follows: koap('20.1', '4'), since: '2019-03-29', ...unclear,
    source: 'КоАП, ст. 20.1 ч. 4 (Федеральный закон от 18.03.2019 № 28-ФЗ) — по памяти',
  },
  {
    id: 'koap-12.9-6', kind, counted: [{ number: '12.9', parts: ['3'] }], ...underPenalty,
    follows: koap('12.9', '6'), since: '2013-09-01', ...unproved,
    source: 'КоАП, ст. 12.9 ч. 6 (Федеральный закон от 23.07.2013 № 196-ФЗ) — по памяти',
  },
]
