import { z } from 'zod'
import { detailError, fieldErrors } from '#shared/api/lists.ts'

/** Responses of a route, for its types and its documentation: the good one and each way it can fail. */
const fail = (description: string) => detailError.meta({ description })
const failures = {
  400: fieldErrors.meta({ description: 'Неверный параметр: он и что с ним не так' }),
  401: fail('Нужно войти'),
  403: fail('Не хватает прав'),
  404: fail('Нет такого'),
  413: fail('Тело запроса больше 1 МБ'),
  415: fail('Тело запроса не application/json'),
  429: fail('Слишком часто; заголовок Retry-After говорит, когда повторить'),
  500: fail('Сервер не справился'),
} as const
type Failure = keyof typeof failures

/** Every route can fail with 500; the rest is said by the route. */
export const answers = <T extends z.ZodType, F extends Failure>(good: T, ...codes: readonly F[]) => {
  const picked = Object.fromEntries([...codes, 500 as const].map(code => [code, failures[code]]))
  // The keys of `picked` are exactly the codes asked for.
  return { 200: good, ...picked } as { 200: T } & Pick<typeof failures, F | 500>
}
export const done = z.object({ detail: z.string() })
