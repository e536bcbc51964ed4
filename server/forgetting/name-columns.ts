import type { DB } from '../db/schema.ts'

/**
 * Columns that may contain names, and how they are masked. A test fails for a column in neither list.
 *
 * `decision`, `words`: text about the person’s cases. `told`: JSON about them. `note`: an account’s own words about such a case, as text or JSON.
 * `whole`, `json`: words about anything, where only the whole name counts, or a surname without other bearers; `csv`: a file of figures. `people`: a line
 * of names. `own`: has a step of its own (forget-cases.ts, forget-people.ts, mask-pages.ts). Past tables (`past_…`) are masked like their tables and not
 * listed.
 */
export type Masking = 'decision' | 'words' | 'told' | 'note' | 'whole' | 'json' | 'csv' | 'people' | 'name' | 'own'
export type NameColumns = {
  table: keyof DB & string
  key: readonly string[]
  /** Refers to the person’s cases; absent: all rows are searched. */
  caseColumn?: string
  /** Condition of a partial index of rows with content. */
  only?: string
  columns: Readonly<Record<string, Masking>>
  /** Columns of a changed row that follow from masked ones: replaced by random values. */
  random?: readonly string[]
  /** Unique: the id of the row is appended. */
  isUnique?: true
  /** Table that assigns rows to cases: rows only on the person’s cases are about them, and are masked as `note`. */
  putOn?: { table: keyof DB & string; column: string }
}

// biome-ignore format: a table reads best as one
export const nameColumns: readonly NameColumns[] = [
  { table: 'court_case', key: ['id'], caseColumn: 'id', columns: { appeal_result: 'words', result_ground: 'words' } },
  { table: 'case_defendant', key: ['case_id', 'ordinal'], caseColumn: 'case_id', columns: { name: 'own', own_result: 'words' } },
  { table: 'case_participant', key: ['case_id', 'ordinal'], caseColumn: 'case_id', columns: { name: 'own' } },
  { table: 'case_event', key: ['case_id', 'ordinal'], caseColumn: 'case_id', columns: { result: 'words', note: 'words' } },
  { table: 'case_told_penalty', key: ['case_id', 'ordinal'], caseColumn: 'case_id', columns: { text: 'words' } },
  { table: 'case_decision', key: ['case_id'], caseColumn: 'case_id', columns: { evidence: 'decision', facts: 'told' } },
  { table: 'case_text', key: ['case_id'], caseColumn: 'case_id', columns: { body: 'own', words: 'own', letters: 'own', grams: 'own', prints: 'own' } },
  { table: 'case_journal', key: ['case_id', 'number'], caseColumn: 'case_id', columns: { record: 'told', beside: 'told', told: 'told', file: 'whole', text_hash: 'own' } },
  { table: 'former_text', key: ['case_id', 'hash'], caseColumn: 'case_id', columns: { body: 'own', hash: 'own' } },
  { table: 'case_source', key: ['source_key'], caseColumn: 'case_id', columns: { digest: 'own' } },
  { table: 'case_change', key: ['xid', 'id'], caseColumn: 'case_id', only: `kinds <> '{}'`, columns: { details: 'told' } },
  { table: 'change_snapshot', key: ['change_id'], caseColumn: 'case_id', columns: { details: 'told', payload: 'told' } },
  { table: 'subscription_hit', key: ['subscription_id', 'batch_id', 'change_id'], caseColumn: 'case_id', columns: { matched: 'note' } },
  { table: 'calendar_hearing', key: ['id'], caseColumn: 'case_id', columns: { title: 'words' } },
  { table: 'case_note', key: ['account_id', 'case_id'], caseColumn: 'case_id', columns: { text: 'note' } },
  { table: 'case_set_item', key: ['set_id', 'case_id'], caseColumn: 'case_id', columns: { note: 'note', columns: 'note' } },
  { table: 'case_set_watch_case', key: ['watch_id', 'case_id'], caseColumn: 'case_id', columns: { evidence: 'note' } },
  { table: 'listed_case', key: ['id'], caseColumn: 'case_id', columns: { people: 'people', last_error: 'words' } },

  { table: 'event_type', key: ['id'], columns: { title: 'whole' }, isUnique: true },
  { table: 'result_type', key: ['id'], columns: { title: 'whole' }, isUnique: true },
  { table: 'defence_param', key: ['id'], columns: { value: 'whole' }, isUnique: true },
  { table: 'tag', key: ['id'], columns: { value: 'whole' }, isUnique: true },
  { table: 'tag_upload', key: ['id'], columns: { file_name: 'whole' } },
  { table: 'case_set', key: ['id'], columns: { title: 'whole' } },
  { table: 'case_set_watch', key: ['id'], columns: { text: 'whole', court: 'whole', article: 'whole' } },
  { table: 'case_set_column', key: ['set_id', 'key'], columns: { title: 'whole' } },
  { table: 'case_set_import', key: ['id'], columns: { file_name: 'whole', heads: 'json' } },
  { table: 'case_set_row', key: ['id'], columns: { cells: 'json', reason: 'whole' } },
  { table: 'case_set_label', key: ['id'], columns: { title: 'whole' }, isUnique: true, putOn: { table: 'case_set_item_label', column: 'label_id' } },
  { table: 'preset_category', key: ['id'], columns: { title: 'whole' }, isUnique: true },
  { table: 'preset', key: ['id'], columns: { title: 'whole', description: 'whole', get_params: 'json' }, random: ['filter_key'], isUnique: true },
  { table: 'saved_link', key: ['id'], columns: { get_params: 'json' }, random: ['filter_key'] },
  { table: 'subscription', key: ['id'], columns: { title: 'whole', get_params: 'json' } },
  { table: 'citation', key: ['id'], columns: { title: 'whole', definition: 'json', pivot: 'json', chart: 'json', method: 'json', published: 'json', file: 'csv' }, random: ['figures_key'] },
  { table: 'export_request', key: ['id'], columns: { filters: 'json', about: 'json', file_name: 'whole', error: 'whole' } },
  { table: 'export_file_part', key: ['file_id', 'starts_at'], columns: { body: 'own' } },
  { table: 'audit_entry', key: ['id'], columns: { details: 'json' } },
  { table: 'asked_act', key: ['account_id', 'key'], columns: { body: 'whole', location: 'whole' } },
  { table: 'court_check', key: ['court_id'], columns: { not_understood: 'json', last_error: 'whole' } },
  { table: 'court_request', key: ['id'], columns: { error: 'whole' } },
  { table: 'collect_window', key: ['id'], columns: { last_error: 'whole' } },
  { table: 'delivery', key: ['id'], columns: { last_error: 'whole' } },
  { table: 'webhook_call', key: ['id'], columns: { said: 'whole' } },

  { table: 'defendant', key: ['id'], columns: { name: 'own', name_normal: 'own', match_key: 'own', own_name: 'own', own_normal: 'own' } },
  { table: 'person_pair', key: ['id'], columns: { name_relation: 'own', evidence: 'own' } },
  { table: 'person_merge', key: ['id'], columns: { name_relation: 'own', evidence: 'own', moved: 'own' } },
  { table: 'defendant_risk', key: ['defendant_id', 'rule'], columns: { counted: 'own', coming: 'own' } },
  { table: 'surname', key: ['surname'], columns: { surname: 'own' } },
  { table: 'text_form', key: ['form'], columns: { form: 'own' } },
  { table: 'page_reading', key: ['id'], columns: { headers: 'own' } },
  { table: 'page', key: ['hash'], columns: { body: 'own', content_type: 'own' } },
]

/** Columns that cannot contain the name of a person in a case, with the reason. `table` alone: all its columns. */
// biome-ignore format: a table reads best as one
export const nameless: Readonly<Record<string, readonly string[]>> = {
  'an identifier, address or number of a court or case': [
    'court', 'court_site', 'court_host', 'court_platform', 'court_case.case_number', 'court_case.other_numbers', 'court_case.case_uid',
    'court_case.protocol_number', 'court_case.url', 'court_case.result_text_url', 'court_case.city', 'case_source.source_key',
    'listed_case.source_key', 'listed_case.place', 'listed_case.url', 'listed_case.former_urls', 'listed_case.case_number',
    'listed_case.case_uid', 'listed_case.text_url', 'court_request.host', 'court_request.platform', 'court_request.url', 'page.url',
    'page_reading.url', 'page_reading.address',
    'case_event.hall', 'calendar_hearing.hall', 'case_write', 'captcha.host', 'captcha.url', 'export_request.origin',
  ],
  'a name of the product’s own: a kind, state, role or column': [
    'article', 'case_link', 'case_link_candidate', 'case_defendant.gender', 'case_own_day.kind', 'case_own_day.severity', 'case_set_column.key', 'case_set_member', 'case_set_invitation.role', 'case_set_item.status', 'case_set_watch.kind', 'case_set_watch_case.state', 'case_set_watch_case.verdict', 'case_set_import.kinds', 'case_set_row.outcome', 'defendant.gender', 'case_participant.role',
    'case_participant.articles', 'case_told_penalty.type', 'case_told_penalty.state', 'case_decision.outcome', 'case_decision.review',
    'case_journal.origin', 'case_source.origin', 'case_change.kinds', 'subscription_hit.kinds', 'subscription.kinds', 'subscription.channels',
    'subscription.cadence', 'subscription.sends', 'subscription.zone', 'subscription_batch', 'change_reader', 'delivery.channel', 'collect_series',
    'collect_window.why', 'collect_window.article', 'collect_window.state', 'court_check.layout', 'court_check.flag', 'court_check.flag_why',
    'court_request.kind', 'listed_case.task', 'person_merge.why', 'person_pair.verdict', 'tag_upload.action', 'audit_entry.action',
    'defendant_risk.rule', 'export_choice', 'export_request.selected_columns', 'export_request.status', 'export_request.format',
    'export_request.ordering', 'export_request.telegram', 'defence_param.key', 'kysely_migration', 'kysely_migration_lock', 'installation', 'lease', 'freshness',
    'export_file_part.object_address', 'export_object_removal', 'page_reading.method', 'page_reading.status_line', 'asked_act.content_type', 'asked_act.rights', 'captcha.layout', 'captcha.media_type', 'captcha.ended_why', 'forgetting.grounds',
  ],
  'numbers of rows': ['case_set_watch.courts', 'case_defendant.article_ids', 'citation.regions', 'export_request.regions', 'export_request.cases'],
  'a hash or secret': [
    'case_journal.page_hash', 'listed_case.digest', 'listed_case.card_hash', 'listed_case.text_hash', 'court_request.page_hash',
    'page.hash', 'citation.id', 'citation.sha256', 'citation.figures_key', 'preset.filter_key', 'saved_link.id', 'saved_link.filter_key',
    'subscription.filter_key', 'subscription.secret', 'subscription_feed', 'recovery_code', 'known_device', 'telegram_code', 'asked_act.key',
    'asked_act.request_hash', 'forgetting.words', 'forgotten_case', 'forgotten_page', 'page_reading.page_hash', 'page_reading.tls',
    'journal_seal', 'journal_leaf', 'evidence_package', 'timestamp_answer', 'case_own_day.person', 'case_set_invitation.token_hash',
  ],
  'an account’s own name, password or device, told by itself': ['account', 'access_token', 'session', 'attempt'],
  'where an account is reached': ['subscription_webhook', 'push_browser'],
  'a judge of that name is somebody else': ['judge'],
  'a picture and letters of a captcha': ['captcha.picture', 'captcha.answer_field', 'captcha.hidden_fields', 'captcha.cookies', 'captcha.answer'],
  'encrypted': ['forgetting_seal'],
  'masked when it is written': ['forgetting.reason'],
}
