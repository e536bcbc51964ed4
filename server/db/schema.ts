import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { Codex } from '#shared/domain/codex.ts'
import type { OwnFactKind } from '#shared/domain/deadlines/case-facts.ts'
import type { CrimeSeverity } from '#shared/domain/deadlines/legal-term.ts'
import type { ExportFormat } from '#shared/domain/export-columns.ts'
import type { ListOrdering } from '#shared/domain/orderings.ts'
import type { Gender, PenaltyState } from '#shared/domain/outcomes.ts'
import type { UntoldArticles } from '#shared/domain/participant-roles.ts'
import type { WatchKind } from '#shared/domain/set-watch.ts'
import type { GivenRole, ItemStatus, SetRole } from '#shared/domain/sets.ts'

/**
 * The tables as Kysely sees them (created by server/db/migrations). Dates travel as `YYYY-MM-DD` strings, times as
 * `HH:MM:SS`, instants as `Date`, bigint and numeric as numbers: see the type parsers in connect.ts. One list, however
 * long: a filter that names a column which is not in it does not compile.
 */
type Day = string
type Id = GeneratedAlways<number>
type Instant = ColumnType<Date, Date | string | undefined, Date | string>
type Json = ColumnType<unknown, string, string>
type JsonOrNone = ColumnType<unknown, string | null | undefined, string | null>

export interface DB {
  court: {
    id: Id
    title: string
    region: number
    city: Generated<string>
    url: Generated<string>
    kind: Generated<string>
    instance: number | null
    site_layout: Generated<string>
    vnkod: string | null
    has_captcha: boolean | null
    time_zone: string
    /** Of `courtStates` (reference/tables.ts): empty where it is as it was. */
    state: Generated<string>
  }
  judge: { id: Id; court_id: number; name: string }
  article: {
    id: Id
    codex: Codex
    article_number: string
    part: Generated<string>
    title: Generated<string>
    is_named: GeneratedAlways<boolean>
  }
  tag: { id: Id; value: string }
  result_type: { id: Id; title: string }
  result_type_use: { result_type_id: number; type: number; stage: number }
  event_type: { id: Id; title: string; is_hearing: boolean | null }
  defence_param: { id: Id; key: string; value: string }
  court_case: {
    id: Id
    type: number
    stage: number
    court_id: number
    region: number
    city: Generated<string>
    judge_id: number | null
    case_number: string
    /** Parted by «; ». */
    other_numbers: Generated<string>
    case_uid: string | null
    protocol_number: string | null
    entry_date: Day | null
    result_date: Day | null
    result_published_date: Day | null
    result_valid_date: Day | null
    appeal_date: Day | null
    appeal_result: string | null
    result_ground: string | null
    result_type_id: number | null
    has_result: GeneratedAlways<boolean>
    first_scheduled_hearing_date: Day | null
    last_scheduled_hearing_date: Day | null
    last_scheduled_hearing_time: string | null
    hearing_until: Date | null
    possible_hearing_at: Date | null
    url: Generated<string>
    result_text_url: Generated<string>
    has_text: Generated<boolean>
    defendants_hidden: Generated<boolean>
    /** Of a first instance with a penalty: a review that annuls it may be its own. See server/links/in-question.ts. */
    in_question: Generated<boolean>
    created_at: Instant
    changed_at: Instant
    checked_at: Instant
    gone_at: Date | null
    is_gone: GeneratedAlways<boolean>
    /** By days of Moscow. */
    gone_on: GeneratedAlways<Day | null>
    changed_xid: Generated<string>
  }
  case_source: {
    source_key: string
    case_id: number
    origin: string
    digest: string
    first_seen_at: Instant
    last_seen_at: Instant
    page_reader: number | null
    /** The number of the entry of the journal that has its record. */
    entry: Generated<number>
  }
  /** A view: sources with what they said last. */
  case_record: {
    source_key: string
    case_id: number
    origin: string
    digest: string
    first_seen_at: Instant
    last_seen_at: Instant
    record: unknown
  }
  /** Every state that was stored of a case: see server/journal/. */
  case_journal: {
    case_id: number
    number: number
    seen_at: Instant
    origin: string | null
    file: string | null
    page_hash: Buffer | null
    page_reader: number | null
    text_reader: number | null
    record: unknown
    text_hash: Buffer | null
    beside: unknown
    told: unknown
    /** When a decision to forget somebody changed what it says. */
    forgotten_on: Day | null
  }
  former_text: { case_id: number; hash: Buffer; body: string }
  case_article: { case_id: number; article_id: number }
  case_tag: { case_id: number; tag_id: number }
  tag_upload: {
    id: Id
    account_id: number | null
    action: 'add' | 'remove'
    file_name: Generated<string>
    rows: number
    cases: number
    tags: number
    uploaded_at: Instant
    undone_at: Date | null
    undone_by: number | null
  }
  tag_upload_change: { upload_id: number; case_id: number; tag_id: number }
  case_event: {
    case_id: number
    ordinal: number
    event_type_id: number
    event_date: Day
    event_time: string | null
    happens_at: Date | null
    result: Generated<string>
    hall: Generated<string>
    note: Generated<string>
  }
  defendant: {
    id: Id
    /** As most of the person's cases write it. */
    name: string
    name_normal: string
    gender: Generated<Gender>
    match_key: string | null
    /** What the name alone told, where that is another name than `name`. */
    own_name: string | null
    own_normal: string | null
    created_at: Instant
    /** The person this one was found to be; never a chain. */
    merged_into: number | null
    /** Whom somebody has said this one to be a namesake of: only the cases tell the two apart. */
    parted_from: number | null
  }
  case_defendant: {
    case_id: number
    ordinal: number
    defendant_id: number | null
    /** Whom the name alone tells, where that is somebody else than `defendant_id`. */
    own_id: number | null
    name: string
    gender: Generated<Gender>
    hidden: Generated<boolean>
    at_risk: Generated<boolean>
    article_ids: Generated<number[]>
    own_result: string | null
    own_result_date: Day | null
  }
  people_due: { case_id: number; turn: Generated<number> }
  person_key: { key: number; defendant_id: number }
  surname: { surname: string; bearers: number }
  counted_name: { name: number }
  person_pair: {
    id: Id
    left_id: number
    right_id: number
    score: number
    name_relation: string
    evidence: string[]
    verdict: Generated<string>
    found_at: Instant
    decided_at: Date | null
    account_id: number | null
  }
  person_merge: {
    id: Id
    left_id: number
    right_id: number
    why: string
    score: number
    name_relation: string
    evidence: string[]
    moved: Json
    account_id: number | null
    merged_at: Instant
    undone_at: Date | null
    undone_by: number | null
  }
  case_participant: {
    case_id: number
    ordinal: number
    /** Of `participantRoles`, or as the site writes it. */
    role: string
    name: string
    by_text: Generated<boolean>
    /** Of somebody of unknown role: whether the source says that no article is told. */
    articles: Generated<UntoldArticles | null>
  }
  /** Views over `case_participant`, one a role that can be filtered by. */
  case_advocate: { case_id: number; ordinal: number; name: string }
  case_prosecutor: { case_id: number; ordinal: number; name: string }
  /** All that is told of penalties: also what a review annulled. */
  case_told_penalty: {
    case_id: number
    ordinal: number
    type: string
    value: number | null
    hidden: Generated<boolean>
    text: Generated<string>
    /** Read from the text of the decision; the site does not say it. */
    by_text: Generated<boolean>
    defendant_ordinal: number | null
    /** Told of somebody whom the case does not list. */
    of_other: Generated<boolean>
    additional: Generated<boolean>
    suspended: Generated<boolean>
    probation_months: number | null
    percent: number | null
    multiple: number | null
    state: Generated<PenaltyState>
    certainty: Generated<number>
  }
  /** View over it: without what was annulled. What is counted, filtered by and shown of a person is read here. */
  case_penalty: DB['case_told_penalty'] & { is_certain: GeneratedAlways<boolean> }
  /** View over it: what punishes, without what could not be named or read either. */
  case_imposed_penalty: DB['case_penalty']
  case_defence_param: { case_id: number; defence_param_id: number; by_text: Generated<boolean> }
  case_decision: {
    case_id: number
    outcome: string
    value: number | null
    hidden: Generated<boolean>
    evidence: Generated<string>
    certainty: number
    review: string | null
    facts: Json
    reader: number
    read_at: Instant
  }
  case_text: {
    case_id: number
    body: string
    read_at: Instant
    /** See server/texts/text-index.ts. */
    words: Generated<string>
    grams: Generated<string>
    letters: Generated<string>
    prints: Generated<number[]>
    reading: Generated<number>
  }
  /** Every form of a word that some text has: see server/texts/word-forms.ts. */
  text_form: { form: string }
  /** That texts were written: see server/texts/found-cases.ts. */
  text_write: { xid: Generated<string>; at: Instant }
  /** That cases were removed: see server/db/as-of/edition.ts. */
  case_removal: { at: Instant }
  case_link: { case_id: number; other_id: number; why: string; certainty: number }
  case_clue: { clue: number; case_id: number; stage: number; role: number }
  case_link_candidate: { first_id: number; second_id: number; why: string; certainty: number }
  case_link_verdict: {
    first_id: number
    second_id: number
    is_same: boolean
    account_id: number | null
    decided_at: Instant
  }
  /** View over `court_case`: of second instance, with no first one linked. */
  case_without_first_instance: { case_id: number; region: number }
  risk_due: { defendant_id: number }
  defendant_risk: {
    defendant_id: number
    rule: string
    counted: number[]
    coming: number[]
    at_line: boolean
    until: Day
    until_is_earliest: boolean
  }
  case_visit: { case_id: number; account_id: number; seen_at: Instant; before_at: Date | null }
  page: {
    hash: Buffer
    url: string
    fetched_at: Instant
    /** Compressed: see server/collectors/pages/keep-page.ts. */
    body: Buffer
    content_type: Generated<string>
    size: Generated<number>
  }
  /** An answer of a court's site; `page` has its body, without content coding. */
  page_reading: {
    id: Id
    page_hash: Buffer
    url: string
    method: string
    asked_at: ColumnType<Date, Date, never>
    answered_at: ColumnType<Date, Date, never>
    address: string | null
    status_line: string
    headers: Json
    tls: ColumnType<unknown, string | null, never>
  }
  /** Seals of the journal: see server/evidence/seal-journal.ts. */
  journal_seal: {
    number: number
    sealed_at: ColumnType<Date, Date, never>
    cases: number
    root: Buffer
    previous: Buffer | null
    hash: Buffer
  }
  journal_leaf: { case_id: number; number: number; seal: number; place: number; hash: Buffer }
  timestamp_answer: {
    digest: Buffer
    authority: string
    made_at: Instant
    kind: 'rfc3161' | 'opentimestamps'
    answer: Buffer
    is_final: boolean
  }
  evidence_package: {
    id: Id
    made_for: number | null
    case_id: number
    entry: number | null
    made_at: Instant
    file_hash: Buffer
    manifest_hash: Buffer
    size: number
    /** Kept where it had no timestamp when the package was given. */
    manifest: Buffer | null
  }
  court_site: {
    id: Id
    court_id: number
    host: string
    url: string
    layout: string
    servers: Generated<number[]>
    is_watched: Generated<boolean>
  }
  court_platform: {
    platform: string
    next_at: Instant
    silent_until: Instant
    day: Day | null
    asked: Generated<number>
  }
  court_host: {
    host: string
    platform: string
    busy_until: Instant
    next_at: Instant
    silent_until: Instant
    silent_why: string | null
    blocks: Generated<number>
    calm_until: Instant
    day: Day | null
    asked: Generated<number>
    asked_by_day: Generated<number>
  }
  court_request: {
    id: Id
    host: string
    platform: string
    url: Generated<string>
    asked_at: ColumnType<Date, Date, Date>
    answered_at: Date | null
    status: number | null
    kind: string | null
    page_hash: Buffer | null
    error: string | null
  }
  collect_window: {
    id: Id
    site_id: number
    parent_id: number | null
    why: string
    type: number
    stage: number
    article: Generated<string>
    server: Generated<number>
    catalogue: Generated<number>
    from_day: Day
    to_day: Day
    page: Generated<number>
    walk: Generated<number>
    promised: number | null
    state: Generated<string>
    due_at: Instant
    attempts: Generated<number>
    last_error: string | null
    created_at: Instant
    ended_at: Date | null
  }
  collect_series: {
    id: Id
    site_id: number
    layout: string
    type: number
    stage: number
    server: number
    catalogue: number
    read_at: Date | null
  }
  collect_reading: { series_id: number; from_day: Day; to_day: Day; read_at: Date }
  collect_window_row: { window_id: number; listed_id: number }
  listed_case: {
    id: Id
    site_id: number
    source_key: string
    place: string
    url: string
    former_urls: Generated<string[]>
    type: number
    stage: number
    server: Generated<number>
    catalogue: Generated<number>
    case_number: string
    case_uid: string | null
    entry_date: Day | null
    people: Generated<string>
    digest: Generated<string>
    first_seen_at: Instant
    last_seen_at: Instant
    missing_since: Date | null
    case_id: number | null
    card_hash: Buffer | null
    card_at: Date | null
    text_url: string | null
    text_hash: Buffer | null
    task: Generated<string>
    way: Generated<number>
    urgency: Generated<number>
    due_at: Date | null
    attempts: Generated<number>
    last_error: string | null
  }
  captcha: {
    id: Id
    host: string
    url: string
    layout: string
    picture: Buffer
    media_type: string
    answer_field: Generated<string>
    hidden_fields: Json
    cookies: Generated<string>
    asked_at: Instant
    answer: string | null
    answered_at: Date | null
    account_id: number | null
    accepted_at: Date | null
    used: Generated<number>
    ended_at: Date | null
    ended_why: string | null
  }
  court_check: {
    court_id: number
    layout: Generated<string>
    last_tried_at: Date | null
    last_good_at: Date | null
    promised: Generated<number>
    held: Generated<number>
    errors: Generated<number>
    failing_since: Date | null
    last_error: string | null
    captcha_since: Date | null
    last_new_at: Date | null
    not_understood: Json
    flag: string | null
    flag_why: string | null
    flagged_at: Date | null
  }
  account: {
    id: Id
    username: string
    email: string | null
    password_hash: string
    groups: Generated<string[]>
    is_superuser: Generated<boolean>
    regions: number[] | null
    approved_at: Date | null
    blocked_at: Date | null
    created_at: Instant
    about: Generated<string>
    declined_at: Date | null
    totp_secret: string | null
    totp_at: Date | null
    totp_step: number | null
  }
  recovery_code: { account_id: number; code_hash: Buffer }
  session: {
    token_hash: Buffer
    account_id: number
    created_at: Instant
    used_at: Instant
    expires_at: ColumnType<Date, Date, Date>
    id: Id
    address: Generated<string>
    agent: Generated<string>
  }
  access_token: {
    id: Id
    token_hash: Buffer
    account_id: number
    name: string
    created_at: Instant
    used_at: Date | null
    expires_at: ColumnType<Date, Date, Date>
  }
  known_device: { token_hash: Buffer; account_id: number; used_at: Instant }
  attempt: { key: string; count: number; began_at: Instant; last_at: Instant }
  asked_act: {
    account_id: number
    key: string
    request_hash: Buffer
    rights: string
    attempt: Generated<number>
    lease_until: Instant
    began_at: Instant
    acted_at: Date | null
    answered_at: Date | null
    status: number | null
    content_type: string | null
    location: string | null
    body: string | null
  }
  favourite: { account_id: number; case_id: number; added_at: Instant }
  /** Working sets (server/sets). */
  case_set: {
    id: Id
    title: string
    created_by: number | null
    created_at: Instant
    changed_at: Instant
    deleted_at: Date | null
    last_column: Generated<number>
    /** The number of the folder of favourites that it was (decision 0107). */
    former_folder: number | null
  }
  case_set_member: {
    set_id: number
    account_id: number
    role: SetRole
    joined_at: Instant
    at_case: number | null
    file_at: Date | null
  }
  case_set_invitation: {
    id: Id
    set_id: number
    token_hash: Buffer
    role: GivenRole
    created_by: number | null
    created_at: Instant
    expires_at: ColumnType<Date, Date, Date>
    revoked_at: Date | null
  }
  case_set_item: {
    set_id: number
    case_id: number
    position: number
    status: Generated<ItemStatus>
    assignee: number | null
    note: Generated<string>
    columns: ColumnType<unknown, string | undefined, string>
    added_by: number | null
    added_at: Instant
    changed_by: number | null
    changed_at: Instant
    version: Generated<number>
    removed_at: Date | null
  }
  case_set_column: { set_id: number; key: string; title: string; position: number; dropped_at: Date | null }
  case_set_label: { id: Id; set_id: number; title: string }
  case_set_item_label: { set_id: number; case_id: number; label_id: number }
  case_set_import: {
    id: Id
    set_id: number
    account_id: number | null
    file_name: Generated<string>
    heads: Json
    kinds: Json
    is_remembered: Generated<boolean>
    created_at: Instant
    undone_at: Date | null
    undone_by: number | null
  }
  case_set_row: {
    id: Id
    import_id: number
    line: number
    cells: Json
    outcome: 'found' | 'perhaps' | 'not_found'
    reason: Generated<string>
    case_id: number | null
    added_version: number | null
    resolved_at: Date | null
    resolved_by: number | null
  }
  case_set_watch: {
    id: Id
    set_id: number
    kind: WatchKind
    text: string
    court: Generated<string>
    courts: Generated<number[]>
    region: number | null
    article: Generated<string>
    day: Day | null
    is_cut: Generated<boolean>
    created_by: number | null
    created_at: Instant
    searched_at: Date | null
    removed_at: Date | null
  }
  case_set_watch_key: { key: number; watch_id: number }
  case_set_watch_case: {
    watch_id: number
    case_id: number
    state: 'found' | 'perhaps'
    verdict: 'confirmed' | 'refused' | null
    evidence: ColumnType<unknown, string, string>
    found_at: Instant
    joined_at: Date | null
    decided_by: number | null
    decided_at: Date | null
  }
  case_set_watching: { set_id: number; kept_at: Instant; warned_at: Date | null; ended_at: Date | null }
  /** View: the cases of living sets as their members see them. */
  case_in_set: { account_id: number; case_id: number; set_id: number; status: ItemStatus; is_mine: boolean }
  case_note: { account_id: number; case_id: number; text: string; version: Generated<number>; changed_at: Instant }
  /** `person`: the digest of an accused, empty for the case (server/deadlines/own-days.ts). */
  case_own_day: {
    account_id: number
    case_id: number
    kind: OwnFactKind
    person: Buffer
    day: Day
    severity: CrimeSeverity | null
  }
  preset_category: { id: Id; account_id: number; title: string }
  preset: {
    id: Id
    account_id: number
    category_id: number | null
    title: string
    description: Generated<string>
    get_params: Json
    position: Generated<number>
    created_at: Instant
    filter_key: Buffer
    deleted_at: Date | null
  }
  saved_link: { id: string; account_id: number | null; get_params: Json; created_at: Instant; filter_key: Buffer }
  /** Figures that were cited, as they were (server/statistics/citations.ts). */
  citation: {
    id: string
    account_id: number | null
    made_at: Instant
    title: string
    /** Regions the figures speak of; null: all. */
    regions: number[] | null
    definition: Json
    /** Either these or a chart. */
    pivot: JsonOrNone
    chart: JsonOrNone
    method: JsonOrNone
    /** What everybody sees of it, unless it is closed. */
    published: JsonOrNone
    published_at: ColumnType<Date | null, Date | null | undefined>
    closed_at: ColumnType<Date | null, Date | null | undefined>
    closed_by: ColumnType<number | null, number | null | undefined>
    figures_key: Buffer
    file: Buffer
    sha256: Buffer
  }
  /** The change feed (server/ingest/case-changes.ts): append-only. */
  case_change: {
    id: GeneratedAlways<number>
    case_id: number
    revision: number | null
    kinds: string[]
    details: unknown
    at: Instant
    xid: Generated<string>
  }
  /** A view of `case_change`: what no date of a court tells, by days of Moscow. */
  case_notice: { case_id: number; day: Day; kind: string }
  change_reader: { name: string; xid: string; id: number }
  subscription: {
    id: Id
    account_id: number
    /** Empty: called after what it watches. */
    title: string
    get_params: Json
    paused_at: Date | null
    created_at: Instant
    about_case_id: number | null
    about_person_id: number | null
    filter_key: Buffer | null
    kinds: string[]
    channels: string[]
    cadence: string
    send_at: string
    weekday: number
    zone: string
    quiet_from: string | null
    quiet_to: string | null
    watched_since: Instant
    watch_version: Generated<number>
    kept_at: Instant
    asks: Generated<number>
    asked_at: Date | null
    secret: string
    deleted_at: Date | null
    changed_xid: Generated<string>
    sends: Generated<string>
  }
  subscription_feed: { subscription_id: number; secret: string; created_at: Instant; read_at: Date | null }
  calendar_hearing: {
    is_possible: Generated<boolean>
    id: Id
    case_id: number
    event_date: Day
    event_time: string | null
    happens_at: Date | null
    title: string
    hall: string
    sequence: Generated<number>
    changed_at: Date
    cancelled_at: Date | null
  }
  push_browser: { id: Id; session_id: number; endpoint: string; p256dh: string; auth: string; created_at: Instant }
  subscription_webhook: {
    subscription_id: number
    url: string
    secret: string
    former_secret: string | null
    secret_at: Date
    created_at: Date
    failing_since: Date | null
    off_at: Date | null
  }
  webhook_call: {
    id: Id
    subscription_id: number
    key: string
    at: Date
    ms: number
    status: number | null
    said: string | null
  }
  subscription_found: { subscription_id: number; case_id: number }
  subscription_mute: { subscription_id: number; case_id: number; muted_at: Instant }
  change_snapshot: {
    change_id: number
    case_id: number
    revision: number | null
    details: Json
    payload: Json
    taken_at: Instant
  }
  subscription_batch: {
    id: Id
    subscription_id: number
    kind: Generated<string>
    opened_at: Instant
    due_at: Instant
    sealed_at: Date | null
    /** Of a digest: the ends of which days it compares; the second is known when it is sealed. */
    from_day: Day | null
    to_day: Day | null
  }
  subscription_hit: {
    batch_id: number
    change_id: number
    matched_at: Instant
    subscription_id: number
    case_id: number
    missed: Generated<boolean>
    kinds: string[]
    matched: string
  }
  inbox_item: {
    account_id: number
    change_id: number
    case_id: number
    /** That of the case, kept by a trigger. */
    region: number
    at: Date
    seen_at: Date | null
  }
  delivery: {
    id: Id
    batch_id: number
    subscription_id: number
    channel: string
    key: Generated<string>
    created_at: Instant
    next_at: Instant
    attempts: Generated<number>
    delivered_at: Date | null
    dead_at: Date | null
    last_error: string | null
  }
  subscription_sweep: { id: Id; ran_at: Instant; changes: number; missed: number }
  export_choice: { account_id: number; selected_columns: string[] }
  export_request: {
    id: Id
    account_id: number
    selected_columns: string[]
    filters: Json
    telegram: string | null
    status: Generated<'waiting' | 'writing' | 'ready' | 'sending' | 'sent' | 'failed'>
    created_at: Instant
    finished_at: Date | null
    format: Generated<ExportFormat>
    ordering: ListOrdering
    /** Where the product was reached when it was asked for: links in the file begin with it. */
    origin: string
    /** What the account might see when the file was written; null: all, or not written yet. */
    regions: number[] | null
    about: ColumnType<unknown, string | undefined, string>
    /** Cases there were when the writing began. */
    count: number | null
    written: Generated<number>
    file_name: string | null
    bytes: number | null
    /** Of a file in several parts: how many the chat has. */
    parts_sent: Generated<number>
    error: string | null
    started_at: Date | null
    sent_at: Date | null
    expires_at: Date | null
  }
  telegram_chat: { account_id: number; chat_id: number; linked_at: Instant; blocked_at: Date | null }
  telegram_silence: { chat_id: number; since: Instant }
  telegram_code: { account_id: number; code_hash: Buffer; expires_at: ColumnType<Date, Date, Date> }
  audit_entry: { id: Id; account_id: number | null; action: string; details: Json; happened_at: Instant }
  installation: { key: string; value: Json }
  /** Decisions to forget a person (server/forgetting). */
  forgetting: {
    id: Id
    decided_at: Instant
    account_id: number | null
    grounds: string
    reason: Generated<string>
    until: Day | null
    cases: number
    words: Generated<Buffer[]>
    undone_at: Date | null
    undone_by: number | null
  }
  forgotten_case: { hash: Buffer; forgetting_id: number }
  forgotten_page: { hash: Buffer; forgetting_id: number; is_withheld: boolean }
  forgetting_seal: { forgetting_id: number; ordinal: number; body: Buffer }
  /** What was written, for copies of the cases (server/replica): append-only, by triggers. */
  case_write: { id: Id; xid: Generated<string>; case_ids: number[] | null; directory: string | null }
  /** Copies of the cases, and what of `case_write` each has taken in. */
  case_copy: { id: string; place: string; token: string; next_token: string; seen_at: Instant }
}

/** Some columns of a table, as they are read. */
export type RowOf<T extends keyof DB, C extends keyof DB[T]> = Pick<Selectable<DB[T]>, C & keyof Selectable<DB[T]>>
/** Every `table.column` of the database. */
export type DbColumn = { [T in keyof DB & string]: `${T}.${keyof DB[T] & string}` }[keyof DB & string]
