import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { layoutNames } from '#shared/domain/court-layouts.ts'
import { errorCode, Refusal } from '../db/refusal.ts'
import type { CourtPage } from './open-page.ts'
import { readAnswer } from './parse.ts'
import { siteNotice } from './site-answer.ts'

/**
 * `parse-page`: prints what is read from a saved page of a court's site, or from a decision file, as JSON. A file
 * without text is reported with exit code 1.
 */
type ParsePageOptions = { url?: string; layout?: string }

export async function parsePageCommand(file: string, options: ParsePageOptions): Promise<void> {
  const reading = await readAnswer(await pageOf(file, options))
  console.log(JSON.stringify(reading, null, 2))
  if (!reading.notes.some(({ code }) => code === 'unreadable_file')) return
  console.error(`Не удалось прочитать «${file}». ${siteNotice(reading) ?? ''}`.trim())
  process.exitCode = 1
}

async function pageOf(file: string, { url, layout }: ParsePageOptions): Promise<CourtPage> {
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Refusal(`«${url}» — не адрес страницы: нужен адрес http или https.`)
  const known = layout === undefined ? undefined : layoutNames.find(name => name === layout)
  if (layout !== undefined && known === undefined)
    throw new Refusal(`Устройство «${layout}» неизвестно. Известны: ${layoutNames.join(', ')}.`)
  return { url: url ?? '', body: await bytesOf(file), ...(known === undefined ? {} : { layout: known }) }
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    return file === '-' ? await buffer(process.stdin) : await readFile(file)
  } catch (error) {
    const why = errorCode(error)
    if (why === undefined) throw error
    throw new Refusal(why === 'ENOENT' ? `Файла «${file}» нет.` : `Не удалось прочитать «${file}» (${why}).`)
  }
}
