import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { gunzipSync } from 'fflate'
import type { PackageFinding, Primitives } from '#shared/evidence/primitives.ts'
import { readTimestampToken } from '#shared/evidence/timestamp-token.ts'
import { verifyPackage } from '#shared/evidence/verify-package.ts'

/** The page that verifies evidence packages (scripts/build-verifier.ts builds a single file from it). */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const bytesOf = (data: Uint8Array | string): Uint8Array => (typeof data === 'string' ? utf8ToBytes(data) : data)
const primitives: Primitives = {
  sha256: data => bytesToHex(sha256(bytesOf(data))),
  gunzip: data => gunzipSync(data),
  text: data => utf8.decode(data),
  readToken: (token, data) => {
    // Available only in secure contexts and on file pages.
    if (globalThis.crypto?.subtle === undefined)
      throw new Error('здесь браузер не умеет проверять подписи: сохраните страницу и откройте её как файл')
    return readTimestampToken(token, bytesOf(data))
  },
}

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(id)
  return found
}
const fieldOf = (id: string): HTMLInputElement => {
  const field = element(id)
  if (!(field instanceof HTMLInputElement)) throw new Error(id)
  return field
}
const [file, expected] = [fieldOf('file'), fieldOf('expected')]

let asked = 0
async function verify(): Promise<void> {
  const [chosen] = file.files ?? []
  if (chosen === undefined) return
  asked += 1
  const mine = asked
  show('Проверяю…', undefined, '', [])
  // Lets the browser paint before the work begins.
  await new Promise(resolve => setTimeout(resolve, 30))
  const {
    isIntact,
    sha256: hash,
    about,
    findings,
  } = await verifyPackage(new Uint8Array(await chosen.arrayBuffer()), primitives)
  if (mine !== asked) return
  const told = expected.value.replace(/\s/g, '').toLowerCase()
  const compared =
    told === ''
      ? []
      : [
          {
            ok: told === hash,
            text:
              told === hash
                ? 'SHA-256 файла — тот, который вам назвали.'
                : `SHA-256 файла другой: ${hash}. Это не тот файл.`,
          },
        ]
  const ok = isIntact && compared.every(one => one.ok)
  const verdict = ok ? 'Пакет цел' : isIntact ? 'Это не тот файл' : 'Пакет изменён или повреждён'
  show(verdict, ok, `${about === null ? '' : `${about}. `}SHA-256 файла: ${hash}`, [...compared, ...findings])
}

function show(verdict: string, ok: boolean | undefined, about: string, findings: readonly PackageFinding[]): void {
  element('answer').hidden = false
  element('verdict').textContent = verdict
  element('verdict').dataset.ok = String(ok ?? '')
  element('about').textContent = about
  element('findings').replaceChildren(
    ...findings.map(finding => {
      const line = document.createElement('li')
      line.dataset.ok = String(finding.ok ?? '')
      line.textContent = finding.text
      return line
    }),
  )
}

file.addEventListener('change', () => void verify())
expected.addEventListener('change', () => void verify())
