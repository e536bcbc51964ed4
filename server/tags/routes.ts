import multipart from '@fastify/multipart'
import { listFile, listFileRead } from '#shared/api/list-file.ts'
import { idParams, pagedQuery } from '#shared/api/lists.ts'
import {
  directoryTagList,
  directoryTagsQuery,
  tagMerge,
  tagRename,
  tagUploadAnswer,
  tagUploadList,
  tagUploadRequest,
} from '#shared/api/tags.ts'
import { maxListRows } from '#shared/api/today.ts'
import { maxTagFile, maxTagRows } from '#shared/domain/limits.ts'
import { counted } from '#shared/domain/wording.ts'
import type { CellTable } from '#shared/tables/columns.ts'
import { answers, done } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOf } from '../http/pages.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { formWithTable } from '../tables/form-with-table.ts'
import { deleteTag, listTags, mergeTags, renameTag } from './directory.ts'
import { listRowsOf, tagRowsOf } from './table-rows.ts'
import { uploadTags } from './upload.ts'
import { listUploads, undoUpload } from './uploads.ts'

const route = routeOptions('Метки', { access: 'tag_editor' })
const writing = { rateLimit: perMinute('tags', 60, 'Слишком много изменений.') }

export const tagRoutes: FeatureRoutes = async (app, { db, copy }) => {
  await app.register(multipart, { limits: { files: 1, fileSize: maxTagFile, fields: 10, fieldSize: 1_000, parts: 11 } })

  app.post(
    '/upload-case-tags/',
    {
      // JSON is longer than a file.
      bodyLimit: maxTagFile,
      preValidation: fileAsRows(tagRowsOf),
      ...route({
        ...writing,
        lane: 'unlimited',
        summary: 'Поставить метки на дела или снять их по таблице',
        description: `Строки JSON, или файл CSV, XLSX либо ODS: multipart/form-data с полями \`file\`, \`action\`, \`dry_run\`. До ${maxTagRows} строк. Дело — номер в Судмониторе, ссылка на него здесь или на сайте суда, УИД, либо номер дела вместе с судом. В одной ячейке бывает несколько меток через точку с запятой. Ответ — по каждой строке, что изменится или почему нет; повторная загрузка ничего не меняет.`,
        consumes: ['application/json', 'multipart/form-data'],
        body: tagUploadRequest,
        response: answers(tagUploadAnswer, 400, 401, 403, 413, 415, 429),
      }),
    },
    ({ account, body }) => uploadTags(db, scopeOf(account), body),
  )

  app.post(
    '/today/list/file/',
    {
      preValidation: fileAsRows(listRowsOf),
      ...route({
        access: 'member',
        rateLimit: perMinute('list file', 30, 'Слишком много файлов.'),
        lane: 'unlimited',
        summary: 'Прочитать список дел из файла XLSX, ODS или CSV',
        description: `multipart/form-data с полем \`file\`. Ничего не ищется и не сохраняется. До ${maxListRows} строк.`,
        consumes: ['multipart/form-data'],
        body: listFile,
        response: answers(listFileRead, 400, 401, 403, 413, 415, 429),
      }),
    },
    async ({ body: { rows } }) => ({ rows }),
  )

  app.get(
    '/tag-uploads/',
    route({
      summary: 'Загрузки меток, новые сначала: свои, администратору — все',
      querystring: pagedQuery,
      response: answers(tagUploadList, 400, 401, 403),
    }),
    async request => pageOf(request, await listUploads(db, request.account, request.query), request.query),
  )
  app.post(
    '/tag-uploads/:id/undo/',
    route({
      ...writing,
      summary: 'Отменить загрузку меток',
      description: 'Снимает поставленное ею и возвращает снятое; что с тех пор изменили иначе, остаётся.',
      params: idParams,
      response: answers(done, 401, 403, 404, 409, 429),
    }),
    async ({ account, params }) => {
      const { cases } = await undoUpload(db, account, params.id)
      return { detail: `Загрузка отменена: изменено ${counted(cases, ['дело', 'дела', 'дел'])}.` }
    },
  )

  app.get(
    '/tags/',
    route({
      summary: 'Справочник меток',
      description: 'Дела считаются те, что видны спрашивающему.',
      querystring: directoryTagsQuery,
      response: answers(directoryTagList, 400, 401, 403),
    }),
    async request => pageOf(request, await listTags({ db, copy }, request.account, request.query), request.query),
  )
  app.patch(
    '/tags/:id/',
    route({
      ...writing,
      summary: 'Переименовать метку',
      params: idParams,
      body: tagRename,
      response: answers(done, 400, 401, 403, 404, 413, 415, 429),
    }),
    async ({ account, params, body }) => {
      await renameTag(db, account, params.id, body.value)
      return { detail: 'Метка переименована.' }
    },
  )
  app.post(
    '/tags/:id/merge/',
    route({
      ...writing,
      summary: 'Объединить метку с другой',
      description: 'Дела, загрузки и сохранённые фильтры переходят к другой метке, эта исчезает.',
      params: idParams,
      body: tagMerge,
      response: answers(done, 400, 401, 403, 404, 413, 415, 429),
    }),
    async ({ account, params, body }) => {
      await mergeTags(db, account, params.id, body.into)
      return { detail: 'Метки объединены.' }
    },
  )
  app.delete(
    '/tags/:id/',
    route({
      ...writing,
      summary: 'Удалить метку, которая ни на чём не стоит',
      params: idParams,
      response: answers(done, 401, 403, 404, 409, 429),
    }),
    async ({ account, params }) => {
      await deleteTag(db, account, params.id)
      return { detail: 'Метка удалена.' }
    },
  )
}

/** Converts a file to the rows of the JSON form, so that both are validated in one way. */
const fileAsRows = (rowsOf: (table: CellTable) => unknown[]) => formWithTable(({ cells }) => ({ rows: rowsOf(cells) }))
