import type { FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { detailError } from '#shared/api/lists.ts'
import { requestError } from './errors.ts'

/** The header `Idempotency-Key`: which requests may have one, how it is read, and what the documentation says of it. */
declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is sent or answered is a secret: neither is kept, and who asks again is told that it is done. */
    secret?: boolean
  }
  interface FastifySchema {
    'x-secret'?: boolean
  }
}

const header = 'idempotency-key'
const methods: readonly string[] = ['POST', 'PATCH', 'DELETE']
export const keptHours = 24

/** Printable, of any form; the quotes of a structured field are no part of it. */
const keyForm = /^[!-~]{1,200}$/
export const askedKey = ({ headers, method }: FastifyRequest): string | undefined => {
  const given = methods.includes(method) ? headers[header] : undefined
  if (given === undefined) return undefined
  const key = String(given).replace(/^"(.*)"$/, '$1')
  if (!keyForm.test(key)) throw requestError('Idempotency-Key: от 1 до 200 печатных знаков ASCII без пробелов.')
  return key
}

/** Tells of the header in the documentation of the calls that take it. */
export const documentKeys = (route: RouteOptions): void => {
  if (![route.method].flat().some(method => methods.includes(method))) return
  const secret = route.config?.secret === true
  const given = z
    .string()
    .optional()
    .meta({
      description: `Ключ повтора: запрос с тем же ключом в течение ${keptHours} часов не выполняется второй раз${
        secret
          ? '. Ответ с секретом не хранится: повтор скажет 409, что всё уже сделано.'
          : ', а получает первый ответ.'
      }`,
    })
  route.schema = {
    ...route.schema,
    headers: z.looseObject({ 'Idempotency-Key': given }),
    response: {
      ...Object(route.schema?.response),
      409: detailError.meta({ description: 'Изменено кем-то другим, ещё выполняется или уже выполнено' }),
      422: detailError.meta({ description: 'Под этим ключом был другой запрос' }),
    },
    ...(secret && { 'x-secret': true }),
  }
}
