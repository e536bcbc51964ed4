import { z } from 'zod'

/** The bot and this account's chat (§2, §3). */
export const botState = z.object({
  /** False without a bot token: nothing can be sent. */
  is_set_up: z.boolean(),
  /** Null until the bot has been reached once. */
  bot: z.object({ name: z.string(), url: z.string() }).nullable(),
  /** `blocked_at`: the person has blocked the bot. */
  chat: z
    .object({ id: z.number().int(), linked_at: z.iso.datetime(), blocked_at: z.iso.datetime().nullable() })
    .nullable(),
})
export type BotState = z.infer<typeof botState>

/** Sending the code to the bot links the chat. */
export const botCode = z.object({ code: z.string(), url: z.string().nullable(), expires_at: z.iso.datetime() })
export type BotCode = z.infer<typeof botCode>

/** Groups have a leading hyphen (§5); Telegram ids fit into 52 bits. */
export const chatIdPattern = /^-?[1-9]\d{0,15}$/
