import { HttpError } from './errors.ts'

/** Part of a file that is asked for (RFC 9110, §14), from `start` to before `end`; several parts at once are answered with the whole file. */
type Range = { start: number; end: number }

/** Undefined: the whole file. @throws HttpError 416 for a part that the file does not have */
export function rangeAsked(
  headers: { range?: string | undefined; 'if-range'?: string | undefined },
  { size, tag }: { size: number; tag: string },
): Range | undefined {
  const found = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/.exec(headers.range?.trim() ?? '')
  // A file that was written anew since is read from its beginning.
  if (found === null || (headers['if-range'] ?? tag) !== tag) return undefined
  const [, first, last = '', ending] = found
  const start = first === undefined ? Math.max(0, size - Number(ending)) : Number(first)
  const end = first === undefined || last === '' ? size : Math.min(size, Number(last) + 1)
  if (start < end) return { start, end }
  throw new HttpError(416, { detail: 'В файле нет такой части.' }, { 'content-range': `bytes */${size}` })
}
