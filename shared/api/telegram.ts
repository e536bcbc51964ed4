import { z } from 'zod'

/** The bot: whether there is one, and which chat of it is this account's (§2, §3). */
export const botState = z.object({
  /** False: the operator has given no token; nothing can be sent. */
  is_set_up: z.boolean(),
  /** Absent until the bot has been reached once. */
  bot: z.object({ name: z.string(), url: z.string() }).nullable(),
  /** The chat that this account's code was sent from; `blocked_at`: the person has blocked the bot. */
  chat: z
    .object({ id: z.number().int(), linked_at: z.iso.datetime(), blocked_at: z.iso.datetime().nullable() })
    .nullable(),
})
export type BotState = z.infer<typeof botState>

/** A one-time code; whoever sends it to the bot links their chat to the account. `url` opens the bot with it. */
export const botCode = z.object({ code: z.string(), url: z.string().nullable(), expires_at: z.iso.datetime() })
export type BotCode = z.infer<typeof botCode>

/** Digits, with a hyphen in front for a group (§5); what Telegram counts fits into 52 bits. */
export const chatIdPattern = /^-?[1-9]\d{0,15}$/
