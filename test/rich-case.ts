import type { Kysely } from 'kysely'
import type { FullCase } from '#shared/api/full-case.ts'
import { today } from '#shared/domain/relative-dates.ts'
import type { caseListFields } from '#shared/filters/case-fields.ts'
import type { Value } from '#shared/filters/field.ts'
import type { DB } from '../server/db/schema.ts'
import type { CaseRecordInput } from '../server/ingest/case-record.ts'
import { buildCase } from './factories.ts'

/** A case with a value for every filter. */
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
    { name: 'Ветрогонов Пётр Ильич', gender: 'm', articles: [{ codex: 'koap', article_number: '20.2', part: '5' }] },
    { name: 'Информация скрыта', role: 'accused' },
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
  await db
    .updateTable('court_case')
    .set({ in_question: true, gone_at: new Date('2026-04-01T21:30:00Z') })
    .where('id', '=', id)
    .execute()
  return id
}

/** In favourites of an account and in a working set of its own, with a note. */
export async function keepRichCase(db: Kysely<DB>, account_id: number, case_id: number): Promise<void> {
  await db.insertInto('favourite').values({ account_id, case_id }).execute()
  await db.insertInto('case_note').values({ account_id, case_id, text: 'Позвонить защитнику' }).execute()
  const { id: set_id } = await db
    .insertInto('case_set')
    .values({ title: 'Пикеты', created_by: account_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('case_set_member').values({ set_id, account_id, role: 'owner' }).execute()
  await db
    .insertInto('case_set_item')
    .values({ set_id, case_id, position: 1, status: 'working', assignee: account_id })
    .execute()
}

const day = (min: string) => ({ min, max: min })
const idsOf = (rows: readonly { id: number }[] | undefined) => rows?.map(({ id }) => id) ?? []

/** A value of each filter that matches the rich case; a new filter must be added here. */
export const fittingValues = (
  whole: FullCase,
  eventTypes: readonly { id: number; title: string }[],
): Record<keyof typeof caseListFields, Value> => ({
  // The case is known by now.
  as_of: today(),
  type: '1',
  stage: '1',
  state: 'in_past',
  codex_articles: [whole.codex_articles[0]?.id ?? 0, 999_999],
  regions: [77, 1_000_000],
  court_city: ['Заречинск', 'Нигде'],
  court: [whole.court.id],
  judge: [whole.judge?.id ?? 0],
  case_number: '-209/',
  case_uid: '77rs9999-01',
  protocol_number: '100%_\\',
  entry_date_range: day('2026-03-02'),
  result_date_range: day('2026-03-20'),
  days_to_result: { min: 18, max: 18 },
  last_scheduled_hearing_date_range: { min: '2026-03-01', max: '2026-03-31' },
  event_type: [eventTypes.find(({ title }) => title === whole.events[1]?.type)?.id ?? 0],
  event_date_range: day('2026-03-20'),
  is_gone: true,
  // In Moscow time.
  gone_date_range: day('2026-04-02'),
  has_result: true,
  result_type: [whole.result_type?.id ?? 0],
  in_question: true,
  has_penalty: true,
  penalty_type: ['fine', 'arrest'],
  penalty_amount: { min: 5_000, max: 10_000 },
  penalty_hidden: false,
  penalty_suspended: false,
  penalty_certain: true,
  defendant: 'ветрогонов',
  defendant_gender: 'm',
  defendant_risk_group: true,
  defendant_hidden: whole.defendants_hidden,
  has_advocate: true,
  advocate: 'прозоров',
  participant: 'Крутояров',
  has_prosecutor: true,
  prosecutor: 'Крутояров',
  has_result_text: true,
  result_text_search: { text: 'плакат', mode: 'plain' },
  case_defence_params: idsOf(whole.defence_params),
  tags: idsOf(whole.tags),
  in_favorites: true,
  in_set: true,
  set: [whole.sets[0]?.id ?? 1],
  set_status: ['working'],
  set_mine: true,
  has_note: true,
  note: 'позвонить',
})
