import type { LayoutName } from '#shared/domain/court-layouts.ts'
import type { CaseRecord, CaseRecordInput } from '../ingest/case-record.ts'
import type { Proceedings } from './catalogues.ts'
import type { OpenedPage } from './open-page.ts'

/**
 * The contract of the adapters: a page of a court's site in, its contents out. Adapters are pure: no network, no clock,
 * no database. A page that cannot be read is a result (`unknown`, `notes`), never an exception.
 */
export type SiteCourt = CaseRecord['court']
export type CourtDirectory = {
  ofHost: (host: string) => SiteCourt | undefined
  ofCode: (vnkod: string) => SiteCourt | undefined
  /** A court by its title in any spelling, when only one court has it. */
  ofTitle?: (title: string) => SiteCourt | undefined
}

/** What was not understood, in the words of the page: never dropped, never guessed. */
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
    /** Other proceedings (civil, materials): such a card has no `case`. */
    | 'other_proceedings'
    | 'several_texts'
    /** The file of a decision is broken, empty or of an unsupported format. */
    | 'unreadable_file'
    | 'count_differs'
    | 'missing'
    /** An event without a day: shown on the card and in no calendar. */
    | 'undated_event'
    /** What a card strikes out in its tables holds no longer. */
    | 'struck_out'
    | 'php_notice'
    | 'refused_by_schema'
    /** An internal error: the page is `unknown`, and the value is the error. */
    | 'parser_failed'
  where: string
  value: string
}

export type TakeNote = (code: Note['code'], where: string, value: string) => void

/** A fact that is not under a known label; `from` tells what it was read from. */
export type Inferred = { field: string; from: string; certainty: number }

/** A card as a person reads it, whatever the layout, without interpretation. */
export type Card = {
  catalogue?: string
  /** The heading: «5-174/2026», «2-5/2026 ~ М-7523/2025», «33а-647/2026 (33а-11786/2025;)». */
  number: string
  sections: CardSection[]
  acts: CardAct[]
  published?: string
  changed?: string
}
/** A tab of the card: labelled values, tables with headings, or both, all as text. */
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
  /** Equals the `source_key` of the card behind `url`, or one of its `former_keys`. */
  source_key: string
  entry_date?: string
  result_date?: string
  result_valid_date?: string
  result?: string
  judge?: string
  /** The court of this row, when one list covers many courts (Moscow). */
  court?: string
  people: { name: string; articles: string }[]
  lower_court?: string
  category?: string
  state?: string
  /** The cell as written, for what has no field above. */
  info?: string
  text_urls: string[]
}

export type CaptchaForm = {
  /** `picture` is a `data:` URL or an absolute URL to fetch. */
  picture?: string
  answer_field?: string
  hidden_fields: Record<string, string>
}

/**
 * Kinds of answers of a court's site. A status of 200 proves nothing (domain §6): only a page recognised by its own
 * marks has a kind; everything else is `unknown`, which a person has to check.
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

/** Common to all readings; a kind without further fields has only its `notice`, the words of the page. */
export type AdapterReading = { notes: Note[] } & (
  | {
      kind: 'list'
      catalogue?: string
      /** The total that the site states; null when it states none. */
      total: number | null
      from?: number
      to?: number
      rows: ListRow[]
      pages: { number: number; url?: string }[]
      next_url?: string
    }
  | {
      kind: 'card'
      /** A line of the product's NDJSON; null when it is outside this product or lacks a required field. */
      case: CaseRecordInput | null
      card: Card
      inferred?: Inferred[]
      hearings?: string[]
      /** An appeal about a material (for example a measure of restraint), not about a sentence. */
      is_material?: true
      /** Other addresses of the card that matter: its other instances and its former registration. */
      links: { what: string; number: string; url: string }[]
    }
  | { kind: 'text'; title?: string; text: string; case_number?: string; case_uid?: string; card_url?: string }
  | ({ kind: 'captcha'; notice?: string } & CaptchaForm)
  | { kind: 'server_choice'; notice?: string; servers: { number: number; title: string; url?: string }[] }
  | { kind: Exclude<PageKind, 'list' | 'card' | 'text' | 'captcha' | 'server_choice'>; notice?: string }
)

export type PageReading = { layout: LayoutName | null } & AdapterReading

/** A search on a site. Days are those of entry into the court, inclusive. */
export type SiteSearch = Proceedings & {
  court: Pick<SiteCourt, 'title' | 'vnkod'> & { url: string }
  from: string
  to: string
  /** In the site's format: «20.2», «ст.20.2 ч.5». Absent means every article. */
  article?: string
  case_uid?: string
  case_number?: string
  name?: string
  /** From 1; a court may keep its cases on several servers. */
  server?: number
  page?: number
  captcha?: { code: string; id: string }
}

export type Adapter = {
  /** Hosts with this layout, used when nothing else identifies it. */
  hosts: RegExp
  recognises: (page: OpenedPage) => boolean
  read: (page: OpenedPage, courts: CourtDirectory) => AdapterReading
  /**
   * Addresses to request in order; several when one catalogue does not hold all. Empty when the site does not support
   * the search.
   */
  searchUrls: (search: SiteSearch) => string[]
}
