import type { LayoutName } from '#shared/domain/court-layouts.ts'
import type { CaseRecord, CaseRecordInput } from '../ingest/case-record.ts'
import type { Proceedings } from './catalogues.ts'
import type { OpenedPage } from './open-page.ts'

/**
 * The contract of the adapters: a page of a court's site in, what stands on it out. Adapters are pure: no network, no
 * clock, no database; a page that cannot be read is an answer (`unknown`, `notes`), never an exception.
 */
export type SiteCourt = CaseRecord['court']
export type CourtDirectory = {
  ofHost: (host: string) => SiteCourt | undefined
  ofCode: (vnkod: string) => SiteCourt | undefined
  /** Only where one court bears the title, however it is spelt. */
  ofTitle?: (title: string) => SiteCourt | undefined
}

/** What was not understood: reported with the words of the page, never dropped, never guessed. */
export type Note = {
  code:
    | 'unknown_label'
    | 'unknown_column'
    | 'unknown_role'
    | 'unknown_result'
    | 'unknown_event'
    | 'unreadable_date'
    | 'unreadable_time'
    | 'unreadable_article'
    | 'unreadable_number'
    | 'unknown_court'
    | 'unknown_catalogue'
    /** Another kind of proceedings (civil, materials): such a card has no `case`. */
    | 'other_proceedings'
    | 'several_texts'
    /** The file of a decision is of a format nobody reads, broken or empty. */
    | 'unreadable_file'
    | 'count_differs'
    | 'missing'
    /** An event that has no day: it is on the card, and in no calendar. */
    | 'undated_event'
    | 'php_notice'
    | 'refused_by_schema'
    /** A fault of ours: the page is `unknown`, its value is the error. */
    | 'parser_failed'
  where: string
  value: string
}

/** A fact that the page does not state under a label known for it: `from` says what it was read from. */
export type Inferred = { field: string; from: string; certainty: number }

/** A card as a person reads it, whatever the layout: nothing here is interpreted. */
export type Card = {
  catalogue?: string
  /** As headed: «5-174/2026», «2-5/2026 ~ М-7523/2025», «33а-647/2026 (33а-11786/2025;)». */
  number: string
  sections: CardSection[]
  acts: CardAct[]
  published?: string
  changed?: string
}
/** A tab of the card: labelled values, or tables with headings, or both. Every heading and cell is text. */
export type CardSection = {
  title: string
  fields: { label: string; value: string; url?: string }[]
  tables: { title: string; columns: string[]; rows: string[][] }[]
}
export type CardAct = { title: string; text?: string; url?: string }

export type ListRow = {
  case_number: string
  former_numbers: string[]
  url: string
  /** The same as the `source_key` of the card behind `url`, or one of its `former_keys`. */
  source_key: string
  entry_date?: string
  result_date?: string
  result_valid_date?: string
  result?: string
  judge?: string
  /** The court this row belongs to, where one list holds many (Moscow). */
  court?: string
  people: { name: string; articles: string }[]
  lower_court?: string
  category?: string
  state?: string
  /** The cell of the row as written, for what has no place above. */
  info?: string
  text_urls: string[]
}

export type CaptchaForm = {
  /** `picture` is a `data:` address or one to be fetched, made absolute. */
  picture?: string
  answer_field?: string
  hidden_fields: Record<string, string>
}

/**
 * What an answer of a court's site is. A status of 200 proves nothing (domain §6): only a page that is known by its own
 * marks has a kind, and everything else is `unknown`, which a person has to look at.
 */
export const pageKinds = {
  list: 'результаты поиска',
  card: 'карточка дела',
  text: 'судебный акт',
  search_form: 'форма поиска',
  captcha: 'форма с проверочным кодом',
  wrong_code: 'проверочный код не подошёл',
  nothing_found: 'ничего не найдено',
  wrong_parameter: 'сайт не понял запроса',
  unavailable: 'сведения временно недоступны',
  blocked: 'доступ закрыт',
  moved: 'карточки по этому адресу нет',
  server_choice: 'сайт просит выбрать сервер',
  php_notice: 'сбой сайта вместо страницы',
  unknown: 'страница непонятна',
} as const
export type PageKind = keyof typeof pageKinds

/** What every reading says; a kind without more is only told by its `notice`, the words on the page. */
export type AdapterReading = { notes: Note[] } & (
  | {
      kind: 'list'
      catalogue?: string
      /** What the site says it has found; null when it does not say. */
      total: number | null
      from?: number
      to?: number
      rows: ListRow[]
      pages: { number: number; url?: string }[]
      next_url?: string
    }
  | {
      kind: 'card'
      /** A line of the product's NDJSON; null when it is no case of ours or lacks what a case cannot be without. */
      case: CaseRecordInput | null
      card: Card
      inferred?: Inferred[]
      hearings?: string[]
      /** An appeal about a material (a measure of restraint and the like), not about a sentence. */
      is_material?: true
      /** Other addresses of the card that matter: its other instances, its former registration. */
      links: { what: string; number: string; url: string }[]
    }
  | { kind: 'text'; title?: string; text: string; case_number?: string; case_uid?: string; card_url?: string }
  | ({ kind: 'captcha'; notice?: string } & CaptchaForm)
  | { kind: 'server_choice'; notice?: string; servers: { number: number; title: string; url?: string }[] }
  | { kind: Exclude<PageKind, 'list' | 'card' | 'text' | 'captcha' | 'server_choice'>; notice?: string }
)

export type PageReading = { layout: LayoutName | null } & AdapterReading

/** What to ask a site for. Days are of the entry into the court, both ends included. */
export type SiteSearch = Proceedings & {
  court: Pick<SiteCourt, 'title' | 'vnkod'> & { url: string }
  from: string
  to: string
  /** As the site wants it written: «20.2», «ст.20.2 ч.5». Absent: every article. */
  article?: string
  case_uid?: string
  case_number?: string
  name?: string
  /** 1…n: a court may keep its cases on several servers. */
  server?: number
  page?: number
  captcha?: { code: string; id: string }
}

export type Adapter = {
  /** Hosts whose pages are of this layout, when nothing else tells. */
  hosts: RegExp
  recognises: (page: OpenedPage) => boolean
  read: (page: OpenedPage, courts: CourtDirectory) => AdapterReading
  /** Addresses to ask one after another; several where one catalogue does not hold all. Empty: the site cannot be asked so. */
  searchUrls: (search: SiteSearch) => string[]
}
