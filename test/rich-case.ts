import type { Kysely } from 'kysely'
import type { DB } from '../server/db/schema.ts'
import type { CaseRecordInput } from '../server/ingest/case-record.ts'
import { buildCase } from './factories.ts'

/** A case about which every filter has something to say. */
const record: Partial<CaseRecordInput> = {
  source_key: 'test:rich',
  type: 1,
  stage: 1,
  court: { title: 'Заречный районный суд', region: 77, city: 'Заречинск' },
  judge: 'Белоозёрова Нина Викторовна',
  case_number: '5-209/2026',
  case_uid: '77RS9999-01-2026-000123-45',
  protocol_number: 'АБ 100%_\\ 7',
  entry_date: '2026-03-02',
  result_date: '2026-03-20',
  result_published_date: '2026-03-25',
  result_valid_date: '2026-04-02',
  appeal_date: '2026-04-20',
  appeal_result: 'Оставлено без изменения',
  result: 'Вынесено постановление о назначении административного наказания',
  articles: [
    { codex: 'koap', article_number: '20.2', part: '6.1' },
    { codex: 'koap', article_number: '19.3', part: '1' },
    { codex: 'koap', article_number: '20.2', part: '5' },
  ],
  defendants: [
    {
      name: 'Ветрогонов Пётр Ильич',
      gender: 'm',
      articles: [{ codex: 'koap', article_number: '20.2', part: '5' }],
    },
    { name: 'Информация скрыта' },
  ],
  participants: [
    { role: 'Защитник', name: 'Прозоров А. Б.' },
    { role: 'Прокурор', name: 'Крутояров В. Г.' },
  ],
  events: [
    { type: 'Регистрация поступившего в суд дела', date: '2026-03-02', time: '09:15' },
    {
      type: 'Рассмотрение дела по существу',
      date: '2026-03-20',
      time: '12:40',
      hall: '3',
      result: 'Вынесено постановление',
    },
  ],
  penalties: [{ type: 'fine', value: 10_000, text: 'штраф 10 000 рублей' }],
  defence_params: [{ key: 'семейноеПоложение', value: 'трое детей' }],
  text: 'Суд установил: гражданин стоял с плакатом. Постановил: назначить штраф.',
  text_url: 'https://court.example/text',
  url: 'https://court.example/case',
}

export async function buildRichCase(db: Kysely<DB>): Promise<number> {
  const id = await buildCase(db, record)
  const tag = await db.insertInto('tag').values({ value: 'пикет' }).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('case_tag').values({ case_id: id, tag_id: tag.id }).execute()
  await db
    .updateTable('case_defendant')
    .set({ at_risk: true })
    .where('case_id', '=', id)
    .where('ordinal', '=', 0)
    .execute()
  return id
}
