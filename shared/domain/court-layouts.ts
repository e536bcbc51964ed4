/**
 * How sites of courts are built: every layout that is read, in one list. A new one is a name here; the compiler and
 * `server/collectors/layout-list.test.ts` tell what else it needs. Those of the first list are asked; of the others, saved answers are read.
 */
export const collectedLayouts = ['sudrf_tabs', 'sudrf_lawcase', 'mos_gorsud', 'msudrf'] as const
export type CollectedLayout = (typeof collectedLayouts)[number]
export const layoutNames = [...collectedLayouts, 'mirsud_spb'] as const
export type LayoutName = (typeof layoutNames)[number]
