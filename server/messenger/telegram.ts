import type { Api } from 'grammy'

/** Messages and files through the Bot API. A refusal is a value, not an error. */
export type Sent =
  | { ok: true }
  | { ok: false; why: 'blocked' | 'chat_not_found' | 'failed'; said: string }
  | { ok: false; why: 'too_many_requests'; said: string; retryAfter: number }
/** Opens a URL, or sends up to 64 bytes back when pressed. */
export type MessageButton = { text: string } & ({ url: string } | { says: string })
export type Telegram = {
  /** `html`: b, i, a, code; everything else escaped by `escapeHtml`. */
  sendMessage: (chatId: number, html: string, buttons?: readonly MessageButton[]) => Promise<Sent>
  /** Whether the chat accepts messages; it shows that a file is being sent. */
  reach: (chatId: number) => Promise<Sent>
  /** At most 50 MB. */
  sendDocument: (chatId: number, file: AsyncIterable<Uint8Array>, name: string, caption?: string) => Promise<Sent>
}

/** `apiRoot`: another Bot API server. */
export type BotSettings = { token: string; apiRoot?: string | undefined }

const messageTimeoutSeconds = 30
const fileTimeoutSeconds = 600
/** Somebody waits for the answer on a page. */
const reachTimeout = 5

export const telegramOf = (settings: BotSettings | undefined): Telegram | undefined =>
  settings &&
  makeTelegram({
    api: apiOf(settings, messageTimeoutSeconds),
    files: apiOf(settings, fileTimeoutSeconds),
    quick: apiOf(settings, reachTimeout),
  })

/** Loaded with the first message: pages do not need it. */
const library = () => import('grammy')
type Connected = () => Promise<Api>
const apiOf = (settings: BotSettings, seconds: number): Connected => {
  const connect = async (): Promise<Api> => new (await library()).Api(settings.token, clientOptions(settings, seconds))
  let api: Promise<Api> | undefined
  return () => (api ??= connect())
}
export const clientOptions = ({ apiRoot }: BotSettings, timeoutSeconds: number) => ({
  ...(apiRoot !== undefined && { apiRoot }),
  timeoutSeconds,
})

const makeTelegram = ({ api, files, quick }: Record<'api' | 'files' | 'quick', Connected>): Telegram => ({
  sendMessage: (chatId, html, buttons = []) =>
    sending(async () =>
      (await api()).sendMessage(chatId, html, {
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
        ...(buttons.length > 0 && { reply_markup: { inline_keyboard: buttons.map(button => [keyOf(button)]) } }),
      }),
    ),
  reach: chatId => sending(async () => (await quick()).sendChatAction(chatId, 'upload_document')),
  sendDocument: (chatId, file, name, caption) =>
    sending(async () => {
      const { InputFile } = await library()
      return (await files()).sendDocument(chatId, new InputFile(file, quotedName(name)), {
        ...(caption !== undefined && { caption, parse_mode: 'HTML' as const }),
      })
    }),
})

const keyOf = (button: MessageButton) =>
  'url' in button ? { text: button.text, url: button.url } : { text: button.text, callback_data: button.says }

/** grammY does not quote the file name in the form header. */
const quotedName = (name: string): string => `"${name.replaceAll(/["\r\n]/g, '')}"`

async function sending(send: () => Promise<unknown>): Promise<Sent> {
  try {
    await send()
    return { ok: true }
  } catch (error) {
    return refused(error)
  }
}

/** @throws what is neither a refusal nor a network failure */
async function refused(error: unknown): Promise<Sent> {
  const { GrammyError, HttpError } = await library()
  // The error message may contain the URL with the token.
  if (error instanceof HttpError) return { ok: false, why: 'failed', said: 'Telegram не отвечает.' }
  if (!(error instanceof GrammyError)) throw error
  const said = error.description
  if (error.error_code === 429)
    return { ok: false, why: 'too_many_requests', said, retryAfter: error.parameters.retry_after ?? 1 }
  // «bot was blocked by the user», «user is deactivated», «bot was kicked from the group chat»
  if (error.error_code === 403) return { ok: false, why: 'blocked', said }
  if (error.error_code === 400 && /chat not found|PEER_ID_INVALID/i.test(said))
    return { ok: false, why: 'chat_not_found', said }
  return { ok: false, why: 'failed', said }
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
