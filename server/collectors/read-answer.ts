import { type DecisionFile, fileFormats, formatOf } from '../files/decision-file.ts'
import { readFileAside } from '../files/read-file-aside.ts'
import { whyUnreadable } from '../files/unreadable-file.ts'
import type { CourtDirectory, PageReading } from './collector.ts'
import type { CourtPage } from './open-page.ts'
import { parse } from './parse.ts'
import { referenceCourts } from './reference-courts.ts'

/**
 * Whatever a court's site has answered, read: a page by its adapter, a file of a decision (Moscow) by its format. Total, as
 * `parse` is; to be waited for, because files are unpacked.
 */
export async function readAnswer(page: CourtPage, courts: CourtDirectory = referenceCourts): Promise<PageReading> {
  if (typeof page.body === 'string' || !isFile(page.body)) return parse(page, courts)
  return readingOf(await readFileAside(page.body), page)
}

/** What is written in the marks of a format is a file, whatever the address and the headers say. */
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
