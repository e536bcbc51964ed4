import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'

/** A browser that decrypts messages by RFC 8291 alone: with its own keys, those of the header, and one record. */
export function readingBrowser(name: string) {
  const pair = createECDH('prime256v1')
  const own = pair.generateKeys()
  const auth = randomBytes(16)
  const read = (body: Buffer): unknown => {
    const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))]
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
    const secret = hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32)
    const derive = (what: string, length: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${what}\0`, length))
    const sealed = body.subarray(21 + sender.length)
    const opening = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    opening.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()])
    if (padded.subarray(padded.lastIndexOf(2) + 1).some(byte => byte !== 0)) throw new Error('Padded otherwise.')
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
  }
  const keys = { p256dh: own.toString('base64url'), auth: auth.toString('base64url') }
  return { taken: { endpoint: `https://push.example/${name}`, keys }, read }
}
/** Verifies a VAPID signature (RFC 8292) by the key beside it; returns its claims. */
export function signedBy(header: string | undefined): { isRight: boolean; claims: unknown } {
  const [, head = '', body = '', sign = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  return {
    isRight: verify('sha256', Buffer.from(`${head}.${body}`), signed, Buffer.from(sign, 'base64url')),
    claims: JSON.parse(Buffer.from(body, 'base64url').toString()),
  }
}
