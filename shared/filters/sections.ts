import type { CaseFields } from './case-fields.ts'

/** Sections of the filter panel in order; every field is in exactly one. */
export type PanelSection = { id: string; title: string; fields: readonly (keyof CaseFields)[] }

export const panelSections: readonly PanelSection[] = [
  {
    id: 'case',
    title: 'Дело',
    fields: ['type', 'stage', 'state', 'case_number', 'case_uid', 'protocol_number', 'is_gone'],
  },
  { id: 'articles', title: 'Статьи', fields: ['codex_articles'] },
  { id: 'place', title: 'Место', fields: ['regions', 'court_city', 'court', 'judge'] },
  { id: 'result', title: 'Результат', fields: ['has_result', 'result_type', 'in_question'] },
  {
    id: 'penalty',
    title: 'Наказание',
    fields: ['has_penalty', 'penalty_type', 'penalty_amount', 'penalty_hidden', 'penalty_suspended', 'penalty_certain'],
  },
  {
    id: 'dates',
    title: 'Даты',
    fields: [
      'as_of',
      'entry_date_range',
      'result_date_range',
      'days_to_result',
      'last_scheduled_hearing_date_range',
      'event_type',
      'event_date_range',
      'gone_date_range',
    ],
  },
  {
    id: 'people',
    title: 'Лица',
    fields: [
      'defendants',
      'defendant',
      'defendant_gender',
      'defendant_hidden',
      'defendant_risk_group',
      'participant',
      'has_advocate',
      'advocate',
      'has_prosecutor',
      'prosecutor',
    ],
  },
  {
    id: 'text',
    title: 'Текст и защита',
    fields: ['has_result_text', 'result_text_search', 'case_defence_params', 'tags'],
  },
  { id: 'own', title: 'Моё', fields: ['in_favorites', 'in_set', 'set', 'set_status', 'set_mine', 'has_note', 'note'] },
]
