import { type Browser, chromium } from 'playwright-core'
import { isExecutable, programOnPath } from './program-path.ts'

/**
 * The machine's own Chromium: CHROMIUM_PATH, then PATH. `scripts/ensure-chromium.ts` installs one where it can. One without a window of its
 * own comes first: it draws the same pages, and takes a fifth less time for want of tabs and menus.
 */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export const findChromium = (environment: NodeJS.ProcessEnv = process.env): string | undefined =>
  [environment.CHROMIUM_PATH, programOnPath(names, environment.PATH)].find(path => path && isExecutable(path))

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('No Chromium: set CHROMIUM_PATH or install the package chromium.')
  return chromium.launch({
    executablePath,
    // Names of downloaded files are in Russian, whatever the locale of the machine.
    env: { ...process.env, LANG: 'C.UTF-8' },
    // A browser of root has no sandbox; the rest keeps it from calling home.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // One process for all pages of a profile: the code that one page has compiled the next one finds, and none is made in advance.
      '--renderer-process-limit=1',
    ],
  })
}
