import { createServer, type IncomingMessage } from 'node:http'
import { listenLocally } from './local-port.ts'

/**
 * A server of the Bot API on this machine, with people who write to the bot and receive its messages. As in Telegram,
 * a chat exists once its person has written, a bot that is blocked gets 403, and one that is too fast 429.
 */
type SentMessage = { chatId: number; html: string; buttons: { text: string; url: string }[] }
type SentDocument = { chatId: number; name: string; body: Buffer; caption: string }
type Answer =
  | { ok: true; result: unknown }
  | { ok: false; error_code: number; description: string; parameters?: object }

export const standInToken = '7000000001:stand-in-of-the-bot-api-0001'
const bot = { id: 7_000_000_001, is_bot: true, first_name: 'Судмонитор', username: 'sudmonitor_test_bot' }

export async function telegramStandIn() {
  const messages: SentMessage[] = []
  const documents: SentDocument[] = []
  /** Answers to pressed buttons. */
  const saidOfButtons: string[] = []
  const chats = new Set<number>()
  const blocked = new Set<number>()
  const refusals: { method: string; answer: Answer }[] = []
  const updates: { update_id: number }[] = []
  let lastUpdate = 0
  let wake = Promise.withResolvers<void>()
  let isDown = false
  let polls = 0
  let breakers: (() => void)[] = []

  const push = (update: object): void => {
    lastUpdate += 1
    updates.push({ update_id: lastUpdate, ...update })
    wake.resolve()
    wake = Promise.withResolvers()
  }
  const chat = (id: number) => ({ id, type: id < 0 ? 'group' : 'private' })
  const from = (id: number) => ({ id: Math.abs(id), is_bot: false, first_name: 'Анна' })

  const news = async ({ offset = 0, timeout = 0 }: { offset?: number; timeout?: number }): Promise<Answer> => {
    while (updates[0] !== undefined && updates[0].update_id < offset) updates.shift()
    if (updates.length === 0) await Promise.race([wake.promise, quiet(timeout)])
    return { ok: true, result: [...updates] }
  }
  const methods: Record<string, (given: Given) => Answer | Promise<Answer>> = {
    getMe: () => ({ ok: true, result: bot }),
    deleteWebhook: () => ({ ok: true, result: true }),
    setMyCommands: () => ({ ok: true, result: true }),
    getUpdates: given => {
      polls += 1
      return news({ offset: Number(given.offset ?? 0), timeout: Number(given.timeout ?? 0) })
    },
    sendMessage: given => {
      const chatId = Number(given.chat_id)
      messages.push({ chatId, html: String(given.text), buttons: buttonsOf(given.reply_markup) })
      return done(chatId)
    },
    answerCallbackQuery: given => {
      saidOfButtons.push(String(given.text ?? ''))
      return { ok: true, result: true }
    },
    sendChatAction: () => ({ ok: true, result: true }),
    sendDocument: given => {
      const chatId = Number(given.chat_id)
      const file = given.document
      if (!(file instanceof File)) return refusal(400, 'Bad Request: there is no document in the request')
      documents.push({ chatId, name: file.name, body: given.body, caption: String(given.caption ?? '') })
      return done(chatId)
    },
  }
  const done = (chatId: number): Answer => ({ ok: true, result: { message_id: 1, date: 0, chat: chat(chatId) } })
  const refusalFor = (given: Given): Answer | undefined => {
    if (given.chat_id === undefined) return undefined
    const id = Number(given.chat_id)
    if (!chats.has(id)) return refusal(400, 'Bad Request: chat not found')
    return blocked.has(id) ? refusal(403, 'Forbidden: bot was blocked by the user') : undefined
  }

  const server = createServer(async (request, response) => {
    if (isDown) return void request.socket.destroy()
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)/.exec(request.url ?? '') ?? []
    // A client that breaks off its request waits for no answer.
    const given = await read(request).catch(() => undefined)
    if (given === undefined) return
    const waiting = refusals.findIndex(known => known.method === method)
    const answer: Answer =
      token !== standInToken
        ? refusal(401, 'Unauthorized')
        : waiting >= 0
          ? (refusals.splice(waiting, 1)[0]?.answer ?? refusal(500, 'Internal Server Error'))
          : (refusalFor(given) ?? (await methods[method]?.(given)) ?? refusal(404, 'Not Found'))
    if (isDown) return void request.socket.destroy()
    response.writeHead(answer.ok ? 200 : answer.error_code, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  })
  const quiet = (seconds: number): Promise<void> =>
    new Promise(resolve => {
      const timer = setTimeout(resolve, seconds * 1000)
      breakers.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  const port = await listenLocally(server)

  return {
    settings: { token: standInToken, apiRoot: `http://127.0.0.1:${port}` },
    botName: bot.username,
    messages,
    documents,
    /** The number of updates that the bot has not confirmed. */
    unread: () => updates.length,
    /** A person (or a group, with a negative id) writes to the bot. */
    saidOfButtons,
    press: (chatId: number, data: string): void =>
      push({
        callback_query: {
          id: '1',
          from: from(chatId),
          chat_instance: '1',
          data,
          message: { message_id: 1, date: 1, chat: chat(chatId) },
        },
      }),
    say: (chatId: number, text: string): void => {
      chats.add(chatId)
      const command = /^\/\w+(@\w+)?/.exec(text)?.[0]
      push({
        message: {
          message_id: lastUpdate,
          date: 0,
          chat: chat(chatId),
          from: from(chatId),
          text,
          ...(command !== undefined && { entities: [{ type: 'bot_command', offset: 0, length: command.length }] }),
        },
      })
    },
    /** The person blocks the bot, or unblocks it; `tells`: whether Telegram sends an update about it. */
    block: (chatId: number, { isBlocked = true, tells = true } = {}): void => {
      if (isBlocked) blocked.add(chatId)
      else blocked.delete(chatId)
      const member = (status: string) => ({ user: bot, status })
      if (tells)
        push({
          my_chat_member: {
            chat: chat(chatId),
            from: from(chatId),
            date: 0,
            old_chat_member: member(isBlocked ? 'member' : 'kicked'),
            new_chat_member: member(isBlocked ? 'kicked' : 'member'),
          },
        })
    },
    refuseNext: (method: string, code: number, description: string, parameters?: object): void =>
      void refusals.push({
        method,
        answer: { ok: false, error_code: code, description, ...(parameters && { parameters }) },
      }),
    /** Connections break instead of being answered. */
    setDown: (down: boolean): void => {
      isDown = down
      for (const stop of breakers) stop()
      breakers = []
    },
    /** How often the bot asked for updates. */
    polls: () => polls,
    close: (): void => {
      for (const stop of breakers) stop()
      server.closeAllConnections()
      server.close()
    },
  }
}

const refusal = (error_code: number, description: string): Answer => ({ ok: false, error_code, description })

type Given = Record<string, unknown> & { body: Buffer }

async function read(request: IncomingMessage): Promise<Given> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts)
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return { ...(body.length > 0 ? JSON.parse(body.toString()) : {}), body }
  const given: Record<string, unknown> = Object.fromEntries(partsOf(body, type))
  // grammY refers to the file as `attach://name`.
  const attached = /^attach:\/\/(.+)$/.exec(String(given.document))?.[1]
  const file = attached === undefined ? given.document : given[attached]
  return { ...given, document: file, body: file instanceof File ? Buffer.from(await file.arrayBuffer()) : body }
}

/** The parts of a form as grammY writes it. */
function partsOf(body: Buffer, type: string): [string, string | File][] {
  const mark = Buffer.from(`--${/boundary="?([^";]+)/.exec(type)?.[1]}`)
  const found: [string, string | File][] = []
  for (let at = body.indexOf(mark); at >= 0; ) {
    const next = body.indexOf(mark, at + mark.length)
    if (next < 0) break
    const part = body.subarray(at + mark.length + 2, next - 2)
    const end = part.indexOf('\r\n\r\n')
    const head = part.subarray(0, end).toString()
    const [, name = ''] = /name="([^"]*)"/.exec(head) ?? []
    const fileName = /filename="([^"]*)"/.exec(head)?.[1]
    const content = part.subarray(end + 4)
    found.push([name, fileName === undefined ? content.toString() : new File([Buffer.from(content)], fileName)])
    at = next
  }
  return found
}

const buttonsOf = (markup: unknown): { text: string; url: string }[] =>
  typeof markup === 'object' && markup !== null && 'inline_keyboard' in markup && Array.isArray(markup.inline_keyboard)
    ? markup.inline_keyboard.flat()
    : []
