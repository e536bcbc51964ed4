import type { z } from 'zod'
import {
  blockSize,
  checksumMark,
  type PackageManifest,
  packageFiles,
  packageManifest,
  type packedFile,
  packedJournal,
  packedSeals,
} from './package-format.ts'
import type { Primitives } from './primitives.ts'
import { readStoredZip } from './stored-zip.ts'
import { inUtc, type PackageFinding, type Say } from './verification.ts'
import { checkJournal, checkSeals } from './verify-chain.ts'
import { checkPages } from './verify-pages.ts'
import { checkTimestamps } from './verify-timestamps.ts'

/** Verifies a package of evidence (docs/evidence.md), in Russian sentences. */
export type Verification = { isIntact: boolean; sha256: string; about: string | null; findings: PackageFinding[] }

const checksumLength = checksumMark.length + 64

/** Never throws: what is no package is a finding. */
export async function verifyPackage(file: Uint8Array, primitives: Primitives): Promise<Verification> {
  const { sha256, text } = primitives
  const findings: PackageFinding[] = []
  const say: Say = (ok, sentence) => void findings.push({ ok, text: sentence })
  /** Undefined: the step has failed, which is said. */
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
