import type { Letter, Mailer } from '../http/feature.ts'

/** Letters by SMTP, one at a time, after the request that caused them. */
type MailSettings = {
  /** `smtp://name:password@host:port`, `smtps://` for TLS from the start. */
  smtpUrl: string
  from: string
  onError: (error: unknown) => void
}

const socketTimeout = 15_000
const shutdownTimeout = 5_000

export const mailerOf = (
  mail: { smtpUrl: string; from: string } | undefined,
  onError: (error: unknown) => void,
): Mailer | undefined => mail && makeMailer({ ...mail, onError })

export function makeMailer({ smtpUrl, from, onError }: MailSettings): Mailer {
  const connect = async () =>
    // Loaded with the first letter: pages do not need it.
    (await import('nodemailer')).default.createTransport({
      url: smtpUrl,
      connectionTimeout: socketTimeout,
      greetingTimeout: socketTimeout,
      socketTimeout,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  let transport: ReturnType<typeof connect> | undefined
  let sent: Promise<unknown> = Promise.resolve()
  let isStopped = false
  const sendNow = async (letter: Letter): Promise<void> => {
    if (isStopped) throw new Error('stopped before a letter was sent')
    transport ??= connect()
    await (await transport).sendMail({ from, ...letter, headers: { ...letter.headers } })
  }
  return {
    send: letter => {
      sent = sent.then(() => sendNow(letter)).catch(onError)
    },
    deliver: sendNow,
    close: async () => {
      const timer = setTimeout(() => {
        isStopped = true
      }, shutdownTimeout)
      await sent
      clearTimeout(timer)
      ;(await transport)?.close()
    },
  }
}
