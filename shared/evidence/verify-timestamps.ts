import { hexOf } from './hex.ts'
import { attestationsOf, blockRoot, readOtsProof } from './ots-proof.ts'
import {
  earlierManifestPath,
  type PackedSeals,
  packageFiles,
  sealProofFile,
  sealText,
  sealTokenFile,
  tokenOfEarlier,
} from './package-format.ts'
import type { Primitives } from './primitives.ts'
import { inUtc, type Say } from './verification.ts'

/** What timestamps say of a package and of the seals in it. */
type Stamped = {
  entries: ReadonlyMap<string, Uint8Array>
  seals: PackedSeals['seals']
  primitives: Primitives
  say: Say
}

export async function checkTimestamps({ entries, seals, primitives, say }: Stamped): Promise<void> {
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

/** The block itself is not here: its root has to be looked up. */
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

/** A seal has the hash of the one before: what is true of it is true of those in a row before it. */
function withThoseBefore(number: number, seals: readonly { number: number }[]): string {
  const known = new Set(seals.map(one => one.number))
  let first = number
  while (known.has(first - 1)) first -= 1
  return first === number ? `№ ${number}` : `№ ${number} (и прежние с № ${first}, хеши которых в ней)`
}
