/**
 * Something the operator can put right: a closed folder, a wrong address, a port in use. The message is whole Russian
 * sentences, shown as they are, without a stack; the process ends with exit code 1.
 */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** The code of a system or PostgreSQL error (`ECONNREFUSED`, `28P01`), or of the first of several. */
export const errorCode = (error: unknown): string | undefined => {
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
