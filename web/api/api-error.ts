import { detailError, fieldErrors } from '#shared/api/lists.ts'

/** A failed call, with a sentence for the user. `status` 0: no connection. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: Readonly<Record<string, readonly string[]>>
  constructor(status: number, message: string, fields: Readonly<Record<string, readonly string[]>> = {}) {
    super(message)
    this.status = status
    this.fields = fields
  }
}

/** Missing or not accessible to this account: indistinguishable on purpose. */
export const isAbsent = (error: unknown): boolean => error instanceof ApiError && error.status === 404

const sentences: Readonly<Record<number, string>> = {
  401: 'Нужно войти.',
  403: 'Для этого не хватает прав.',
  404: 'Здесь ничего нет.',
  429: 'Слишком много запросов. Подождите минуту и повторите.',
}

export const errorOf = (status: number, body: unknown): ApiError => {
  const detail = detailError.safeParse(body)
  if (detail.success) return new ApiError(status, detail.data.detail)
  const fields = fieldErrors.safeParse(body)
  if (fields.success) {
    const first = Object.values(fields.data)[0]?.[0]
    if (first) return new ApiError(status, first, fields.data)
  }
  const fallback = status >= 500 ? 'Сервер не справился. Повторите через минуту.' : 'Запрос не удался.'
  return new ApiError(status, sentences[status] ?? fallback)
}

export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Что-то пошло не так. Обновите страницу и попробуйте еще раз'
