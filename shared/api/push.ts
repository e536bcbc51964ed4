import { z } from 'zod'

/** Browser notifications (Web Push): the endpoint of the browser vendor's push service, and encryption keys. */
const notAnAddress = { error: 'Нужен адрес службы уведомлений, который дал браузер: https://…' }
const notAKey = { error: 'Нужны ключи, которые дал браузер.' }
/** An uncompressed P-256 point is 65 bytes, a secret is 16, in base64url. */
export const pushRequest = z.strictObject({
  endpoint: z.url({ protocol: /^https$/, ...notAnAddress }).max(1_000, notAnAddress),
  keys: z.strictObject(
    { p256dh: z.string(notAKey).regex(/^B[\w-]{86}$/, notAKey), auth: z.string(notAKey).regex(/^[\w-]{22}$/, notAKey) },
    notAKey,
  ),
})
export type PushRequest = z.output<typeof pushRequest>
/** `is_on`: in the browser that asks. */
export const pushState = z.object({ public_key: z.string(), is_on: z.boolean() })
/** What a browser shows; `tag`: a second notification with the same tag replaces the first. */
const pushNotice = z.object({ title: z.string(), body: z.string(), path: z.string(), tag: z.string() })
export type PushNotice = z.output<typeof pushNotice>
