import { expect, it } from 'vitest'
import { type CaseRecordInput, caseRecord } from '../../server/ingest/case-record.ts'
import { ingest } from '../../server/ingest/ingest.ts'
import { totalOf } from './steps.ts'
import { openWorld, sessionOf } from './world.ts'

/** A penalty that has perhaps been annulled, wherever it is shown (decision 0059). */
const { db, open, origin } = await openWorld()
const storageState = await sessionOf(origin, 'главная')

const matter: Omit<CaseRecordInput, 'source_key' | 'stage' | 'court' | 'case_number'> = {
  type: 1,
  defendants: [{ name: 'Вопросов Глеб Гаврилович' }],
}
const records: CaseRecordInput[] = [
  {
    ...matter,
    source_key: 'journey|first',
    stage: 1,
    court: { title: 'Заречный районный суд г. Вымышленска', region: 59 },
    case_number: '5-9059/2026',
    articles: [{ codex: 'koap', article_number: '20.2', part: '5' }],
    entry_date: '2026-09-01',
    result_date: '2026-09-10',
    result: 'Вынесено постановление о назначении административного наказания',
    penalties: [{ type: 'fine', value: 10_000, text: 'штраф' }],
  },
  {
    ...matter,
    source_key: 'journey|review',
    stage: 2,
    court: { title: 'Вымышленский краевой суд', region: 59 },
    case_number: '7-9059/2026',
    articles: [{ codex: 'koap', article_number: '20.2', part: '8' }],
    entry_date: '2026-09-25',
    result_date: '2026-10-10',
    result: 'Отменено с прекращением производства',
  },
]
const [{ case_id = 0 } = {}] = await ingest(
  db,
  records.map(record => caseRecord.parse(record)),
  { origin: 'journey' },
)

it('is said on the figures, in the list, at the person and on the card, until somebody answers there', async () => {
  const { page, troubles } = await open({ storageState })
  await page.goto('/stats?defendant=Вопросов')
  const note = page.getByRole('link', { name: '1\u00a0дело под\u00a0вопросом: решение, возможно, отменено' })
  await note.first().click()
  await page.waitForURL(/in_question=true/)
  expect(await totalOf(page)).toBe(1)
  await page.getByRole('table').getByText('под\u00a0вопросом', { exact: true }).waitFor()

  const person = await db
    .selectFrom('case_defendant')
    .where('case_id', '=', case_id)
    .select('defendant_id')
    .executeTakeFirstOrThrow()
  await page.goto(`/defendants/${person.defendant_id}`)
  await page.getByRole('list', { name: 'Дела лица' }).getByText('под\u00a0вопросом', { exact: true }).waitFor()

  await page.goto(`/cases/${case_id}`)
  const question = page.getByRole('region', { name: 'Решение под вопросом' })
  await question.getByText('№\u00a07-9059/2026, Вымышленский краевой суд').waitFor()
  await question.getByRole('button', { name: 'Это оно: № 7-9059/2026' }).click()
  await page.getByText('отменено во второй инстанции', { exact: true }).waitFor()
  expect(await question.count()).toBe(0)
  expect(troubles).toEqual([])
})
