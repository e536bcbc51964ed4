import nodemailer from 'nodemailer'
import type { Letter, Mailer } from '../http/feature.ts'

/** Letters by SMTP, one after another, behind the back of the request that caused them. A failure is told to `onError`. */
export type MailSettings = {
  /** `smtp://name:password@host:port`, `smtps://` for TLS from the start. */
  smtpUrl: string
  from: string
  onError: (error: unknown) => void
}

/** A mail server that is silent for so long is not there. */
const patience = 15_000
/** Whoever stops waits no longer for letters that have not begun. */
const longestFarewell = 5_000

/** Undefined where no mail is set up. */
export const mailerOf = (
  mail: { smtpUrl: string; from: string } | undefined,
  onError: (error: unknown) => void,
): Mailer | undefined => mail && makeMailer({ ...mail, onError })

export function makeMailer({ smtpUrl, from, onError }: MailSettings): Mailer {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    // Letters are plain text of our own: nothing is read from files or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  let sent: Promise<unknown> = Promise.resolve()
  let tooLate = false
  const sendNow = async (letter: Letter): Promise<void> => {
    if (tooLate) throw new Error('stopped before a letter was sent')
    await transport.sendMail({ from, ...letter, headers: { ...letter.headers } })
  }
  return {
    send: letter => {
      sent = sent.then(() => sendNow(letter)).catch(onError)
    },
    deliver: sendNow,
    close: async () => {
      const timer = setTimeout(() => {
        tooLate = true
      }, longestFarewell)
      await sent
      clearTimeout(timer)
      transport.close()
    },
  }
}
