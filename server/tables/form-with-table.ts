import type { FastifyRequest } from 'fastify'
import { maxTagFile } from '#shared/domain/limits.ts'
import { errorCode } from '../db/refusal.ts'
import { fieldError, HttpError, requestError, tooLarge } from '../http/errors.ts'
import { readTable, type UploadedTable } from './read-table.ts'
import { UnreadableTable } from './table-limits.ts'

/** A form with a table among its fields becomes the body of the call, which its schema then checks. JSON stays as it is. */
export const formWithTable =
  (bodyOf: (table: UploadedTable) => Readonly<Record<string, unknown>>) =>
  async (request: FastifyRequest): Promise<void> => {
    if (!request.isMultipart()) return
    const body: Record<string, unknown> = {}
    let file: Buffer | undefined
    try {
      for await (const part of request.parts()) {
        if (part.type === 'field') body[part.fieldname] = part.value
        else if (part.fieldname !== 'file') throw fieldError(part.fieldname, 'Неизвестное поле.')
        else {
          file = await part.toBuffer()
          body.file_name = (part.filename ?? '').slice(0, 200)
        }
      }
    } catch (error) {
      const code = errorCode(error)
      if (code === 'FST_REQ_FILE_TOO_LARGE')
        throw tooLarge(`Файл больше ${maxTagFile / 1_000_000} МБ. Разделите таблицу на несколько.`)
      if (error instanceof HttpError || code?.startsWith('FST_')) throw error
      // The parser of forms tells what is wrong with them by plain errors.
      throw requestError('Форма с файлом пришла не целиком или испорчена. Отправьте файл ещё раз.')
    }
    if (file === undefined) throw fieldError('file', 'Приложите файл XLSX, ODS или CSV.')
    try {
      request.body = { ...body, ...bodyOf(await readTable(file)) }
    } catch (error) {
      if (error instanceof UnreadableTable) throw fieldError('file', error.message)
      throw error
    }
  }
