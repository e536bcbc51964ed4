import { Integer, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  ExtKeyUsage,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import type { TokenFacts } from './primitives.ts'

/**
 * RFC 3161 timestamps: the request, and parsing of the response. Algorithms are those of Web Cryptography, which
 * excludes GOST.
 */
const sha256Oid = '2.16.840.1.101.3.4.2.1'
const timestampInfoOid = '1.2.840.113549.1.9.16.1.4'
const extendedUsageOid = '2.5.29.37'
const timestampingOid = '1.3.6.1.5.5.7.3.8'
/** Granted, and granted with changes. */
const grantedStatuses = [0, 1]

/** `digest`: SHA-256. `nonce`: random, repeated in the response. Returns DER. */
export const timestampRequest = (digest: Uint8Array, nonce: Uint8Array): Uint8Array =>
  new Uint8Array(
    new TimeStampReq({
      version: 1,
      messageImprint: new MessageImprint({
        hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256Oid }),
        hashedMessage: new OctetString({ valueHex: ownBuffer(digest) }),
      }),
      nonce: new Integer({ valueHex: ownBuffer(nonce) }),
      certReq: true,
    })
      .toSchema()
      .toBER(),
  )

/**
 * Parses a TimeStampResp for `data` and verifies its signature with the included certificate, which must allow
 * timestamping and have been valid then; trust in the certificate is not decided here. @throws Error with a Russian
 * sentence
 */
export async function readTimestampToken(token: Uint8Array, data: Uint8Array, nonce?: Uint8Array): Promise<TokenFacts> {
  const { status, timeStampToken } = parsed('это не ответ службы времени', () =>
    TimeStampResp.fromBER(ownBuffer(token)),
  )
  if (!grantedStatuses.includes(status.status) || timeStampToken === undefined)
    throw new Error('служба времени отказала')
  const signed = parsed(
    'отметка времени не читается',
    () => new SignedData({ schema: new ContentInfo({ schema: timeStampToken.toSchema() }).content }),
  )
  const { eContent, eContentType } = signed.encapContentInfo
  if (eContentType !== timestampInfoOid || eContent === undefined || signed.signerInfos.length !== 1)
    throw new Error('это не отметка времени')
  const info = parsed('отметка времени не читается', () => TSTInfo.fromBER(eContent.getValue()))
  if (info.messageImprint.hashAlgorithm.algorithmId !== sha256Oid)
    throw new Error('отметка времени — не о хеше SHA-256')
  if (nonce !== undefined && !isSame(info.nonce?.valueBlock.valueHexView, nonce))
    throw new Error('отметка времени — ответ на другой запрос')
  if (!(await info.verify({ data: ownBuffer(data) }))) throw new Error('отметка времени — о других данных')
  if (signed.signerInfos[0]?.signedAttrs === undefined) throw new Error('отметка времени подписана не по правилам')
  const { signatureVerified, signerCertificate } = await signed
    .verify({ signer: 0, data: ownBuffer(data), extendedMode: true })
    .catch(() => ({ signatureVerified: false, signerCertificate: null }))
  if (signatureVerified !== true || !(signerCertificate instanceof Certificate))
    throw new Error('подпись отметки времени не сходится')
  const usage: unknown = signerCertificate.extensions?.find(({ extnID }) => extnID === extendedUsageOid)?.parsedValue
  if (!(usage instanceof ExtKeyUsage && usage.keyPurposes.includes(timestampingOid)))
    throw new Error('сертификат отметки времени — не для отметок времени')
  const madeAt = info.genTime
  if (madeAt < signerCertificate.notBefore.value || madeAt > signerCertificate.notAfter.value)
    throw new Error('сертификат отметки времени тогда не действовал')
  return { madeAt, authority: nameOf(signerCertificate) }
}

const nameOf = ({ subject }: Certificate): string =>
  subject.typesAndValues.map(({ value }) => String(value.valueBlock.value)).join(', ')

function parsed<T>(sentence: string, parse: () => T): T {
  try {
    return parse()
  } catch {
    throw new Error(sentence)
  }
}

/** The libraries read whole buffers. */
const ownBuffer = (bytes: Uint8Array): ArrayBuffer => {
  const copy = new ArrayBuffer(bytes.length)
  new Uint8Array(copy).set(bytes)
  return copy
}
const isSame = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && one.length === other.length && other.every((byte, at) => one[at] === byte)
