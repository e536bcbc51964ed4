import { readFile } from 'node:fs/promises'
import { verifyPackage } from '#shared/evidence/verify-package.ts'
import { Refusal } from '../db/refusal.ts'
import { nodePrimitives } from './node-primitives.ts'

/**
 * Prints what an evidence package is and whether it is intact; the exit code is 1 when it is damaged or differs from
 * `told`.
 */
export async function verifyCommand(path: string, told?: string): Promise<void> {
  const file = await readFile(path).catch(() => {
    throw new Refusal(`Файл «${path}» не читается.`)
  })
  const { isIntact, sha256, about, findings } = await verifyPackage(file, nodePrimitives)
  if (about !== null) console.log(about)
  console.log(`SHA-256 файла: ${sha256}`)
  for (const { ok, text } of findings) console.log(`${ok === false ? '✗ ' : ok ? '✓ ' : '  '}${text}`)
  const isOther = told !== undefined && told.toLowerCase() !== sha256
  console.log(
    isOther
      ? 'Это не тот файл: SHA-256 другой.'
      : !isIntact
        ? 'Пакет изменён или повреждён.'
        : told === undefined
          ? 'Пакет цел. Сравните SHA-256 с тем, который назвали отдельно от файла: без этого подделка целого пакета не видна.'
          : 'Пакет цел, и это тот файл.',
  )
  if (!isIntact || isOther) process.exitCode = 1
}
