import { z } from 'zod'
import { canonicalJson } from '../domain/canonical-json.ts'

/**
 * Contents of an evidence package (docs/evidence.md) and the texts that are hashed, shared by the writer and the
 * verifier. Hashes are hexadecimal SHA-256; times are ISO 8601 in UTC.
 */
export const packageFormat = 'sudmonitor-evidence/1'
/** Files of a package. The manifest lists all except itself and its timestamp. */
export const packageFiles = {
  manifest: 'manifest.json',
  manifestToken: 'timestamps/manifest.tsr',
  journal: 'journal.json',
  seals: 'seals.json',
  pages: 'pages.wacz',
  note: 'zapiska.html',
  verifier: 'proverka.html',
} as const
export const sealTokenFile = (seal: number): string => `timestamps/seal-${seal}.tsr`
export const sealProofFile = (seal: number): string => `timestamps/seal-${seal}.ots`
/** Manifest and timestamp of an earlier package of the case, timestamped after its download. */
export const earlierManifestFile = (given: number): string => `timestamps/earlier-${given}.json`
export const earlierManifestPath = /^timestamps\/earlier-\d+\.json$/
export const tokenOfEarlier = (manifest: string): string => manifest.replace(/json$/, 'tsr')
/** Precedes the SHA-256 of all preceding bytes, at the end of the file. */
export const checksumMark = 'sha256:'
/** Bytes of a file with a hash of their own, so that damage can be located. */
export const blockSize = 65_536

const digest = z.string().regex(/^[0-9a-f]{64}$/)
const moment = z.iso.datetime({ precision: 6 })

export const packedFile = z.strictObject({ path: z.string(), size: z.int(), sha256: digest, blocks: z.array(digest) })
export const packageManifest = z.strictObject({
  format: z.literal(packageFormat),
  made_at: z.iso.datetime(),
  case: z.strictObject({ id: z.int(), case_number: z.string(), court: z.string(), url: z.string().nullable() }),
  entry: z.int().nullable(),
  files: z.array(packedFile),
})
export type PackageManifest = z.output<typeof packageManifest>

/** A journal entry. `content` is null when it was removed and only its hash stayed. */
const chainEntry = z.strictObject({
  number: z.int(),
  seen_at: moment,
  origin: z.string().nullable(),
  file: z.string().nullable(),
  page_hash: digest.nullable(),
  page_reader: z.int().nullable(),
  text_reader: z.int().nullable(),
  text_hash: digest.nullable(),
  /** The day on which a decision to forget a person changed its content; null otherwise. */
  forgotten_on: z.iso.date().nullable(),
  content: z.strictObject({ record: z.unknown(), beside: z.unknown(), told: z.unknown() }).nullable(),
  content_hash: digest,
  hash: digest,
})
export type ChainEntry = z.output<typeof chainEntry>
/**
 * `beside` of an entry with the record of an earlier one, of which only the wording had been kept: read from the page
 * of that entry and of its text.
 */
export const carriedOver = z.tuple([
  z.object({ field: z.literal('carried_over'), after: z.object({ number: z.int(), text_page: digest.nullable() }) }),
])
export const packedJournal = z.strictObject({
  case_id: z.int(),
  entries: z.array(chainEntry),
  texts: z.record(digest, z.string()),
  /** Pages omitted because of a decision to forget a person, with its day. */
  withheld_pages: z.array(z.strictObject({ hash: digest, on: z.iso.date() })),
})
export type PackedJournal = z.output<typeof packedJournal>

export const contentText = (content: ChainEntry['content']): string => canonicalJson(content)
export const entryText = (
  caseId: number,
  { content: _, hash: __, ...entry }: Omit<ChainEntry, 'hash'> & { hash?: string },
  previous: string | null,
): string => canonicalJson({ ...entry, case: caseId, previous })

export const sealFields = z.strictObject({
  number: z.int(),
  sealed_at: moment,
  cases: z.int(),
  root: digest,
  previous: digest.nullable(),
})
export const sealText = (seal: z.output<typeof sealFields>): string => canonicalJson(sealFields.strip().parse(seal))
/**
 * `leaves`: leaves of the case, each with the hash of its entry `number` in the tree of a seal and the path to the
 * root.
 */
export const packedSeals = z.strictObject({
  seals: z.array(z.strictObject({ ...sealFields.shape, hash: digest })),
  leaves: z.array(
    z.strictObject({ number: z.int(), seal: z.int(), place: z.int(), hash: digest, path: z.array(digest) }),
  ),
})
export type PackedSeals = z.output<typeof packedSeals>
