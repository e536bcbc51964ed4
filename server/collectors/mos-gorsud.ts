import type { Adapter, AdapterReading, CourtDirectory, Note, SiteSearch } from './collector.ts'
import { isMoscowCard, readMoscowCard } from './mos-gorsud-card.ts'
import { caseOfMoscowCard } from './mos-gorsud-case.ts'
import { courtAlias } from './mos-gorsud-catalogues.ts'
import { isMoscowList, readMoscowList } from './mos-gorsud-list.ts'
import type { OpenedPage } from './open-page.ts'
import { siteDay } from './site-dates.ts'
import { answerOf, phpNotices } from './sudrf-answers.ts'

/**
 * The courts of Moscow: one UTF-8 portal for the city court and 35 district courts. Decisions are linked files
 * (decision-file.ts); instances of one case link to each other. Its captcha has no picture and cannot be answered from
 * here.
 */
export const mosGorsud: Adapter = {
  hosts: /(?:^|\.)mos-(?:gor)?sud\.ru$/,
  recognises: ({ $ }) =>
    $(
      'a.header__logo[href*="mos-gorsud.ru"], a.header__logo[href*="mos-sud.ru"], .navigation__court-name, table.search-form__table',
    ).length > 0,
  read,
  searchUrls,
}

function read(page: OpenedPage, courts: CourtDirectory): AdapterReading {
  const notes = phpNotices(page)
  if (isMoscowCard(page)) return withNotes(caseOfMoscowCard(readMoscowCard(page), courts), notes)
  if (isMoscowList(page)) {
    const list = withNotes(readMoscowList(page), notes)
    // Its pager may be in `nav`; what is said beside an empty table is looked for after that.
    withoutComplaintForm(page)
    return list
  }
  const rest = withoutComplaintForm(page)
  // «SmartCaptcha» watches the mouse: there is no picture to answer, so we wait.
  if (rest.$('.smart-captcha, [class*=SmartCaptcha]').length > 0)
    return { kind: 'blocked', notes, notice: 'SmartCaptcha' }
  return answerOf(rest)
}

const withNotes = (reading: AdapterReading, notes: Note[]): AdapterReading => ({
  ...reading,
  notes: [...reading.notes, ...notes],
})

function withoutComplaintForm(page: OpenedPage): OpenedPage {
  page.$('.modal-container, .SmartCaptcha-Overlay, header, nav, footer').remove()
  return page
}

/** The site's names of proceedings, and of the instances that form our second one: review, second review, cassation. */
const processes: Readonly<Record<1 | 2, string>> = { 1: '3', 2: '6' }
const cityCourt = 'mgs'
const instancesOf = ({ type, stage }: SiteSearch, alias: string): string[] => {
  if (stage === 1) return ['1']
  if (alias !== cityCourt) return ['2']
  return type === 1 ? ['2', '3'] : ['2', '3', '4']
}

function searchUrls(search: SiteSearch): string[] {
  const alias = courtAlias(search.court.url)
  if (alias === undefined) return []
  return instancesOf(search, alias).map(instance => {
    const url = new URL('/mgs/search', search.court.url)
    const asked: Readonly<Record<string, string | undefined>> = {
      courtAlias: alias,
      processType: processes[search.type],
      instance,
      caseDateFrom: siteDay(search.from),
      caseDateTo: siteDay(search.to),
      codex: search.article === undefined ? undefined : articleOf(search.article, search.type),
      uid: search.case_uid,
      caseNumber: search.case_number,
      participant: search.name,
      formType: 'fullForm',
      page: search.page === undefined || search.page === 1 ? undefined : String(search.page),
    }
    for (const [name, value] of Object.entries(asked)) if (value !== undefined) url.searchParams.set(name, value)
    return url.href
  })
}

/**
 * «ст.20.2 ч.5» → «Ст. 20.2, Ч.5»; for УК with a space before the part («Ст. 158, Ч. 2»), as in the site's own list.
 */
function articleOf(written: string, type: 1 | 2): string {
  const [, article, part] = /^(?:ст\.?\s*)?([\d.-]+)(?:,?\s*ч\.?\s*([\d.]+))?$/iu.exec(written.trim()) ?? []
  if (article === undefined) return written
  return part === undefined ? `Ст. ${article}` : `Ст. ${article}, Ч.${type === 2 ? ' ' : ''}${part}`
}
