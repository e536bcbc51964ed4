import { type Browser, chromium } from 'playwright-core'
import { isExecutable, programOnPath } from './program-path.ts'

/**
 * The machine's own Chromium: CHROMIUM_PATH, then PATH. `scripts/ensure-chromium.ts` installs one where it can. The
 * headless shell comes first: it renders the same pages in a fifth less time, as it has no tabs and menus.
 */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export const findChromium = (environment: NodeJS.ProcessEnv = process.env): string | undefined =>
  [environment.CHROMIUM_PATH, programOnPath(names, environment.PATH)].find(path => path && isExecutable(path))

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('No Chromium: set CHROMIUM_PATH or install the package chromium.')
  return chromium.launch({
    executablePath,
    // Downloaded files have Russian names, whatever the locale of the machine.
    env: { ...process.env, LANG: 'C.UTF-8' },
    // As root Chromium runs without a sandbox; the other flags stop its own requests.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // One renderer process for all pages of a profile shares compiled code, and no spare process is started.
      '--renderer-process-limit=1',
    ],
  })
}
