import { type Read, readOwnRecord } from './own-ndjson.ts'
import { isRegistryRow, readRegistryRow } from './registry.ts'

/** Where a case came from, as `case_source.origin` keeps it. */
const fileOrigin = 'file'
const registryOrigin = 'registry'

/** The format is told by the keys of each line. */
export function readLine(text: string): Read & { origin: string } {
  const value = parseJson(text)
  if (value instanceof NotJson) return { reason: value.message, origin: fileOrigin }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { reason: 'в строке должен быть объект JSON', origin: fileOrigin }
  return isRegistryRow(value)
    ? { ...readRegistryRow(value), origin: registryOrigin }
    : { ...readOwnRecord(value), origin: fileOrigin }
}

class NotJson extends Error {}
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    return new NotJson(at === undefined ? 'не JSON: строка обрывается' : `не JSON: ошибка у знака ${Number(at) + 1}`)
  }
}
