import type { z } from 'zod'
import { attestationsOf, blockRoot, readOtsProof } from './ots-proof.ts'
import {
  blockSize,
  checksumMark,
  earlierManifestPath,
  type PackageManifest,
  type PackedSeals,
  packageFiles,
  packageManifest,
  type packedFile,
  packedJournal,
  packedSeals,
  sealProofFile,
  sealText,
  sealTokenFile,
  tokenOfEarlier,
} from './package-format.ts'
import { hexOf, inUtc, type PackageFinding, type Primitives, type Say } from './primitives.ts'
import { readStoredZip } from './stored-zip.ts'
import { checkJournal, checkSeals } from './verify-chain.ts'
import { checkPages } from './verify-pages.ts'

/** Verifies an evidence package (docs/evidence.md); findings are Russian sentences. */
type Verification = { isIntact: boolean; sha256: string; about: string | null; findings: PackageFinding[] }

const checksumLength = checksumMark.length + 64

/** Never throws: an invalid package is a finding. */
export async function verifyPackage(file: Uint8Array, primitives: Primitives): Promise<Verification> {
  const { sha256, text } = primitives
  const findings: PackageFinding[] = []
  const say: Say = (ok, sentence) => void findings.push({ ok, text: sentence })
  /** Undefined when the step failed, which is reported. */
  const attempt = async <T>(what: string, step: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await step()
    } catch (error) {
      say(
        false,
        `${what}: ${error instanceof Error && error.name !== '$ZodError' && error.name !== 'ZodError' ? error.message : 'не такого вида, какой нужен'}.`,
      )
      return undefined
    }
  }
  let manifest: PackageManifest | undefined
  const whole = sha256(file)

  await attempt('Контрольная сумма в конце файла', () => {
    const at = file.length - checksumLength
    const isSame = at > 0 && text(file.subarray(at)) === checksumMark + sha256(file.subarray(0, at))
    say(
      isSame,
      isSame
        ? 'Файл цел: контрольная сумма в его конце сходится.'
        : 'Файл изменён: контрольная сумма в его конце не сходится.',
    )
  })
  const entries = await attempt('Архив', () => readStoredZip(file, checksumLength, text).entries)
  if (entries !== undefined) {
    const required = (path: string): Uint8Array => {
      const bytes = entries.get(path)
      if (bytes === undefined) throw new Error('файла нет в архиве')
      return bytes
    }
    const json = (path: string): unknown => JSON.parse(text(required(path)))
    manifest = await attempt(packageFiles.manifest, () => packageManifest.parse(json(packageFiles.manifest)))
    if (manifest !== undefined) checkFiles(manifest, entries, sha256, say)
    const journal = await attempt(packageFiles.journal, () => packedJournal.parse(json(packageFiles.journal)))
    const seals = await attempt(packageFiles.seals, () => packedSeals.parse(json(packageFiles.seals)))
    if (journal !== undefined) await attempt('Журнал дела', () => checkJournal(journal, sha256, say))
    if (journal !== undefined && manifest !== undefined && journal.case_id !== manifest.case.id)
      say(false, 'Журнал — другого дела, чем названо в описи.')
    if (journal !== undefined && seals !== undefined)
      await attempt('Печати журнала', () => checkSeals(journal, seals, sha256, say))
    if (journal !== undefined)
      await attempt('Страницы', () => checkPages(required(packageFiles.pages), journal, primitives, say))
    await checkTimestamps({ entries, seals: seals?.seals ?? [], primitives, say })
  }
  const about =
    manifest && `Дело № ${manifest.case.case_number}, ${manifest.case.court}; пакет сделан ${inUtc(manifest.made_at)}`
  return { isIntact: findings.every(({ ok }) => ok !== false), sha256: whole, about: about ?? null, findings }
}

function checkFiles(
  { files }: PackageManifest,
  entries: ReadonlyMap<string, Uint8Array>,
  sha256: Primitives['sha256'],
  say: Say,
): void {
  const listed = new Set(files.map(({ path }) => path))
  const outside = new Set<string>([packageFiles.manifest, packageFiles.manifestToken])
  for (const path of entries.keys())
    if (!listed.has(path) && !outside.has(path)) say(false, `Файла «${path}» нет в описи пакета.`)
  let good = 0
  for (const file of files) {
    const bytes = entries.get(file.path)
    if (bytes === undefined) say(false, `Файл «${file.path}» есть в описи, но не в пакете.`)
    else if (sha256(bytes) === file.sha256) good += 1
    else say(false, `Файл «${file.path}» изменён: ${whereChanged(bytes, file, sha256)}.`)
  }
  if (good === files.length) say(true, `Все файлы пакета такие, как в описи: ${good}.`)
}

function whereChanged(
  bytes: Uint8Array,
  { size, blocks }: z.output<typeof packedFile>,
  sha256: Primitives['sha256'],
): string {
  if (bytes.length !== size) return `в описи ${size} байт, в пакете ${bytes.length}`
  const at = blocks.findIndex((block, one) => sha256(bytes.subarray(one * blockSize, (one + 1) * blockSize)) !== block)
  return at < 0
    ? 'его хеш другой'
    : `первое отличие — между байтами ${at * blockSize} и ${Math.min((at + 1) * blockSize, size) - 1}`
}

/** What the timestamps of a package and of its seals say. */
type Stamped = {
  entries: ReadonlyMap<string, Uint8Array>
  seals: PackedSeals['seals']
  primitives: Primitives
  say: Say
}

async function checkTimestamps({ entries, seals, primitives, say }: Stamped): Promise<void> {
  let stamps = 0
  const check = async (path: string, read: (stamp: Uint8Array) => void | Promise<void>): Promise<void> => {
    const found = entries.get(path)
    if (found === undefined) return
    stamps += 1
    try {
      await read(found)
    } catch (error) {
      say(false, `Отметка времени ${path}: ${error instanceof Error ? error.message : String(error)}.`)
    }
  }
  const byToken = (what: string, data: Uint8Array | string) => async (token: Uint8Array) => {
    const { madeAt, authority } = await primitives.readToken(token, data)
    say(
      true,
      `${what}: существует не позже ${inUtc(madeAt.toISOString())}, по отметке времени «${authority}». Доверять ли этой службе, решаете вы.`,
    )
  }
  await check(packageFiles.manifestToken, byToken('Пакет', entries.get(packageFiles.manifest) ?? new Uint8Array()))
  for (const [path, manifest] of entries)
    if (earlierManifestPath.test(path))
      await check(tokenOfEarlier(path), byToken(`Опись прежнего пакета (${path})`, manifest))
  for (const seal of seals) {
    const what = `Печать журнала ${withThoseBefore(seal.number, seals)}`
    await check(sealTokenFile(seal.number), byToken(what, sealText(seal)))
    await check(sealProofFile(seal.number), proof => checkProof(what, proof, sealText(seal), primitives, say))
  }
  if (stamps === 0)
    say(
      null,
      'Отметок времени сторонней службы в пакете нет: когда он сделан, известно только со слов того, кто его сделал.',
    )
}

/** The block is not included: its root has to be looked up. */
function checkProof(what: string, bytes: Uint8Array, data: string, primitives: Primitives, say: Say): void {
  const proof = readOtsProof(bytes)
  if (primitives.sha256(data) !== hexOf(proof.digest)) throw new Error('доказательство — о другой печати')
  for (const one of attestationsOf(proof, primitives))
    if ('height' in one)
      say(
        null,
        `${what}: существует не позже, чем блок биткойна ${one.height}, корень Меркла которого должен быть ${blockRoot(one.message)} (OpenTimestamps). Сверьте корень и время блока в любом обозревателе блоков.`,
      )
    else if ('calendar' in one)
      say(null, `${what}: ещё не в блоке: обещано календарём ${one.calendar} (OpenTimestamps).`)
    else say(null, `${what}: подтверждение OpenTimestamps вида ${one.unknown} здесь не проверяется.`)
}

/** A seal includes the hash of the previous one: its timestamp also covers the consecutive seals before it. */
function withThoseBefore(number: number, seals: readonly { number: number }[]): string {
  const known = new Set(seals.map(one => one.number))
  let first = number
  while (known.has(first - 1)) first -= 1
  return first === number ? `№ ${number}` : `№ ${number} (и прежние с № ${first}, хеши которых в ней)`
}
