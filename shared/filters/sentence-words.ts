// biome-ignore-all format: one line a filter; the table is its own documentation
import { lowerFirstUnlessAcronym } from '../domain/wording.ts'
import type { CaseFields } from './case-fields.ts'

/**
 * Wording of a filter in a sentence about cases: «поступившие вчера», «судья не Иванова А. А.». `lead` precedes the
 * value, `not` an excluded value (default: the lead and «не»); a flag has a complete phrase. `bare`: the values need no
 * lead.
 */
type SentenceWords = { lead: string; not?: string; bare?: true } | { yes: string; no: string }

const words: { readonly [K in keyof CaseFields]: SentenceWords } = {
  as_of: { lead: 'по состоянию на' },
  type: { lead: 'кодекс', not: 'не' },
  stage: { lead: 'инстанция', not: 'не' },
  state: { lead: 'заседание' },
  codex_articles: { lead: 'по ст.', not: 'кроме ст.' },
  regions: { lead: 'регион', bare: true },
  court_city: { lead: 'город' },
  court: { lead: 'суд', bare: true },
  judge: { lead: 'судья' },
  case_number: { lead: 'номер дела' },
  case_uid: { lead: 'УИД' },
  protocol_number: { lead: 'номер протокола' },
  entry_date_range: { lead: 'поступившие' },
  result_date_range: { lead: 'решённые' },
  days_to_result: { lead: 'дней до решения' },
  last_scheduled_hearing_date_range: { lead: 'последнее заседание' },
  event_type: { lead: 'событие' },
  event_date_range: { lead: 'дата события' },
  is_gone: { yes: 'удалённые с сайта суда', no: 'не удалённые с сайта суда' },
  gone_date_range: { lead: 'удалённые с сайта суда' },
  has_result: { yes: 'с решением', no: 'без решения' },
  result_type: { lead: 'результат' },
  in_question: { yes: 'решение под вопросом', no: 'решение не под вопросом' },
  has_penalty: { yes: 'с наказанием', no: 'без наказания' },
  penalty_type: { lead: 'с наказанием', not: 'наказание не' },
  penalty_amount: { lead: 'размер наказания' },
  penalty_hidden: { yes: 'размер наказания скрыт судом', no: 'размер наказания не скрыт судом' },
  penalty_suspended: { yes: 'условно', no: 'не условно' },
  penalty_certain: { yes: 'основное наказание прочитано уверенно', no: 'основное наказание не прочитано уверенно' },
  defendants: { lead: 'лица' },
  defendant: { lead: 'привлекаемое лицо' },
  defendant_gender: { lead: 'пол' },
  defendant_risk_group: { yes: 'группа риска', no: 'не группа риска' },
  defendant_hidden: { yes: 'имя скрыто судом', no: 'имя не скрыто судом' },
  participant: { lead: 'участник' },
  has_advocate: { yes: 'защитник назван', no: 'защитник не назван' },
  advocate: { lead: 'защитник' },
  has_prosecutor: { yes: 'прокурор назван', no: 'прокурор не назван' },
  prosecutor: { lead: 'прокурор' },
  has_result_text: { yes: 'с текстом решения', no: 'без текста решения' },
  result_text_search: { lead: 'в тексте решения' },
  case_defence_params: { lead: 'сведения о защите' },
  tags: { lead: 'метка' },
  in_favorites: { yes: 'в избранном', no: 'не в избранном' },
  in_set: { yes: 'в подборке', no: 'не в подборке' },
  set: { lead: 'подборка' },
  set_status: { lead: 'работа в подборке' },
  set_mine: { yes: 'поручено мне', no: 'не поручено мне' },
  has_note: { yes: 'с моей заметкой', no: 'без моей заметки' },
  note: { lead: 'моя заметка' },
}
const known: Readonly<Record<string, SentenceWords>> = words
export const sentenceWords = (key: string, label: string): SentenceWords => known[key] ?? { lead: lowerFirstUnlessAcronym(label) }
export const leadOf = (said: SentenceWords, not: boolean): string =>
  'yes' in said ? (not ? said.no : said.yes) : not ? (said.not ?? `${said.lead} не`) : said.lead
