import type { Kysely, sql } from 'kysely'
import type { DB } from '../server/db/schema.ts'
import { type CaseRecord, type CaseRecordInput, caseRecord } from '../server/ingest/case-record.ts'
import { ingest } from '../server/ingest/ingest.ts'

/** Cards that tests of ingest write and read row by row. */
export const courtOfCards = { title: 'Заречный районный суд г. Вымышленска', region: 59, city: 'Вымышленск' }
export const bare: CaseRecordInput = { source_key: '', type: 1, stage: 1, court: courtOfCards, case_number: '5-1/2021' }
export const hearing = 'Рассмотрение дела по существу'
export const koapArticle = (article_number: string, part: string) => ({ codex: 'koap' as const, article_number, part })
type OfSingleTests = 'former_keys' | 'case_uid' | 'related' | 'text'
type FullRecord = CaseRecordInput & Required<Omit<CaseRecordInput, OfSingleTests>>
/** A card with every field, most of them with two different values. */
export const full: FullRecord = {
  ...bare,
  judge: 'СУДЬИНА  АННА ИВАНОВНА',
  other_numbers: ['5-2/2020', 'М-3/2020'],
  protocol_number: 'АБ 7',
  entry_date: '2021-03-01',
  result_date: '2021-03-15',
  result_published_date: '2021-03-20',
  result_valid_date: '2021-04-01',
  appeal_date: '2021-04-10',
  appeal_result: 'Оставлено без изменения',
  result: 'Вынесено постановление о назначении административного наказания',
  result_ground: 'п.1 ч.1 ст.29.9 КоАП РФ',
  articles: [koapArticle('20.2', '5'), koapArticle('19.3', '1')],
  defendants: [
    {
      name: 'Ёлкин Пётр Ильич',
      role: 'accused',
      articles: [koapArticle('20.2', '5')],
      result: 'Штраф',
      result_date: '2021-03-15',
    },
    { name: 'Ли Вэй', role: 'accused', gender: 'f', articles: [koapArticle('19.3', '1')] },
    { name: 'Некто Н.Н.', role: 'unknown', article_state: 'none' },
  ],
  participants: [
    { role: 'Защитник', name: 'Адвокатова А.А.' },
    { role: 'Потерпевший', name: 'Обидин О.О.' },
  ],
  events: [
    { type: hearing, date: '2021-03-10', time: '14:30', hall: '3', result: 'Отложено', note: 'Явка' },
    { type: hearing, date: '2021-03-05' },
    { type: 'Нечто выдуманное', date: '2021-03-11', time: '09:00' },
  ],
  penalties: [
    { type: 'fine', value: 10_000.5, text: 'штраф', person: 'Ёлкин Пётр Ильич', certainty: 0.5 },
    {
      type: 'arrest',
      value: 15,
      person: 'Ли Вэй',
      additional: true,
      suspended: true,
      probation_months: 6,
      state: 'annulled',
    },
    { type: 'works', hidden: true, person: 'Чужаков Иван Ильич', percent: 5, multiple: 2 },
  ],
  defence_params: [
    { key: 'Защитник', value: 'по соглашению' },
    { key: 'Защитник', value: 'по назначению' },
    { key: 'Защитник', value: 'по соглашению' },
  ],
  text_url: 'https://sud.example/text/1',
  url: 'https://sud.example/case/1',
}

let serial = 0
/** A card with a key of its own. */
export const cardOf = (given: CaseRecordInput): CaseRecord =>
  caseRecord.parse({ ...given, source_key: `test|${++serial}` })

/** A case of first instance with a key and a number of its own. */
export const koapCase = (given: Partial<CaseRecordInput> = {}): CaseRecord =>
  cardOf({
    ...{ ...bare, court: { title: courtOfCards.title, region: courtOfCards.region } },
    ...{ case_number: `5-${10_000 + serial}/2021`, articles: [koapArticle('20.2', '5')] },
    ...given,
  })

export const cardsIn = (db: Kysely<DB>) => {
  const put = async (...records: CaseRecord[]): Promise<number[]> => {
    const results = await ingest(db, records, { origin: 'test' })
    return results.map(({ case_id }) => case_id)
  }
  return {
    put,
    putOne: async (one: CaseRecord): Promise<number> => (await put(one))[0] ?? 0,
    rowsOf: async (query: ReturnType<typeof sql<Record<string, unknown>>>) => (await query.execute(db)).rows,
  }
}
