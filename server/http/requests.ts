import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestError } from './errors.ts'

export const refuseBrokenQuery = async ({ originalUrl }: FastifyRequest): Promise<void> => {
  const at = originalUrl.indexOf('?')
  if (at < 0) return
  try {
    decodeURIComponent(originalUrl.slice(at + 1))
  } catch {
    throw requestError('Адрес закодирован неверно.')
  }
}

export const keepPrivate = async (_: FastifyRequest, reply: FastifyReply): Promise<void> => {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
}

const broken: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'Адрес или заголовки слишком длинные.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'Запрос не пришёл целиком.'],
}
/** Bytes that are not HTTP never reach Fastify. */
export const answerBroken = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, sentence] = broken[error.code ?? ''] ?? ['400 Bad Request', 'Это не запрос HTTP.']
  const body = JSON.stringify({ detail: sentence })
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
