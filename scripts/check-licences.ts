import { readFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * Whether every third-party package may be shipped: its SPDX licence, as `package-lock.json` names it, is permissive or, for tools that
 * are not shipped, file-level copyleft. Prints how many packages have each licence; exits with 1 and the names of those that may not.
 */
const permissive = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['Unlicense', 'CC0-1.0', 'Zlib'],
])
/** File-level copyleft, shipped unmodified: the source is in the published package. */
const unmodified = new Set(['web-push'])
/** CC-BY covers data that tools read, here the list of browser features. */
const onlyForTools = new Set(['MPL-2.0', 'CC-BY-4.0'])

export const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ license: z.string().optional(), dev: z.boolean().optional(), link: z.boolean().optional() }),
  ),
})
type Lock = z.infer<typeof lockSchema>

/** `A OR B` offers a choice; `A AND B` asks for both. */
const isAllowed = (licence: string, isTool: boolean): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some(choice => choice.split(' AND ').every(one => permissive.has(one) || (isTool && onlyForTools.has(one))))

const thirdParty = ({ packages }: Lock) =>
  Object.entries(packages).filter(([path, { link = false }]) => path.includes('node_modules/') && !link)

export const refusedLicences = (lock: Lock): string[] =>
  thirdParty(lock).flatMap(([path, { license = 'no licence', dev = false }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 13)
    return isAllowed(license, dev || unmodified.has(name)) ? [] : [`${name}: ${license}`]
  })

if (import.meta.main) {
  const lock = lockSchema.parse(JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')))
  const byLicence = Map.groupBy(thirdParty(lock), ([, { license }]) => license ?? 'no licence')
  for (const [licence, packages] of [...byLicence].sort(([, one], [, other]) => other.length - one.length))
    console.log(`${String(packages.length).padStart(4)} ${licence}`)
  const refused = refusedLicences(lock)
  for (const one of refused) console.error(`may not be shipped: ${one}`)
  process.exitCode = refused.length === 0 ? 0 : 1
}
