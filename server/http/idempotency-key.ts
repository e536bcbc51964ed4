import type { FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { detailError } from '#shared/api/lists.ts'
import { requestError } from './errors.ts'

/** The header `Idempotency-Key`: which requests accept it, its syntax and its documentation. */
declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request or the response is secret: neither is stored, and a repeated request only learns that it is done. */
    secret?: boolean
  }
  interface FastifySchema {
    'x-secret'?: boolean
  }
}

const header = 'idempotency-key'
const methods: readonly string[] = ['POST', 'PATCH', 'DELETE']
export const keptHours = 24

/** Printable ASCII; the quotes of a structured field are not part of it. */
const keyForm = /^[!-~]{1,200}$/
export const askedKey = ({ headers, method }: FastifyRequest): string | undefined => {
  const given = methods.includes(method) ? headers[header] : undefined
  if (given === undefined) return undefined
  const key = String(given).replace(/^"(.*)"$/, '$1')
  if (!keyForm.test(key)) throw requestError('Idempotency-Key: от 1 до 200 печатных знаков ASCII без пробелов.')
  return key
}

/** Adds the header to the documentation of calls that accept it. */
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
