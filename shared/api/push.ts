import { z } from 'zod'

/** Notifications in a browser (Web Push): the address that its maker's service gave it, and the keys of what is sent there. */
const notAnAddress = { error: 'Нужен адрес службы уведомлений, который дал браузер: https://…' }
const notAKey = { error: 'Нужны ключи, которые дал браузер.' }
/** An uncompressed point of P-256 is 65 bytes, a secret 16, in base64url. */
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
/** What a browser shows; `tag`: a second one of the same replaces the first. */
const pushNotice = z.object({ title: z.string(), body: z.string(), path: z.string(), tag: z.string() })
export type PushNotice = z.output<typeof pushNotice>
