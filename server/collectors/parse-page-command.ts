import { readFileSync } from 'node:fs'
import { errorCode, Refusal } from '../db/refusal.ts'
import { type LayoutName, layoutNames, type Page } from './collector.ts'
import { parse } from './parse.ts'

/** `parse-page`: what the adapters read on a saved page of a court's site, as JSON. */
export type ParsePageOptions = { url?: string; layout?: string }

export function parsePageCommand(file: string, options: ParsePageOptions): void {
  process.stdout.write(`${JSON.stringify(parse(pageOf(file, options)), null, 2)}\n`)
}

function pageOf(file: string, { url, layout }: ParsePageOptions): Page {
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Refusal(`«${url}» — не адрес страницы: нужен адрес http или https.`)
  const known = layout === undefined ? undefined : layoutNames.find(name => name === layout)
  if (layout !== undefined && known === undefined)
    throw new Refusal(`Устройство «${layout}» неизвестно. Известны: ${layoutNames.join(', ')}.`)
  return { url: url ?? '', body: bytesOf(file), ...(known === undefined ? {} : { layout: known satisfies LayoutName }) }
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file)
  } catch (error) {
    const why = errorCode(error)
    if (why === undefined) throw error
    throw new Refusal(why === 'ENOENT' ? `Файла «${file}» нет.` : `Не удалось прочитать «${file}» (${why}).`)
  }
}
