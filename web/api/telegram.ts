import { queryOptions } from '@tanstack/react-query'
import { type BotCode, botCode, botState } from '#shared/api/telegram.ts'
import { remove, request } from './client.ts'

/** Calls about the bot: whether there is one, and which chat is one's own. */
export const botQueryOptions = queryOptions({
  queryKey: ['telegram'],
  queryFn: ({ signal }) => request(botState, 'telegram/', { signal }),
  // The person changes it in Telegram.
  staleTime: 0,
  meta: { quiet: true },
})
/** A new code ends the one before. */
export const askForCode = (): Promise<BotCode> => request(botCode, 'telegram/code/', { method: 'POST', body: {} })
export const unlinkChat = (): Promise<void> => remove('telegram/')
