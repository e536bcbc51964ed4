import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { touch, untilIdle, type Visit, type VisitorOptions } from './visitors.ts'
import type { openWorld } from './world.ts'

/**
 * Looks at a page at both widths and in both themes: nothing axe objects to (WCAG 2.2 AA), nothing wider than the window.
 * Colours come from the theme and places from the width, so what is wide is looked at in the light theme and what is
 * narrow in the dark. `SCREENSHOTS=folder` looks at all four and keeps what was seen.
 */
export type Look = {
  name: string
  path: string
  /** Absent: a member. */
  who?: Who
  /** What has to be there, and what is pressed before the page is looked at. */
  ready: (page: Page) => Promise<unknown>
}
type Who = 'guest' | 'member' | 'superuser'
type World = Pick<Awaited<ReturnType<typeof openWorld>>, 'openToStay'>

const widths = { wide: { width: 1440, height: 1000 }, narrow: { width: 390, height: 844 } } as const
const themes = { wide: ['light'], narrow: ['dark'], every: ['light', 'dark'] } as const
const screenshots = process.env.SCREENSHOTS

export function lookAround({ openToStay }: World, sessions: Readonly<Record<Exclude<Who, 'guest'>, Storage>>) {
  // A page stays open for the next look: opening one costs as much as both looks at it.
  const idle: Record<Who, Visit[]> = { guest: [], member: [], superuser: [] }
  const visit = (who: Who): Promise<Visit> | Visit =>
    idle[who].pop() ?? openToStay(who === 'guest' ? {} : { storageState: sessions[who] })

  return async (look: Look): Promise<void> => {
    const who = look.who ?? 'member'
    const visitor = await visit(who)
    const { page, troubles } = visitor
    await page.setViewportSize(widths.wide)
    await touch(page, false)
    await load(page, look)
    await lookAt(page, look, 'wide')
    const before = await standing(page)
    await page.setViewportSize(widths.narrow)
    await touch(page, true)
    // What does not outlive the change of width is opened again at the new one.
    if ((await standing(page)) !== before) await load(page, look)
    await lookAt(page, look, 'narrow')
    expect(troubles).toEqual([])
    // The browser remembers nothing for the next one.
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    idle[who].push(visitor)
  }
}
type Storage = NonNullable<VisitorOptions['storageState']>

async function load(page: Page, { path, ready }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await go(page, path)
  await ready(page)
  await untilIdle(page)
}

/**
 * A visitor opens the first page by its address, and the others as a link of the product does: its code, and axe's, are there already.
 * By way of a page of nothing: whatever was open on the page before is gone with it, and what is waited for is of the new one.
 */
async function go(page: Page, path: string): Promise<void> {
  if (!page.url().startsWith('http') || path === nowhere) {
    await page.goto(path)
    return
  }
  const nothing = page.getByText('This page could not be found')
  await page.evaluate(to => history.pushState(null, '', to), nowhere)
  await nothing.waitFor()
  await page.evaluate(to => history.pushState(null, '', to), path)
  await nothing.waitFor({ state: 'detached' })
}
const nowhere = '/no-such-page'

/** How many layers are open over the page. */
const standing = (page: Page): Promise<number> =>
  page
    .locator(':is([role="dialog"], [role="menu"], [role="listbox"], [role="alert"], [aria-expanded="true"]):visible')
    .count()

async function lookAt(page: Page, { name }: Look, width: keyof typeof widths): Promise<void> {
  for (const colorScheme of themes[screenshots ? 'every' : width]) {
    await page.emulateMedia({ colorScheme })
    await keepSeen(page, `${name}-${width}-${colorScheme}.png`, name === 'case' || name === 'text')
    const drawn = `${width}, ${colorScheme}`
    expect(await lastingObjections(page, drawn), drawn).toEqual([])
  }
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await overflow(), width).toBeLessThanOrEqual(0)
  if (width === 'wide') return
  // Zoomed to 400 % on a desktop (WCAG 1.4.10), or the smallest of phones.
  await page.setViewportSize({ width: 320, height: 844 })
  expect(await overflow(), '320 pixels').toBeLessThanOrEqual(0)
}

async function keepSeen(page: Page, file: string, fullPage: boolean): Promise<void> {
  if (!screenshots) return
  mkdirSync(screenshots, { recursive: true })
  await page.screenshot({ path: join(screenshots, file), fullPage })
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Axe as a script of the site: the browser keeps what it has compiled of it, as of every other script. Told to each page as text, it was compiled
 * again by each, which took longer than its look at most of them.
 */
const axePath = '/axe.js'
export const axeBeside = {
  [axePath]: readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
}

declare global {
  interface Window {
    axe?: typeof axe
    /** How something is drawn, with its number; and which of them have been asked about. */
    looks?: Map<string, number>
    judged?: Set<string>
  }
}

/** A page that has just become narrow is on its way for a moment. */
async function lastingObjections(page: Page, drawn: string): Promise<string[]> {
  const until = performance.now() + longestWay
  for (;;) {
    const found = await objections(page, drawn)
    if (found.length === 0 || performance.now() > until) return found
  }
}
const longestWay = 3_000

async function objections(page: Page, drawn: string): Promise<string[]> {
  await page.evaluate(loadScript, axePath)
  const asked = await page.evaluate(markLooks, drawn)
  return page.evaluate(
    async ([tags, judged]) => {
      if (window.axe === undefined) return ['axe did not load']
      window.axe.configure({
        rules: [
          { id: 'color-contrast', selector: '[data-look="words"]' },
          { id: 'target-size', selector: '[data-look]' },
        ],
      })
      // Axe would read all style sheets for each look, for one rule: every-page.e2e.ts asks it of the files.
      const { violations } = await window.axe.run({ runOnly: tags, resultTypes: ['violations'], preload: false })
      if (violations.length === 0) window.judged = new Set([...(window.judged ?? []), ...judged])
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
    },
    [standards, asked] as const,
  )
}

async function loadScript(src: string): Promise<void> {
  if (window.axe !== undefined) return
  await new Promise((onload, onerror) => {
    document.head.append(Object.assign(document.createElement('script'), { src, onload, onerror }))
  })
}

/**
 * Contrast and sizes of targets are most of axe's work, and what is drawn alike has the same: elements of the same tags, classes, attributes
 * and states all the way up, as first, last, odd or even among their neighbours. One of each look is asked about, on the first page of a visitor that has it. What axe itself would
 * not judge is not: contrast of what has no text of its own; what lies behind a modal layer, which has been looked at on the page without the layer;
 * words within an `svg`, which to axe is a picture behind them (most words of a page of charts, each at a place, so with a look, of its own).
 */
function markLooks(drawn: string): string[] {
  const words =
    /^(?:id|href|src|alt|title|for|name|value|d|data-look|data-case|aria-(?:label|labelledby|describedby|controls))$/
  window.looks ??= new Map()
  const { looks, judged } = window
  const met = new Set<string>()
  const hasWords = (element: Element): boolean =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some(node => node instanceof Text && node.data.trim() !== '')
  const mark = (element: Element, above: number): void => {
    const attributes = [...element.attributes].filter(({ name }) => !words.test(name))
    const places = [':first-child', ':last-child', ':nth-child(odd)']
    const states = [':checked', ':disabled', ':invalid', ':empty', ...places].filter(state => element.matches(state))
    const key = [
      above,
      element.tagName,
      ...attributes.map(({ name, value }) => `${name}=${value}`).sort(),
      ...states,
    ].join(' ')
    const place = looks.get(key) ?? looks.size
    looks.set(key, place)
    const ofWords = hasWords(element)
    const look = `${drawn} ${place} ${ofWords}`
    if (!met.has(look) && !judged?.has(look)) element.setAttribute('data-look', ofWords ? 'words' : 'other')
    met.add(look)
    if (element instanceof SVGElement) return
    for (const child of element.children) mark(child, place)
  }
  for (const marked of document.querySelectorAll('[data-look]')) marked.removeAttribute('data-look')
  const layers = [...document.body.children].filter(layer => layer.id !== 'root')
  const isModal = layers.some(layer => layer.querySelector('[aria-modal="true"]')?.checkVisibility())
  for (const layer of isModal ? layers : document.body.children) mark(layer, -1)
  return [...met]
}
