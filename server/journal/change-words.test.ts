import { expect, it } from 'vitest'
import { caseRecord } from '../ingest/case-record.ts'
import { changesBetween } from './change-words.ts'

const record = (penalties: unknown[]) =>
  caseRecord.parse({
    ...{ source_key: 'test:1', type: 2, stage: 1, case_number: '1-1/2026', penalties },
    court: { title: 'Заречный районный суд', region: 59 },
  })

it('a revision tells a penalty in the words of the page, and whose it is', () => {
  const before = record([{ type: 'fine', value: 5_000, text: 'штраф' }])
  const after = record([
    { type: 'imprisonment', value: 30, suspended: true, probation_months: 24, person: 'Багранов И.Л.' },
    { type: 'fine', value: 500_000, additional: true, state: 'annulled' },
    { type: 'arrest', hidden: true },
  ])
  expect(changesBetween(before, after)).toEqual([
    {
      field: 'penalties',
      before: 'штраф 5\u00a0000\u00a0₽ — штраф',
      after: [
        'Багранов И.Л.: лишение свободы 2\u00a0года\u00a06\u00a0месяцев условно, испытательный срок 2\u00a0года',
        'штраф 500\u00a0000\u00a0₽, отменено (дополнительное)',
        'арест, размер скрыт судом',
      ].join('\n'),
    },
  ])
})
