import { queryOptions } from '@tanstack/react-query'
import { pushRequest, pushState } from '#shared/api/push.ts'
import { ApiError } from './api-error.ts'
import { get, requestSentence, validated } from './client.ts'

export const pushQueryOptions = queryOptions({ queryKey: ['push'], queryFn: get(pushState, 'push/') })

export const isPushKnown = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window

/**
 * `key`: the server's public key, to switch on; absent, to switch off. Returns a sentence. @throws the refusal of the
 * browser or the server
 */
export async function switchPush(key: string | undefined): Promise<string> {
  const worker = await navigator.serviceWorker.register('/sw.js')
  if (key === undefined) {
    const said = await requestSentence('push/', { method: 'DELETE' })
    await (await worker.pushManager.getSubscription())?.unsubscribe()
    return said
  }
  if ((await Notification.requestPermission()) !== 'granted')
    throw new ApiError(0, 'Браузер не разрешил уведомления: разрешите их этому сайту в настройках браузера.')
  await navigator.serviceWorker.ready
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => {
    throw new ApiError(0, 'Браузер не получил адреса у своей службы уведомлений. Повторите позже.')
  })
  const { endpoint, keys } = made.toJSON()
  return requestSentence('push/', { method: 'PUT', body: validated(pushRequest, { endpoint, keys }) })
}
