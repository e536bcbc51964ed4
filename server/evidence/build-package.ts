import { readFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import {
  blockSize,
  checksumMark,
  earlierManifestFile,
  type PackageManifest,
  type PackedJournal,
  packageFiles,
  packageFormat,
  tokenOfEarlier,
} from '#shared/evidence/package-format.ts'
import { keptPage } from '../collectors/pages/keep-page.ts'
import type { DB } from '../db/schema.ts'
import { requestError } from '../http/errors.ts'
import type { Timestamping } from '../http/feature.ts'
import { readJournal } from '../journal/read-entries.ts'
import { readChains } from './case-chain.ts'
import { type PageOfCase, pagesOf } from './case-pages.ts'
import { sealsOf } from './case-seals.ts'
import { sha256 } from './node-primitives.ts'
import { evidenceNote } from './note.ts'
import { stamp } from './timestamps.ts'
import { storedZip, writeWacz } from './write-wacz.ts'
import { type KeptAnswer, writeWarc } from './write-warc.ts'

/** Limit of page bytes in a package, which is built in memory. */
const mostOfPages = 100_000_000

type EvidenceOptions = {
  timestamping?: Timestamping | undefined
  /** Path of the page that verifies packages; absent when the web is not built. */
  verifierPath?: string | undefined
  onTimestampFailure?: (error: unknown) => void
}
type Asked = { id: number; case_number: string; court: string; url: string | null; entry: number | null }
/** `file`: the ZIP. Hashes are hexadecimal. */
type EvidencePackage = { file: Buffer; fileHash: string; manifest: Buffer; manifestHash: string; isStamped: boolean }

/**
 * Packages a case that the asker may see, or one entry of its journal. @throws HttpError 400 when its pages are too
 * large
 */
export async function buildPackage(
  db: Kysely<DB>,
  asked: Asked,
  { timestamping, verifierPath, onTimestampFailure }: EvidenceOptions,
): Promise<EvidencePackage> {
  const { id, entry } = asked
  const madeAt = new Date()
  const of = { case_number: asked.case_number, court: asked.court, url: asked.url }
  const { texts } = await readJournal(db, id, { whole: true })
  const chains = await readChains(db, [{ case_id: id, after: -1, previous: null }])
  const entries = chains.get(id) ?? []
  const { seals, stamps } = await sealsOf(db, id, entries)
  const earlier = await stampedLater(db, id)
  const known = await pagesOf(db, id, entry ?? undefined)
  const pages = known.filter(({ forgotten_on }) => forgotten_on === null)
  const withheld_pages = known.flatMap(({ hash, forgotten_on: on }) =>
    on === null ? [] : [{ hash: hash.toString('hex'), on }],
  )
  const journal: PackedJournal = { case_id: id, entries, texts: Object.fromEntries(texts), withheld_pages }
  const warc = writeWarc(await answersOf(db, pages), madeAt)
  const verifier = verifierPath === undefined ? undefined : await readFile(verifierPath).catch(() => undefined)

  const filesWith = (timestamp: 'given' | 'failed' | 'not set'): [string, Uint8Array][] => [
    [
      packageFiles.note,
      Buffer.from(
        evidenceNote({
          ...{ madeAt, case: of, entry, journal, seals, pages, timestamp },
          sealStamps: [...stamps.keys()],
          hasVerifier: verifier !== undefined,
        }),
      ),
    ],
    [packageFiles.journal, jsonFile(journal)],
    [packageFiles.seals, jsonFile(seals)],
    [packageFiles.pages, writeWacz(warc, { madeAt, title: `Дело № ${of.case_number}` })],
    ...stamps,
    ...earlier,
    ...(verifier === undefined ? [] : [[packageFiles.verifier, verifier] satisfies [string, Uint8Array]]),
  ]
  const manifestOf = (files: readonly [string, Uint8Array][]): Buffer =>
    jsonFile({
      ...{ format: packageFormat, made_at: madeAt.toISOString(), case: { id, ...of }, entry },
      files: files.map(([path, bytes]) => ({
        path,
        size: bytes.length,
        sha256: sha256(bytes),
        blocks: blocksOf(bytes),
      })),
    } satisfies PackageManifest)
  const assembled = (files: readonly [string, Uint8Array][], token?: Buffer): EvidencePackage => {
    const manifest = manifestOf(files)
    const file = sealedZip([
      [packageFiles.manifest, manifest],
      ...files,
      ...(token ? [[packageFiles.manifestToken, token] as const] : []),
    ])
    return { file, fileHash: sha256(file), manifest, manifestHash: sha256(manifest), isStamped: token !== undefined }
  }
  if (timestamping === undefined) return assembled(filesWith('not set'))
  const files = filesWith('given')
  const manifest = manifestOf(files)
  const token = await stamp(db, manifest, Buffer.from(sha256(manifest), 'hex'), timestamping).catch(
    (error: unknown) => {
      onTimestampFailure?.(error)
      return undefined
    },
  )
  return token === undefined ? assembled(filesWith('failed')) : assembled(files, token)
}

/**
 * Manifests of earlier packages of the case that were timestamped after download; they prove their contents as of the
 * timestamp.
 */
async function stampedLater(db: Kysely<DB>, id: number): Promise<[string, Uint8Array][]> {
  const rows = await db
    .selectFrom('evidence_package')
    .innerJoin('timestamp_answer', 'digest', 'manifest_hash')
    .select(['id', 'manifest', 'answer'])
    .where('case_id', '=', id)
    .where('kind', '=', 'rfc3161')
    .orderBy('id', 'desc')
    .limit(mostEarlier)
    .execute()
  return rows.flatMap(({ id: given, manifest, answer }): [string, Uint8Array][] => {
    const path = earlierManifestFile(given)
    return manifest === null
      ? []
      : [
          [path, manifest],
          [tokenOfEarlier(path), answer],
        ]
  })
}
const mostEarlier = 20

async function answersOf(db: Kysely<DB>, pages: readonly PageOfCase[]): Promise<KeptAnswer[]> {
  const answers: KeptAnswer[] = []
  let size = 0
  for (const { hash, readings } of pages) {
    const page = await keptPage(db, hash)
    if (page === undefined) continue
    size += page.body.length
    if (size > mostOfPages)
      throw requestError('Страниц дела больше 100\u00a0МБ: возьмите доказательство одного изменения.')
    answers.push({ ...page, hash: hash.toString('hex'), readings })
  }
  return answers
}

const jsonFile = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
const blocksOf = (bytes: Uint8Array): string[] =>
  Array.from({ length: Math.ceil(bytes.length / blockSize) }, (_, at) =>
    sha256(bytes.subarray(at * blockSize, (at + 1) * blockSize)),
  )

/** A ZIP whose comment is the SHA-256 of everything before it, so that any change is detectable. */
export function sealedZip(files: readonly (readonly [string, Uint8Array])[]): Buffer {
  const bytes = Buffer.from(storedZip(files))
  const commentLength = checksumMark.length + 64
  bytes.writeUInt16LE(commentLength, bytes.length - 2)
  return Buffer.concat([bytes, Buffer.from(checksumMark + sha256(bytes))])
}
