import { Api, GrammyError, HttpError, InputFile } from 'grammy'

/**
 * The bot's voice: messages and files to a chat by the Bot API. What the other side refuses is an answer, not an error:
 * whoever sends decides what follows.
 */
export type Sent =
  | { ok: true }
  | { ok: false; why: 'blocked' | 'chat_not_found' | 'failed'; said: string }
  | { ok: false; why: 'too_many_requests'; said: string; retryAfter: number }
/** Opens an address, or says something to the bot: at most 64 bytes, which come back when it is pressed. */
export type MessageButton = { text: string } & ({ url: string } | { says: string })
export type Telegram = {
  /** `html`: the tags Telegram knows (b, i, a, code); everything else must be escaped by `escapeHtml`. */
  sendMessage: (chatId: number, html: string, buttons?: readonly MessageButton[]) => Promise<Sent>
  /** `file`: a path. At most 50 MB, as the Bot API takes. */
  sendDocument: (chatId: number, file: string, name: string, caption?: string) => Promise<Sent>
}

/** `apiRoot`: another server of the Bot API; absent: Telegram's own. */
export type BotSettings = { token: string; apiRoot?: string | undefined }

/** Seconds: a message; a file of 50 MB over a slow line. */
const patience = 30
const patienceForFiles = 600

/** Undefined where no bot is set up. */
export const telegramOf = (settings: BotSettings | undefined): Telegram | undefined =>
  settings && makeTelegram(apiOf(settings, patience), apiOf(settings, patienceForFiles))

const apiOf = (settings: BotSettings, seconds: number): Api => new Api(settings.token, clientOptions(settings, seconds))
export const clientOptions = ({ apiRoot }: BotSettings, timeoutSeconds: number) => ({
  ...(apiRoot !== undefined && { apiRoot }),
  timeoutSeconds,
})

const makeTelegram = (api: Api, files: Api): Telegram => ({
  sendMessage: (chatId, html, buttons = []) =>
    sending(() =>
      api.sendMessage(chatId, html, {
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
        ...(buttons.length > 0 && { reply_markup: { inline_keyboard: buttons.map(button => [keyOf(button)]) } }),
      }),
    ),
  sendDocument: (chatId, file, name, caption) =>
    sending(() =>
      files.sendDocument(chatId, new InputFile(file, quotedName(name)), {
        ...(caption !== undefined && { caption, parse_mode: 'HTML' as const }),
      }),
    ),
})

const keyOf = (button: MessageButton) =>
  'url' in button ? { text: button.text, url: button.url } : { text: button.text, callback_data: button.says }

/** grammY puts the name into the head of the form as it is; with blanks in it, it must be quoted. */
const quotedName = (name: string): string => `"${name.replaceAll(/["\r\n]/g, '')}"`

async function sending(send: () => Promise<unknown>): Promise<Sent> {
  try {
    await send()
    return { ok: true }
  } catch (error) {
    return refused(error)
  }
}

/** @throws what is no answer of the other side and no failure of the line */
function refused(error: unknown): Sent {
  // The network's error may repeat the address, and the address holds the token.
  if (error instanceof HttpError) return { ok: false, why: 'failed', said: 'Telegram не отвечает.' }
  if (!(error instanceof GrammyError)) throw error
  const said = error.description
  if (error.error_code === 429)
    return { ok: false, why: 'too_many_requests', said, retryAfter: error.parameters.retry_after ?? 1 }
  // «Forbidden: bot was blocked by the user», «user is deactivated», «bot was kicked from the group chat»
  if (error.error_code === 403) return { ok: false, why: 'blocked', said }
  if (error.error_code === 400 && /chat not found|PEER_ID_INVALID/i.test(said))
    return { ok: false, why: 'chat_not_found', said }
  return { ok: false, why: 'failed', said }
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
