// biome-ignore-all format: one line a filter; the table is its own documentation

import { codices, stages } from '../domain/codex.ts'
import { wholeUid } from '../domain/number-index.ts'
import { genders, penaltyTypes, states, textSearchTypes } from '../domain/outcomes.ts'
import { itemStatuses } from '../domain/sets.ts'
import { defineFields, fieldsFor } from './field.ts'

/**
 * All filters of the product (§3 «Full set of case filter fields»). To add a filter, add an entry here; the compiler and `server/replica/filter-completeness.test.ts` tell what else is needed.
 * Fields on one child table apply to the same row: a hearing of this type on this day, a fine of this amount.
 */
export const caseFields = defineFields({
  as_of: { kind: 'day', label: 'На дату', column: 'court_case.id', sections: ['cases', 'defendants', 'stats'] },
  type: { kind: 'choice', label: 'Кодекс', column: 'court_case.type', options: codices, sections: ['cases'] },
  stage: { kind: 'choice', label: 'Инстанция', column: 'court_case.stage', options: stages, sections: ['cases'] },
  state: { kind: 'schedule', label: 'Заседание', column: 'court_case.hearing_until', possible: 'court_case.possible_hearing_at', options: states, sections: ['cases', 'stats'] },
  codex_articles: { kind: 'reference', label: 'Статья', column: 'case_article.article_id', directory: 'articles', narrowedBy: ['type'], sections: ['cases', 'defendants'] },
  regions: { kind: 'reference', label: 'Регион', column: 'court_case.region', directory: 'regions', sections: ['cases', 'defendants', 'stats'] },
  court_city: { kind: 'names', label: 'Город', column: 'court_case.city', directory: 'cities', narrowedBy: ['regions'], sections: ['cases', 'defendants', 'stats'] },
  court: { kind: 'reference', label: 'Суд', column: 'court_case.court_id', directory: 'courts', narrowedBy: ['regions'], sections: ['cases', 'stats'] },
  judge: { kind: 'reference', label: 'Судья', column: 'court_case.judge_id', directory: 'judges', narrowedBy: ['regions', 'court'], sections: ['cases', 'stats'] },
  case_number: { kind: 'text', label: 'Номер дела', column: 'court_case.case_number', also: 'court_case.other_numbers', sections: ['cases', 'stats'] },
  case_uid: { kind: 'text', label: 'УИД', column: 'court_case.case_uid', whole: wholeUid, sections: ['cases', 'stats'] },
  protocol_number: { kind: 'text', label: 'Номер протокола', column: 'court_case.protocol_number', sections: ['cases', 'stats'] },
  entry_date_range: { kind: 'dateRange', label: 'Поступило', column: 'court_case.entry_date', sections: ['cases', 'stats'] },
  result_date_range: { kind: 'dateRange', label: 'Решено', column: 'court_case.result_date', sections: ['cases', 'stats'] },
  days_to_result: { kind: 'amountRange', label: 'Дней до решения', column: 'court_case.result_date', since: 'court_case.entry_date', params: ['days_to_result_from', 'days_to_result_to'], unit: 'Дней от поступления до решения; 0 — в тот же день.', sections: ['cases', 'stats'] },
  last_scheduled_hearing_date_range: { kind: 'dateRange', label: 'Последнее заседание', column: 'court_case.last_scheduled_hearing_date', sections: ['cases', 'stats'] },
  event_type: { kind: 'reference', label: 'Событие', column: 'case_event.event_type_id', directory: 'event_types', sections: ['cases', 'stats'] },
  event_date_range: { kind: 'dateRange', label: 'Дата события', column: 'case_event.event_date', sections: ['cases', 'stats'] },
  is_gone: { kind: 'flag', label: 'Удалено с сайта суда', column: 'court_case.is_gone', sections: ['cases', 'stats'] },
  gone_date_range: { kind: 'dateRange', label: 'Когда удалено', column: 'court_case.gone_on', sections: ['cases', 'stats'] },
  has_result: { kind: 'flag', label: 'Есть решение', column: 'court_case.has_result', sections: ['cases', 'stats'] },
  result_type: { kind: 'reference', label: 'Результат', column: 'court_case.result_type_id', directory: 'result_types', narrowedBy: ['type', 'stage'], sections: ['cases', 'stats'] },
  in_question: { kind: 'flag', label: 'Решение под вопросом', column: 'court_case.in_question', sections: ['cases', 'stats'] },
  has_penalty: { kind: 'presence', label: 'Есть наказание', of: 'case_imposed_penalty', sections: ['cases', 'stats'] },
  penalty_type: { kind: 'choices', label: 'Наказание', column: 'case_penalty.type', options: penaltyTypes, sections: ['cases', 'stats'] },
  penalty_amount: { kind: 'amountRange', label: 'Размер наказания', column: 'case_penalty.value', params: ['penalty_from', 'penalty_to'], unit: 'Рублей, суток, часов или месяцев — по выбранному виду; вид не выбран — рублей.', kinds: { key: 'penalty_type', column: 'case_penalty.type', options: penaltyTypes }, sections: ['cases', 'stats'] },
  penalty_hidden: { kind: 'flag', label: 'Размер скрыт судом', column: 'case_penalty.hidden', sections: ['cases', 'stats'] },
  penalty_suspended: { kind: 'flag', label: 'Условно', column: 'case_penalty.suspended', sections: ['cases', 'stats'] },
  penalty_certain: { kind: 'flag', label: 'Основное, прочитано уверенно', column: 'case_penalty.is_certain', sections: ['cases', 'stats'] },
  defendants: { kind: 'people', label: 'Лица', column: 'case_defendant.name', sections: ['defendants'] },
  defendant: { kind: 'text', label: 'Привлекаемое лицо', column: 'case_defendant.name', isName: true, sections: ['cases', 'stats'] },
  defendant_gender: { kind: 'choice', label: 'Пол', column: 'case_defendant.gender', options: genders, sections: ['cases', 'defendants', 'stats'] },
  defendant_risk_group: { kind: 'flag', label: 'Группа риска', column: 'case_defendant.at_risk', sections: ['cases', 'defendants', 'stats'] },
  defendant_hidden: { kind: 'flag', label: 'Имя скрыто судом', column: 'court_case.defendants_hidden', sections: ['cases', 'stats'] },
  participant: { kind: 'text', label: 'Участник', column: 'case_participant.name', isName: true, sections: ['cases', 'stats'] },
  has_advocate: { kind: 'presence', label: 'Есть защитник', of: 'case_advocate', sections: ['cases', 'stats'] },
  advocate: { kind: 'text', label: 'Защитник', column: 'case_advocate.name', isName: true, sections: ['cases', 'stats'] },
  has_prosecutor: { kind: 'presence', label: 'Есть прокурор', of: 'case_prosecutor', sections: ['cases', 'stats'] },
  prosecutor: { kind: 'text', label: 'Прокурор', column: 'case_prosecutor.name', isName: true, sections: ['cases', 'stats'] },
  has_result_text: { kind: 'flag', label: 'Есть текст решения', column: 'court_case.has_text', sections: ['cases', 'stats'] },
  result_text_search: { kind: 'words', label: 'Текст', column: 'case_text.body', modeParam: 'text_search_type', modes: textSearchTypes, sections: ['cases', 'stats'] },
  case_defence_params: { kind: 'reference', label: 'Сведения о защите', column: 'case_defence_param.defence_param_id', directory: 'defence_params', alias: 'case_defense_params', sections: ['cases', 'stats'] },
  tags: { kind: 'reference', label: 'Метки', column: 'case_tag.tag_id', directory: 'tags', onlyFor: 'tag_editor', sections: ['cases', 'stats'] },
  in_favorites: { kind: 'own', label: 'В избранном', of: 'favourite', sections: ['cases', 'defendants', 'stats'] },
  in_set: { kind: 'own', label: 'Есть в подборках', of: 'case_in_set', sections: ['cases', 'stats'] },
  set: { kind: 'reference', label: 'Подборка', column: 'case_in_set.set_id', directory: 'sets', sections: ['cases', 'defendants', 'stats'] },
  set_status: { kind: 'choices', label: 'Работа в подборке', column: 'case_in_set.status', options: itemStatuses, sections: ['cases', 'defendants', 'stats'] },
  set_mine: { kind: 'flag', label: 'Поручено мне', column: 'case_in_set.is_mine', sections: ['cases', 'defendants', 'stats'] },
  has_note: { kind: 'own', label: 'С моей заметкой', of: 'case_note', sections: ['cases', 'stats'] },
  note: { kind: 'text', label: 'Моя заметка', column: 'case_note.text', sections: ['cases', 'stats'] },
})
export type CaseFields = typeof caseFields

/** The case list excludes `defendants`; statistics exclude `defendants`, `stage`, `codex_articles`, `type` (§3). */
export const caseListFields = fieldsFor(caseFields, 'cases')
export const defendantFields = fieldsFor(caseFields, 'defendants')
export const statsFields = fieldsFor(caseFields, 'stats')
/** The filter of one text: its words and how to parse them. */
export const wordsFields = { result_text_search: caseFields.result_text_search } as const
