import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { detailError, fieldErrors } from '#shared/api/lists.ts'

const fail = (description: string) => detailError.meta({ description })
const failures = {
  400: fieldErrors.meta({ description: 'Неверный параметр: он и что с ним не так' }),
  401: fail('Нужно войти'),
  403: fail('Не хватает прав'),
  404: fail('Нет такого'),
  409: fail('Уже изменено кем-то другим'),
  413: fail('Тело запроса больше 1 МБ'),
  415: fail('Тело запроса не application/json'),
  416: fail('В файле нет такой части'),
  429: fail('Слишком часто; заголовок Retry-After говорит, когда повторить'),
  500: fail('Сервер не справился'),
  503: fail('Сервер занят; заголовок Retry-After говорит, когда повторить'),
} as const
type Failure = keyof typeof failures

const failing = <F extends Failure>(codes: readonly F[]) =>
  // The keys are exactly the requested codes.
  Object.fromEntries([...codes, 500 as const].map(code => [code, failures[code]])) as Pick<typeof failures, F | 500>
export const answers = <T extends z.ZodType, F extends Failure>(good: T, ...codes: readonly F[]) => ({
  200: good,
  ...failing(codes),
})
export const created = <T extends z.ZodType, F extends Failure>(good: T, ...codes: readonly F[]) => ({
  201: good,
  ...failing(codes),
})
export const accepted = <T extends z.ZodType, F extends Failure>(good: T, ...codes: readonly F[]) => ({
  202: good,
  ...failing(codes),
})
/** Runs before the handler: the default status is the first success status of the response schema. */
export const answerAsDeclared = async ({ routeOptions }: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const [status] = Object.keys(routeOptions.schema?.response ?? {})
  if (status !== undefined) reply.code(Number(status))
}
/** Headers of a download. `latin`: a file name for programs without RFC 5987. */
export const attachment = (name: string, latin: string) => ({
  'content-disposition': `attachment; filename="${latin}"; filename*=UTF-8''${encodeURIComponent(name)}`,
})
export const done = z.object({ detail: z.string() })

type Told<Value> = Value extends Date ? string : Value
/** A row with its dates as ISO 8601 strings. */
export const withIsoDates = <Row extends object>(row: Row): { [Name in keyof Row]: Told<Row[Name]> } =>
  // Only dates have changed their type.
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as { [Name in keyof Row]: Told<Row[Name]> }
