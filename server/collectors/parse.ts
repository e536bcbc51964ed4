import { type LayoutName, layoutNames } from '#shared/domain/court-layouts.ts'
import { type DecisionFile, fileFormats, formatOf } from '../files/decision-file.ts'
import { readFileInThread } from '../files/read-file-in-thread.ts'
import { whyUnreadable } from '../files/unreadable-file.ts'
import type { Adapter, AdapterReading, CourtDirectory, PageKind, PageReading } from './collector.ts'
import { mirsudSpb } from './mirsud-spb.ts'
import { mosGorsud } from './mos-gorsud.ts'
import { msudrf } from './msudrf.ts'
import {
  type CourtPage,
  contentOf,
  decodedHtml,
  deepestNesting,
  isCutOff,
  nestingOf,
  type OpenedPage,
  openPage,
  takeOutStruck,
  withoutScripts,
} from './open-page.ts'
import { referenceCourts } from './reference-courts.ts'
import { answerOf } from './sudrf-answers.ts'
import { sudrfLawcase } from './sudrf-lawcase.ts'
import { sudrfTabs } from './sudrf-tabs.ts'

/** Pure and total. The layout is the one named, else the one whose marks the page has, else that of the host. */
export const adapters: Readonly<Record<LayoutName, Adapter>> = {
  sudrf_tabs: sudrfTabs,
  sudrf_lawcase: sudrfLawcase,
  mos_gorsud: mosGorsud,
  msudrf,
  mirsud_spb: mirsudSpb,
}

export function parse(page: CourtPage, courts: CourtDirectory = referenceCourts): PageReading {
  try {
    return readPage(page, courts)
  } catch (error) {
    // An internal error on an unforeseen page is reported and does not stop the reading of others.
    return unreadable(page, error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  }
}
const unreadable = (
  { layout = null, url }: { layout?: LayoutName | null; url: string },
  value: string,
): PageReading => ({ kind: 'unknown', layout, notes: [{ code: 'parser_failed', where: url, value }] })

/** Throws internal errors instead of reporting them. */
export function readPage(page: CourtPage, courts: CourtDirectory = referenceCourts): PageReading {
  const html = decodedHtml(page)
  const shown = withoutScripts(html)
  const content = contentOf(shown)
  // Marks of other kinds of pages may be outside the content box.
  const told = content === undefined ? undefined : readPart(page, html, content, courts)
  const reading = told !== undefined && isContent.has(told.kind) ? told : readPart(page, html, shown, courts)
  // Rows that a list has not got are noticed by its total, if it tells one.
  const isUncounted = reading.kind === 'list' && reading.total === null
  return (reading.kind === 'card' || reading.kind === 'text' || isUncounted) && isCutOff(shown)
    ? { kind: 'unavailable', layout: reading.layout, notes: reading.notes, notice: 'Страница пришла не целиком.' }
    : reading
}
const isContent: ReadonlySet<PageKind> = new Set(['list', 'card', 'text'])

function readPart(page: CourtPage, html: string, shown: string, courts: CourtDirectory): PageReading {
  const depth = nestingOf(shown)
  if (depth > deepestNesting) return unreadable(page, `Nested ${depth} deep`)
  const opened = openPage(page, html, shown)
  const layout = page.layout ?? layoutOf(opened)
  if (layout === undefined) return { layout: null, ...answerOf(opened) }
  const first = adapters[layout].read(opened, courts)
  const struck = first.kind === 'card' ? takeOutStruck(opened) : []
  const notes = struck.map(value => ({ code: 'struck_out' as const, where: 'table', value: value.slice(0, 500) }))
  const again = notes.length === 0 ? first : adapters[layout].read(opened, courts)
  const reading = { ...again, notes: [...again.notes, ...notes] }
  return { layout, ...(isEmptyList(reading) ? saidInstead(opened, reading) : reading) }
}

const isEmptyList = (reading: AdapterReading): boolean =>
  reading.kind === 'nothing_found' || (reading.kind === 'list' && reading.rows.length === 0 && !reading.total)
/**
 * An empty table proves nothing: the words in it or beside it tell whether there are no cases, or the site failed. A row
 * that says neither («Загрузка…») is not understood.
 */
function saidInstead(opened: OpenedPage, reading: AdapterReading): AdapterReading {
  const said = answerOf(opened)
  const isSaid = !aboutNoList.has(said.kind) && !(said.kind === 'captcha' && reading.kind === 'nothing_found')
  if (isSaid) return { ...said, notes: reading.notes.filter(({ code }) => code !== 'missing') }
  const unread = reading.notes.filter(({ code }) => code === 'missing').map(({ value }) => value)
  if (unread.some(words => saysNone.test(words)))
    return { ...reading, notes: reading.notes.filter(({ code }) => code !== 'missing') }
  return unread[0] === undefined ? reading : { kind: 'unknown', notes: reading.notes, notice: unread[0] }
}
/** «Нажмите на номер дела» is a hint where there is a table. */
const aboutNoList: ReadonlySet<PageKind> = new Set(['unknown', 'search_form', 'server_choice', 'wrong_parameter'])
const saysNone =
  /^(?!.{0,200}(?:соедин|подключ|серв|доступ|база|страниц|ошиб|сбо))(?:.{0,200}(?:не (?:найден|обнаружен)|отсутству[ею]т|не дал[аи]? результат)|(?:список )?пуст|нет (?:данных|дел|запис|сведен|результат|информац)|(?:данных|дел|записей|сведений|результатов) нет|(?:найдено|результатов)[^\d]{0,20}0$)/iu

function layoutOf(page: OpenedPage): LayoutName | undefined {
  const bearsMarks = (name: LayoutName): boolean => adapters[name].recognises(page)
  const ofHost = layoutNames.filter(name => adapters[name].hosts.test(page.url?.hostname ?? ''))
  return ofHost.find(bearsMarks) ?? layoutNames.find(bearsMarks) ?? ofHost[0]
}

/** Reads a page by its adapter, or a decision file (Moscow) by its format. Total as well. */
export async function readAnswer(page: CourtPage, courts: CourtDirectory = referenceCourts): Promise<PageReading> {
  if (typeof page.body === 'string' || !isFile(page.body)) return parse(page, courts)
  return readingOf(await readFileInThread(page.body), page)
}

/** A body with the magic bytes of a file format is a file, whatever the address and the headers say. */
const files: ReadonlySet<string> = new Set(fileFormats.filter(format => !['html', 'plain', 'unknown'].includes(format)))
const isFile = (body: Uint8Array): boolean =>
  files.has(formatOf(Buffer.from(body.buffer, body.byteOffset, body.byteLength)))

function readingOf(file: DecisionFile, { layout }: CourtPage): PageReading {
  if ('text' in file) return { kind: 'text', layout: layout ?? null, notes: [], text: file.text }
  const { format, error, detail } = file
  return {
    kind: 'unknown',
    layout: layout ?? null,
    notice: whyUnreadable(file),
    notes: [{ code: 'unreadable_file', where: format, value: `${error}: ${detail}`.slice(0, 500) }],
  }
}
