/** An error that the operator can fix. The message is shown verbatim, in whole Russian sentences, without a stack; exit code 1. */
export class Refusal extends Error {
  override name = 'Refusal'
}

export const errorCode = (error: unknown): string | undefined => {
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** A statement cancelled by PostgreSQL, for example by its time limit. */
export const isCancelled = (error: unknown): boolean => errorCode(error) === '57014'

export function fileRefusal(error: unknown, file: string): Refusal | undefined {
  const code = errorCode(error)
  if (code === 'ENOENT') return new Refusal(`Файл не найден: ${file}.`)
  if (code === 'EISDIR') return new Refusal(`Это папка, а не файл: ${file}.`)
  return code === 'EACCES' || code === 'EPERM' ? new Refusal(`Нет права читать файл: ${file}.`) : undefined
}
