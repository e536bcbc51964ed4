import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { findChromium } from '../test/browser.ts'

/** CHROMIUM_PATH, or one on PATH; as root on Debian it is installed, with fonts that have Cyrillic letters. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && has('apt-get')) {
    console.error('Chromium не найден, ставлю из дистрибутива…')
    apt('update')
    // Older releases do not have the first package.
    for (const browser of ['chromium-headless-shell', 'chromium']) {
      apt('install', '--yes', '--no-install-recommends', browser, 'fonts-noto-core')
      const installed = findChromium()
      if (installed !== undefined) return installed
    }
  }
  throw new Error(
    'Не найден Chromium. Установите его (в Debian: apt-get install chromium) или укажите путь в CHROMIUM_PATH.',
  )
}

const apt = (...args: readonly string[]) =>
  spawnSync('apt-get', ['--quiet', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
const has = (command: string): boolean => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  try {
    console.log(ensureChromium())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
